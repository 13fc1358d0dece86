// From a tab to the tab that writes.
import { unlessAborted } from "../abort.ts";
import { MemoletError } from "../errors.ts";
import type { Request } from "../request.ts";
import { hold } from "../storage/locks.ts";
import type { Target } from "./requests.ts";
import { Vigil } from "./vigil.ts";
import { Wire } from "./wire.ts";

const SILENT = "another tab holds this store and does not answer: the browser may have put it to sleep. "
  + "Bring that tab to the front, or close it. What was asked may still be carried out there";

/**
 * A channel of its own between one tab and one writer. The tab dials by naming the line on the
 * store's common channel; the writer opens its end and bids it welcome. The tab holds a lock of the
 * line's name, so that the writer sees it go.
 */
export class Line implements Target {
  readonly remote = true;
  readonly #channel: BroadcastChannel;
  readonly #wire: Wire;
  readonly #vigil: Vigil;
  readonly #dial: () => void;
  readonly #left = new AbortController();
  readonly #welcomed: Promise<void>;
  #connected = false;

  /**
   * `dial` names the line on the common channel; it is called until the writer bids welcome.
   * `patience` are the milliseconds that the writer may say nothing while something is asked of it.
   */
  constructor(name: string, dial: () => void, patience: number) {
    this.#channel = new BroadcastChannel(name);
    this.#dial = dial;
    this.#vigil = new Vigil(patience, () => this.#stir(), () => new MemoletError("locked", SILENT));
    let connect = () => {};
    this.#welcomed = new Promise((resolve) => (connect = resolve));
    const welcome = () => {
      this.#connected = true;
      connect();
    };
    this.#wire = new Wire(this.#channel, { welcome }, () => this.#vigil.heard());
    void this.#stay(name);
  }

  request(request: Request, signal?: AbortSignal): Promise<unknown> {
    return this.#vigil.during(async (until) => {
      await unlessAborted(this.#welcomed, until);
      return this.#wire.call("request", request, until);
    }, signal);
  }

  /** Hangs up. Whatever is asked fails with the error. */
  close(error: MemoletError): void {
    this.#vigil.giveUp(error);
    this.#wire.close(error);
    this.#left.abort(error);
    this.#channel.close();
  }

  /** Holds the line's lock until it is closed, and only then dials: the writer waits for that lock. */
  async #stay(name: string): Promise<void> {
    const release = await hold(name);
    if (this.#left.signal.aborted) return release();
    this.#left.signal.addEventListener("abort", release);
    if (!this.#connected) this.#dial();
  }

  #stir(): void {
    if (this.#connected) this.#wire.stir();
    else this.#dial();
  }
}
