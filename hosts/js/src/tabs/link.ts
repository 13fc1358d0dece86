// A page's way to a store that its other tabs may have open too.
import type { Opened } from "../contract/types.ts";
import { invalid, MemoletError, other } from "../errors.ts";
import type { StoreEvent } from "../events.ts";
import { compiled } from "../raw/compile.ts";
import type { Services } from "../services.ts";
import { Listeners } from "../listeners.ts";
import { offered, served } from "./services.ts";
import type { Settings } from "./settings.ts";
import { type TabLink, tabLink } from "./tablink.ts";
import { Wire } from "./wire.ts";
import type { Opening } from "./worker.ts";

export interface WorkerOptions {
  /** Starts the worker, where a bundler cannot find the package's own. */
  worker?: (() => Worker) | undefined;
}

/** How long a worker that is asked to close may take until it is ended, in milliseconds. */
const CLOSING = 5_000;

/**
 * Opens a store in a new worker. The services stay in the page, and the worker asks them here.
 *
 * Throws what opening throws: `locked`, `corrupt`, `embedder-mismatch` …; `other` where the worker does
 * not start, with what to look at.
 */
export async function openWorkerLink(
  settings: Settings,
  services: Services,
  { worker = ownWorker }: WorkerOptions = {},
): Promise<TabLink> {
  const { wasm, builtIn } = settings;
  const table = absolute("builtIn.table", builtIn?.table);
  const whole = { ...settings, wasm: absolute("wasm", wasm), builtIn: builtIn && { ...builtIn, table } };
  return open(whole, services, worker);
}

/** Bundlers find the script by this very form. */
function ownWorker(): Worker {
  return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
}

/** An address as the caller means it, a page or a worker of its own: the store's worker has another base. */
export function absolute(field: string, address: string | URL | undefined): string | undefined {
  if (address === undefined) return undefined;
  try {
    return new URL(address, globalThis.document?.baseURI ?? globalThis.location.href).href;
  } catch (cause) {
    throw invalid(`${field}: must be an address`, { cause });
  }
}

async function open(settings: Settings, services: Services, start: () => Worker): Promise<TabLink> {
  const module = compiled(settings.wasm);
  module.catch(() => undefined); // said below, once the worker is there to be ended
  const worker = started(start);
  const listeners = new Listeners();
  const wire = new Wire(worker, { ...served(services), event: (event: StoreEvent) => listeners.tell(event) });
  let fail = (message: string) => wire.close(notStarted(message));
  worker.onerror = (event) => {
    event.preventDefault();
    fail(event.message);
  };
  try {
    const opening: Opening = { settings, services: offered(services), module: await module };
    const opened = (await wire.call("open", opening)) as Opened;
    fail = (message) => listeners.tell({ type: "notice", text: `an error in the store's worker: ${message}` });
    return linkOf(worker, wire, listeners, opened);
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

function linkOf(worker: Worker, wire: Wire, listeners: Listeners, opened: Opened): TabLink {
  let closed: Promise<void> | undefined;
  return tabLink(opened, listeners, {
    request: (request, signal) => wire.call("request", request, signal),
    close: () => (closed ??= close(worker, wire)),
  });
}

/** The worker is ended in any case, and its lock goes with it: what was acknowledged is kept. */
async function close(worker: Worker, wire: Wire): Promise<void> {
  const late = AbortSignal.timeout(CLOSING);
  try {
    await wire.call("close", undefined, late);
  } catch (error) {
    if (error !== late.reason) throw error;
  } finally {
    wire.close(other("this store was closed"));
    worker.terminate();
  }
}

function started(start: () => Worker): Worker {
  try {
    return start();
  } catch (error) {
    throw notStarted(MemoletError.from(error).message);
  }
}

function notStarted(text = ""): MemoletError {
  const advice = "look whether its script (worker.js) is served as JavaScript from this page's origin, "
    + "and whether the page's Content-Security-Policy allows it (worker-src 'self')";
  return other(`the store's worker did not start${text && `: ${text}`}; ${advice}`);
}
