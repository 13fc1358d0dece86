// A page's way to a store that its other tabs may have open too.
import type { Opened } from "../contract/types.ts";
import { MemoletError } from "../errors.ts";
import type { RoleEvent, StoreEvent } from "../events.ts";
import type { Link } from "../link.ts";
import type { Request } from "../request.ts";
import type { Services } from "../services.ts";
import { Listeners } from "./listeners.ts";
import { offered, served } from "./services.ts";
import type { Settings } from "./settings.ts";
import { Wire } from "./wire.ts";
import type { Entered, Opening } from "./worker.ts";

/** A link of one tab among several. */
export interface TabLink extends Link {
  /** What the store was when it was opened, by whichever tab. */
  readonly opened: Opened;
  /** Who keeps the store now. A `role` event tells of every change. */
  readonly role: RoleEvent["role"];
}

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
  return WorkerLink.open(whole, services, worker);
}

/** Bundlers find the script by this very form. */
function ownWorker(): Worker {
  return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
}

/** An address as the page means it: the worker has another base. */
function absolute(field: string, address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  try {
    return new URL(address, document.baseURI).href;
  } catch (cause) {
    throw new MemoletError("invalid", `${field}: must be an address`, { cause });
  }
}

class WorkerLink implements TabLink {
  readonly opened: Opened;
  #role: RoleEvent["role"];
  readonly #worker: Worker;
  readonly #wire: Wire;
  readonly #listeners: Listeners;
  #closed: Promise<void> | undefined;

  static async open(settings: Settings, services: Services, start: () => Worker): Promise<TabLink> {
    const worker = started(start);
    const listeners = new Listeners();
    const event = (event: StoreEvent) => listeners.tell(event);
    const wire = new Wire(worker, { ...served(services), event });
    worker.onerror = (event) => {
      event.preventDefault();
      wire.close(notStarted(event.message));
    };
    try {
      const opening: Opening = { settings, services: offered(services) };
      const entered = (await wire.call("open", opening)) as Entered;
      return new WorkerLink(worker, wire, listeners, entered);
    } catch (error) {
      worker.terminate();
      throw error;
    }
  }

  private constructor(worker: Worker, wire: Wire, listeners: Listeners, { opened, role }: Entered) {
    this.#worker = worker;
    this.#wire = wire;
    this.#listeners = listeners;
    this.opened = opened;
    this.#role = role;
    listeners.add((event) => {
      if (event.type === "role") this.#role = event.role;
    });
    worker.onerror = (event) => {
      event.preventDefault();
      listeners.tell({ type: "notice", text: `an error in the store's worker: ${event.message}` });
    };
  }

  get role(): RoleEvent["role"] {
    return this.#role;
  }

  request(request: Request, signal?: AbortSignal): Promise<unknown> {
    return this.#wire.call("request", request, signal);
  }

  listen(listener: (event: StoreEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  /** The worker is ended in any case, and its lock goes with it: what was acknowledged is kept. */
  async #close(): Promise<void> {
    const late = AbortSignal.timeout(CLOSING);
    try {
      await this.#wire.call("close", undefined, late);
    } catch (error) {
      if (error !== late.reason) throw error;
    } finally {
      this.#wire.close(new MemoletError("other", "this store was closed"));
      this.#worker.terminate();
    }
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
  const advice = "look whether its script (tabs/worker.js) is served as JavaScript from this page's origin, "
    + "and whether the page's Content-Security-Policy allows it (worker-src 'self')";
  return new MemoletError("other", `the store's worker did not start${text && `: ${text}`}; ${advice}`);
}
