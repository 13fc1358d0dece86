// Whether the other end still stirs, while something is asked of it.
import type { MemoletError } from "../errors.ts";

/** So often a silent end is called before it is given up. */
const TICKS = 32;

/**
 * Gives up what is asked of an end that says nothing for too long. It is told of what is `heard`, and
 * has a `call` to make the other end say something. Silence is counted in calls and not by the clock:
 * this end may have slept itself.
 */
export class Vigil {
  readonly #tick: number;
  readonly #call: () => void;
  readonly #error: () => MemoletError;
  #end = new AbortController();
  #asked = 0;
  #silent = 0;
  #clock: ReturnType<typeof setInterval> | undefined;

  /** `patience` is in milliseconds; `error` is what is thrown after it. */
  constructor(patience: number, call: () => void, error: () => MemoletError) {
    this.#tick = patience / TICKS;
    this.#call = call;
    this.#error = error;
  }

  /** The other end said something. */
  heard(): void {
    this.#silent = 0;
  }

  /** What `ask` gives. Its signal aborts with the caller's, or when patience is at an end. */
  async during<T>(ask: (until: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const until = signal ? AbortSignal.any([signal, this.#end.signal]) : this.#end.signal;
    if (this.#asked++ === 0) this.#begin();
    try {
      return await ask(until);
    } finally {
      if (--this.#asked === 0) clearInterval(this.#clock);
    }
  }

  /** Ends whatever is asked now. */
  giveUp(error: MemoletError): void {
    this.#silent = 0;
    this.#end.abort(error);
    this.#end = new AbortController();
  }

  #begin(): void {
    this.#silent = 0;
    this.#clock = setInterval(() => {
      if (++this.#silent > TICKS) this.giveUp(this.#error());
      else this.#call();
    }, this.#tick);
  }
}
