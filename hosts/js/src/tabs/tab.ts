// One tab's part in a store: it writes, or goes through the tab that does and waits for its turn.
import type { Opened } from "../contract/types.ts";
import type { Keeper } from "../engine/keeper.ts";
import { MemoletError } from "../errors.ts";
import type { RoleEvent, StoreEvent } from "../events.ts";
import type { Request } from "../request.ts";
import { Line } from "./line.ts";
import { hold, holdIfFree, type Release } from "./locks.ts";
import { Requests } from "./requests.ts";
import { Writer } from "./writer.ts";

/** What the tabs of a store say to all. */
type Call =
  /** I have the lock now. */
  | { type: "here" }
  /** Whoever has the lock, open this line to me. */
  | { type: "dial"; line: string }
  | { type: "event"; event: StoreEvent }
  /** The store was erased as a whole. */
  | { type: "gone" };

/** How a tab takes part. */
export interface Part {
  /** Of the store. Everything that the tabs of one origin share has it in its name. */
  name: string;
  /** What a tab does while another has the store: goes through that one, or fails. */
  tabs: "share" | "locked";
  /** Milliseconds that the tab that writes may be silent. */
  patience: number;
  /** Opens the store, once this tab has its lock. */
  open(): Promise<Keeper>;
  /** Hears of every event, in every tab. */
  tell(event: StoreEvent): void;
}

const TAKEN = "another tab has this store open, and this one was told not to share it";
const ERASED = "everything in this store was erased, and the store with it; open it again to begin anew";

const closed = () => new MemoletError("other", "this store was closed");

export class Tab {
  readonly #part: Part;
  /** Its name has the protocol's version: tabs of another one do not hear each other. */
  readonly #channel: string;
  readonly #lock: string;
  readonly #common: BroadcastChannel;
  readonly #requests = new Requests();
  readonly #left = new AbortController();
  #line: Line | undefined;
  #writer: Writer | undefined;
  #release: Release = () => {};
  #waiting = false;

  /** Resolves once requests are answered; throws why the store does not open, or `locked`. */
  static async open(part: Part): Promise<{ tab: Tab; opened: Opened }> {
    const tab = new Tab(part);
    try {
      return { tab, opened: await tab.#enter() };
    } catch (error) {
      await tab.close();
      throw error;
    }
  }

  private constructor(part: Part) {
    this.#part = part;
    this.#lock = `memolet-tabs:${part.name}`;
    this.#channel = `memolet-tabs-1:${part.name}`;
    this.#common = new BroadcastChannel(this.#channel);
    this.#common.onmessage = ({ data }: MessageEvent<Call>) => this.#hear(data);
  }

  /** Who keeps the store now. */
  get role(): RoleEvent["role"] {
    return this.#writer ? "writer" : "through-another-tab";
  }

  request(request: Request, signal?: AbortSignal): Promise<unknown> {
    return this.#requests.request(request, signal);
  }

  /** Lets the store go: the tab that waits longest gets it. */
  async close(): Promise<void> {
    this.#left.abort();
    this.#common.close();
    this.#requests.end(closed());
    this.#line?.close(closed());
    try {
      await this.#writer?.close();
    } finally {
      this.#release();
    }
  }

  async #enter(): Promise<Opened> {
    const release = await holdIfFree(this.#lock);
    if (release) this.#write(release);
    else if (this.#part.tabs === "share") this.#goThrough();
    else throw new MemoletError("locked", TAKEN);
    return (await this.#requests.request({ op: "opened" })) as Opened;
  }

  #hear(call: Call): void {
    if (this.#left.signal.aborted) return;
    if (call.type === "dial") this.#writer?.answer(call.line);
    else if (call.type === "here") this.#turn();
    else if (call.type === "gone") this.#end();
    else this.#part.tell(call.event);
  }

  /** Another tab has the lock now. Where this one has it, that was said before. */
  #turn(): void {
    if (!this.#writer) this.#goThrough();
  }

  #goThrough(): void {
    const name = `${this.#channel}:${crypto.randomUUID()}`;
    const dial = () => this.#say({ type: "dial", line: name });
    const before = this.#line;
    this.#line = new Line(name, dial, this.#part.patience);
    this.#requests.turnTo(this.#line);
    before?.close(closed());
    if (!this.#waiting) void this.#wait();
  }

  /** The lock comes when the tab that writes is gone, however it went. */
  async #wait(): Promise<void> {
    this.#waiting = true;
    const release = await hold(this.#lock, this.#left.signal).catch(() => undefined);
    this.#waiting = false;
    if (!release) return;
    if (this.#left.signal.aborted) release();
    else this.#write(release);
  }

  #write(release: Release): void {
    const writer = new Writer(this.#open(), () => {
      this.#say({ type: "gone" });
      this.#end();
    });
    this.#writer = writer;
    this.#release = release;
    this.#requests.turnTo(writer);
    this.#line?.close(closed());
    this.#line = undefined;
    this.#say({ type: "here" });
    const opened = () => this.#part.tell({ type: "role", role: "writer" });
    writer.keeper.then(opened, (error: unknown) => this.#giveUp(error));
  }

  async #open(): Promise<Keeper> {
    const keeper = await this.#part.open();
    keeper.listen((event) => {
      this.#part.tell(event);
      this.#say({ type: "event", event });
    });
    return keeper;
  }

  /** This tab cannot open the store; perhaps the next one can. If so, this one goes through it. */
  #giveUp(error: unknown): void {
    this.#writer = undefined;
    this.#release();
    const { message } = MemoletError.from(error);
    this.#part.tell({ type: "notice", text: `this tab could not take the store over: ${message}` });
  }

  /** The store is no more: nobody waits for it, and whoever opens it makes a new one. */
  #end(): void {
    this.#left.abort();
    this.#requests.end(new MemoletError("other", ERASED));
    this.#writer = undefined;
    this.#release();
    this.#part.tell({ type: "notice", text: ERASED });
  }

  #say(call: Call): void {
    if (!this.#left.signal.aborted) this.#common.postMessage(call);
  }
}
