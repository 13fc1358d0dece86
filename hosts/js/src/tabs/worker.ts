// The dedicated worker's script: a tab's part in a store, off the main thread.
import type { Opened } from "../contract/types.ts";
import { other } from "../errors.ts";
import { provideFrom } from "../raw/provide.browser.ts";
import { engine } from "../raw/engine.ts";
import type { Request } from "../request.ts";
import { type AskPage, type Offered, reached } from "./services.ts";
import { openTab, PATIENCE, type Settings } from "./settings.ts";
import type { Tab } from "./tab.ts";
import { Vigil } from "./vigil.ts";
import { Given, type Port, Wire } from "./wire.ts";

/** What the page opens with. */
export interface Opening {
  settings: Settings;
  services: Offered;
  /** The engine. */
  module: WebAssembly.Module;
}

/** So many times a writer's patience is what a page's services are given: they may keep its thread busy. */
const LEEWAY = 4;
const ASLEEP = "the page of the tab that writes does not answer: the browser may have put it to sleep, or a "
  + "dialog is open";

let tab: Tab | undefined;
let vigil: Vigil | undefined;

const page = new Wire(globalThis as unknown as Port, {
  open: async ({ settings, services, module }: Opening): Promise<Opened> => {
    provideFrom(module);
    void engine().catch(() => undefined); // at hand for a takeover, also when the network is gone by then
    const ask = asking(settings.patience ?? PATIENCE);
    const entered = await openTab(settings, reached(services, ask), (event) => page.tell("event", event));
    tab = entered.tab;
    return entered.opened;
  },
  request: async (request: Request, signal) => moved(await opened().request(request, signal)),
  close: () => tab?.close(),
}, () => vigil?.heard());

/** Asks the page, for as long as it stirs. */
function asking(patience: number): AskPage {
  const watch = new Vigil(patience * LEEWAY, () => page.stir(), () => other(ASLEEP));
  vigil = watch;
  return (service, argument, signal) =>
    watch.during((until) => page.call(service, argument, until) as Promise<never>, signal);
}

function opened(): Tab {
  if (!tab) throw other("this store is not open");
  return tab;
}

/** A backup's bytes were made for this answer, so they go without a copy. */
function moved(value: unknown): unknown {
  const bytes = (value as { bytes?: unknown } | null | undefined)?.bytes;
  const isOwn = bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer;
  return isOwn ? new Given(value, [bytes.buffer as ArrayBuffer]) : value;
}
