// The tab that writes: the one keeper of a store, and its end of the other tabs' lines.
import type { Opened } from "../contract/types.ts";
import type { Keeper } from "../engine/keeper.ts";
import { MemoletError } from "../errors.ts";
import type { Request } from "../request.ts";
import { hold } from "../storage/locks.ts";
import type { Target } from "./requests.ts";
import { Wire } from "./wire.ts";

/** The request of a tab that comes in, which a writer answers with `Entered` and no keeper knows. */
export const ENTER = "enter";

/** What a tab that comes in is told. */
export interface Entered {
  /** What the store was when it was opened, by whichever tab. */
  opened: Opened;
  /** Bytes to try a key on (storage/trial.ts). */
  trial: Uint8Array;
}

const GONE = "this tab no longer writes the store";

/**
 * Made by the holder of the store's lock. It answers from the first moment: what is asked before the
 * store is open waits for it.
 */
export class Writer implements Target {
  readonly remote = false;
  /** The open store, or why it does not open; by then no other tab is on the line. */
  readonly keeper: Promise<Keeper>;
  readonly #trial: () => Promise<Uint8Array>;
  readonly #lines = new Map<string, { wire: Wire; hangUp(): void }>();
  #closed = false;

  constructor(keeper: Promise<Keeper>, trial: () => Promise<Uint8Array>) {
    this.#trial = trial;
    this.keeper = keeper.catch((error: unknown) => {
      this.#hangUp();
      throw error;
    });
    this.keeper.catch(() => undefined); // whoever asks hears of it
  }

  async request(request: Request, signal?: AbortSignal): Promise<unknown> {
    const keeper = await this.keeper;
    if (request.op !== ENTER) return keeper.request(request, signal);
    return { opened: keeper.opened, trial: await this.#trial() } satisfies Entered;
  }

  /** Another tab dials. Dialling twice is one line. */
  answer(name: string): void {
    if (this.#closed) return;
    if (!this.#lines.has(name)) this.#connect(name);
    this.#lines.get(name)?.wire.tell("welcome");
  }

  /** Hangs up every line, then closes the store. */
  async close(): Promise<void> {
    this.#hangUp();
    await this.keeper.then((keeper) => keeper.close(), () => undefined);
  }

  #connect(name: string): void {
    const channel = new BroadcastChannel(name);
    const wire = new Wire(channel, { request: (request: Request, signal) => this.request(request, signal) });
    const left = new AbortController();
    const hangUp = () => {
      this.#lines.delete(name);
      left.abort();
      wire.close(new MemoletError("locked", GONE));
      channel.close();
    };
    this.#lines.set(name, { wire, hangUp });
    hold(name, left.signal).then((release) => {
      release();
      hangUp();
    }, () => undefined);
  }

  #hangUp(): void {
    this.#closed = true;
    for (const { hangUp } of [...this.#lines.values()]) hangUp();
  }
}
