// The dedicated worker's script: a tab's part in a store, off the main thread.
import type { Opened } from "../contract/types.ts";
import { MemoletError } from "../errors.ts";
import type { RoleEvent } from "../events.ts";
import type { Request } from "../request.ts";
import { type Offered, reached } from "./services.ts";
import { openTab, type Settings } from "./settings.ts";
import type { Tab } from "./tab.ts";
import { Given, type Port, Wire } from "./wire.ts";

/** What the page opens with. */
export interface Opening {
  settings: Settings;
  services: Offered;
}

/** What the page hears back. */
export interface Entered {
  opened: Opened;
  role: RoleEvent["role"];
}

let tab: Tab | undefined;

const page = new Wire(globalThis as unknown as Port, {
  open: async ({ settings, services }: Opening): Promise<Entered> => {
    const tell = (event: unknown) => page.tell("event", event);
    const entered = await openTab(settings, reached(services, page), tell);
    tab = entered.tab;
    return { opened: entered.opened, role: tab.role };
  },
  request: async (request: Request, signal) => moved(await opened().request(request, signal)),
  close: () => tab?.close(),
});

function opened(): Tab {
  if (!tab) throw new MemoletError("other", "this store is not open");
  return tab;
}

/** A backup's bytes were made for this answer, so they go without a copy. */
function moved(value: unknown): unknown {
  const bytes = (value as { bytes?: unknown } | null | undefined)?.bytes;
  return bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? new Given(value, [bytes.buffer]) : value;
}
