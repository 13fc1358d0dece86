// From a tab to the tab that writes.
import { MemoletError } from "../errors.ts";
import type { Request } from "../request.ts";
import { hold } from "./locks.ts";
import type { Target } from "./requests.ts";
import { Wire } from "./wire.ts";

/** So often a silent writer is called before it is given up. */
const TICKS = 32;
const SILENT = "another tab holds this store and does not answer: the browser may have put it to sleep. Bring "
  + "that tab to the front, or close it. What was asked may still be carried out there";

/**
 * A channel of its own between one tab and one writer. The tab dials by naming the line on the
 * store's common channel; the writer opens its end and bids it welcome. The tab holds a lock of the
 * line's name, so that the writer sees it go.
 */
export class Line implements Target {
  readonly remote = true;
  readonly #channel: BroadcastChannel;
  readonly #wire: Wire;
  readonly #dial: () => void;
  readonly #tick: number;
  readonly #welcomed: Promise<void>;
  #welcome = () => {};
  #connected = false;
  /** Ends whatever is asked. */
  #end = new AbortController();
  readonly #left = new AbortController();
  #asked = 0;
  #silent = 0;
  #clock: ReturnType<typeof setInterval> | undefined;

  /**
   * `dial` names the line on the common channel; it is called until the writer bids welcome.
   * `patience` are the milliseconds that the writer may say nothing while something is asked of it.
   */
  constructor(name: string, dial: () => void, patience: number) {
    this.#channel = new BroadcastChannel(name);
    this.#dial = dial;
    this.#tick = patience / TICKS;
    this.#welcomed = new Promise((resolve) => (this.#welcome = resolve));
    this.#wire = new Wire(this.#channel, { welcome: () => this.#connect() }, () => (this.#silent = 0));
    void this.#stay(name);
  }

  async request(request: Request, signal?: AbortSignal): Promise<unknown> {
    const until = signal ? AbortSignal.any([signal, this.#end.signal]) : this.#end.signal;
    if (this.#asked++ === 0) this.#watch();
    try {
      await unless(this.#welcomed, until);
      return await this.#wire.call("request", request, until);
    } finally {
      if (--this.#asked === 0) clearInterval(this.#clock);
    }
  }

  /** Hangs up. Whatever is asked fails with the error. */
  close(error: MemoletError): void {
    this.#end.abort(error);
    this.#wire.close(error);
    this.#left.abort(error);
    clearInterval(this.#clock);
    this.#channel.close();
  }

  /** Holds the line's lock until it is closed, and only then dials: the writer waits for that lock. */
  async #stay(name: string): Promise<void> {
    const release = await hold(name);
    if (this.#left.signal.aborted) return release();
    this.#left.signal.addEventListener("abort", release);
    if (!this.#connected) this.#dial();
  }

  #connect(): void {
    this.#connected = true;
    this.#welcome();
  }

  /**
   * While something is asked, asks for a sign of life. Silence is counted in ticks and not by the
   * clock: this tab may have slept itself.
   */
  #watch(): void {
    this.#silent = 0;
    this.#clock = setInterval(() => {
      if (++this.#silent > TICKS) this.#giveUp();
      else if (this.#connected) void this.#wire.call("alive", undefined, this.#end.signal).catch(() => undefined);
      else this.#dial();
    }, this.#tick);
  }

  #giveUp(): void {
    this.#silent = 0;
    this.#end.abort(new MemoletError("locked", SILENT));
    this.#end = new AbortController();
  }
}

/** A promise's value, unless the signal aborts before: then its reason is thrown. */
function unless(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    void promise.then(resolve);
  });
}
