// A tab's part in a store in the page's own thread, for where workers are not to be had.
import { provideFrom } from "../raw/provide.browser.ts";
import type { Services } from "../services.ts";
import { Listeners } from "../listeners.ts";
import { openTab, type Settings } from "./settings.ts";
import { type TabLink, tabLink } from "./tablink.ts";

/**
 * Like `openWorkerLink`, without a worker: the engine works while the page waits, and the disk is
 * IndexedDB.
 */
export async function openPageLink(settings: Settings, services: Services): Promise<TabLink> {
  provideFrom(settings.wasm);
  const listeners = new Listeners();
  const { tab, opened } = await openTab(settings, services, (event) => listeners.tell(event));
  return tabLink(opened, listeners, tab);
}
