// The tab that writes: the one keeper of a store, and its end of the other tabs' lines.
import type { Keeper } from "../engine/keeper.ts";
import { MemoletError } from "../errors.ts";
import type { Request } from "../request.ts";
import { hold } from "./locks.ts";
import type { Target } from "./requests.ts";
import { Wire } from "./wire.ts";

const GONE = "this tab no longer writes the store";

/**
 * Made by the holder of the store's lock. It answers from the first moment: what is asked before the
 * store is open waits for it.
 */
export class Writer implements Target {
  readonly remote = false;
  /** The open store, or why it does not open; by then no other tab is on the line. */
  readonly keeper: Promise<Keeper>;
  readonly #destroyed: () => void;
  readonly #lines = new Map<string, { wire: Wire; hangUp(): void }>();
  #closed = false;

  /** `destroyed` is called once the store was erased as a whole. */
  constructor(keeper: Promise<Keeper>, destroyed: () => void) {
    this.#destroyed = destroyed;
    this.keeper = keeper.catch((error: unknown) => {
      this.#hangUp();
      throw error;
    });
    this.keeper.catch(() => undefined); // whoever asks hears of it
  }

  /** Besides the keeper's, `opened`: what the store was when it was opened. */
  async request(request: Request, signal?: AbortSignal): Promise<unknown> {
    const keeper = await this.keeper;
    if (request.op === "opened") return keeper.opened;
    const answer = await keeper.request(request, signal);
    if (request.op === "destroy") this.#destroyed();
    return answer;
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
