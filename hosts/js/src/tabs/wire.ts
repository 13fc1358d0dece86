// Calls both ways over one port: page and worker, or the workers of two tabs.
import type { FailureTag } from "../contract/types.ts";
import { invalid, MemoletError } from "../errors.ts";

/** What a wire runs over: a Worker, a worker's own scope, a MessagePort or a BroadcastChannel. */
export interface Port {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent) => unknown) | null;
}

/** What one end does for the other, by name. The signal aborts when the caller gives up or is gone. */
export type Served = Record<string, (argument: never, signal: AbortSignal) => unknown>;

/** All that is ever said. An id is the caller's, and of one wire. */
type Message =
  | { type: "call"; id: number; name: string; argument: unknown }
  | { type: "answer"; id: number; value: unknown }
  | { type: "failure"; id: number; payload: { tag: FailureTag; val: string } }
  | { type: "abort"; id: number }
  | { type: "tell"; name: string; argument: unknown }
  /** Say something. The other end answers `stirs`. */
  | { type: "stir" }
  | { type: "stirs" };

interface Call {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

/**
 * One end. Both ends call and serve. Arguments and results are structured clones: a vector or a key
 * that a caller holds stays the caller's. Only a `Given` leaves its sender without a copy.
 */
export class Wire {
  readonly #port: Port;
  readonly #served: Served;
  readonly #heard: () => void;
  readonly #calls = new Map<number, Call>();
  readonly #running = new Map<number, AbortController>();
  #last = 0;
  #closed: MemoletError | undefined;

  /** `heard` is called for whatever comes in: the other end is alive. */
  constructor(port: Port, served: Served, heard: () => void = () => {}) {
    this.#port = port;
    this.#served = served;
    this.#heard = heard;
    port.onmessage = (event) => this.#take(event.data as Message);
  }

  /**
   * What the other end answers. Throws its failure as a `MemoletError`, the signal's reason when that
   * aborts, or `invalid` for an argument that cannot be copied.
   */
  call(name: string, argument?: unknown, signal?: AbortSignal): Promise<unknown> {
    if (this.#closed) return Promise.reject(this.#closed);
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#post({ type: "abort", id });
        end(() => reject(signal?.reason));
      };
      const end = (then: () => void) => {
        signal?.removeEventListener("abort", giveUp);
        this.#calls.delete(id);
        then();
      };
      this.#calls.set(id, {
        resolve: (value) => end(() => resolve(value)),
        reject: (reason) => end(() => reject(reason)),
      });
      signal?.addEventListener("abort", giveUp);
      try {
        this.#post({ type: "call", id, name, argument });
      } catch (error) {
        const { message } = MemoletError.from(error);
        end(() => reject(invalid(`what cannot be copied cannot be asked: ${message}`)));
      }
    });
  }

  /** Says something that wants no answer. */
  tell(name: string, argument?: unknown): void {
    this.#post({ type: "tell", name, argument });
  }

  /** Makes the other end say something, if it can. */
  stir(): void {
    this.#post({ type: "stir" });
  }

  /** Ends it here: open calls throw `error`, and what runs for the other end is aborted unanswered. */
  close(error: MemoletError): void {
    if (this.#closed) return;
    this.#closed = error;
    this.#port.onmessage = null;
    for (const call of [...this.#calls.values()]) call.reject(error);
    for (const running of this.#running.values()) running.abort(error);
  }

  #take(message: Message): void {
    this.#heard();
    switch (message.type) {
      case "call":
        return void this.#serve(message.id, message.name, message.argument);
      case "answer":
        return this.#calls.get(message.id)?.resolve(message.value);
      case "failure":
        return this.#calls.get(message.id)?.reject(MemoletError.from(message));
      case "abort":
        return this.#running.get(message.id)?.abort();
      case "tell":
        return void this.#run(message.name, message.argument).catch(() => undefined);
      case "stir":
        return this.#post({ type: "stirs" });
    }
  }

  async #serve(id: number, name: string, argument: unknown): Promise<void> {
    const running = new AbortController();
    this.#running.set(id, running);
    try {
      const value = await this.#run(name, argument, running.signal);
      if (!running.signal.aborted) this.#answer(id, value);
    } catch (error) {
      const { payload } = MemoletError.from(error);
      if (!running.signal.aborted) this.#post({ type: "failure", id, payload });
    } finally {
      this.#running.delete(id);
    }
  }

  async #run(name: string, argument: unknown, signal = new AbortController().signal): Promise<unknown> {
    const serve = Object.hasOwn(this.#served, name) ? this.#served[name] : undefined;
    if (!serve) throw invalid(`nothing here serves "${name}"`);
    return await serve(argument as never, signal);
  }

  #answer(id: number, value: unknown): void {
    if (value instanceof Given) this.#post({ type: "answer", id, value: value.value }, value.buffers);
    else this.#post({ type: "answer", id, value });
  }

  #post(message: Message, transfer: Transferable[] = []): void {
    if (!this.#closed) this.#port.postMessage(message, transfer);
  }
}

/** An answer whose buffers nobody here needs any more: they are moved where the port can, not copied. */
export class Given {
  readonly value: unknown;
  readonly buffers: ArrayBuffer[];

  constructor(value: unknown, buffers: ArrayBuffer[]) {
    this.value = value;
    this.buffers = buffers;
  }
}
