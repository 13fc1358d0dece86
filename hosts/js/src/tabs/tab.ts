// One tab's part in a store: it writes, or goes through the tab that does and waits for its turn.
import type { Keeper } from "../engine/keeper.ts";
import { MemoletError, other } from "../errors.ts";
import type { StoreEvent } from "../events.ts";
import type { Request } from "../request.ts";
import { Line } from "./line.ts";
import { hold, holdIfFree, type Release } from "../storage/locks.ts";
import { Requests } from "./requests.ts";
import { ENTER, type Entered, Writer } from "./writer.ts";

/** What the tabs of a store say to all. */
type Call =
  /** I have the lock now. */
  | { type: "here" }
  /** Whoever has the lock, open this line to me. */
  | { type: "dial"; line: string }
  | { type: "event"; event: StoreEvent }
  /** The store was erased as a whole, or was to be: it is closed. */
  | { type: "gone"; text: string };

/** How a tab takes part. */
export interface Part {
  /** Of the store. Everything that the tabs of one origin share has it in its name. */
  name: string;
  /** What a tab does while another has the store: goes through that one, or fails. */
  tabs: "share" | "locked";
  /** Milliseconds that the tab that writes may be silent. */
  patience: number;
  /** Opens the store, once this tab has its lock: as the first of its tabs, or after another one. */
  open(isFirst: boolean): Promise<Keeper>;
  /** What a tab that joins tries its key on. */
  trial(): Promise<Uint8Array>;
  /** Hears of every event, in every tab. */
  tell(event: StoreEvent): void;
}

/** How a tab came in. */
export interface Entry extends Entered {
  tab: Tab;
  /** Another tab had the store open. */
  joined: boolean;
}

const TAKEN = "another tab has this store open, and this one was told not to share it";
const closed = () => other("this store was closed");

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
  /** This tab could not open the store, and has found none since that could. */
  #isStuck = false;

  /** Resolves once requests are answered; throws why the store does not open, or `locked`. */
  static async open(part: Part): Promise<Entry> {
    const tab = new Tab(part);
    try {
      return { tab, ...(await tab.#enter()) };
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

  async #enter(): Promise<Omit<Entry, "tab">> {
    const release = await holdIfFree(this.#lock);
    if (release) this.#write(release, true);
    else if (this.#part.tabs === "share") this.#goThrough();
    else throw new MemoletError("locked", TAKEN);
    const entered = (await this.#requests.request({ op: ENTER })) as Entered;
    return { ...entered, joined: !release };
  }

  #hear(call: Call): void {
    if (this.#left.signal.aborted) return;
    if (call.type === "dial") this.#writer?.answer(call.line);
    else if (call.type === "here") this.#goThrough();
    else if (call.type === "gone") this.#end(call.text);
    else this.#part.tell(call.event);
  }

  /** Another tab has the lock now. Where this one has it, that was said before. */
  #goThrough(): void {
    if (this.#writer) return;
    const name = `${this.#channel}:${crypto.randomUUID()}`;
    const dial = () => this.#say({ type: "dial", line: name });
    const before = this.#line;
    const line = new Line(name, dial, this.#part.patience);
    this.#line = line;
    // Tabs that cannot open the store would pass its lock round for ever: they follow only one that could.
    if (this.#isStuck) line.request({ op: ENTER }).then(() => this.#follow(line), () => undefined);
    else this.#follow(line);
    before?.close(closed());
  }

  #follow(line: Line): void {
    if (line !== this.#line || this.#left.signal.aborted) return;
    this.#isStuck = false;
    this.#requests.turnTo(line);
    this.#part.tell({ type: "role", role: "through-another-tab" });
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

  #write(release: Release, isFirst = false): void {
    const writer = new Writer(this.#open(isFirst), this.#part.trial);
    this.#writer = writer;
    this.#release = release;
    this.#requests.turnTo(writer);
    this.#line?.close(closed());
    this.#line = undefined;
    this.#say({ type: "here" });
    const opened = () => this.#part.tell({ type: "role", role: "writer" });
    writer.keeper.then(opened, (error: unknown) => this.#giveUp(error));
  }

  async #open(isFirst: boolean): Promise<Keeper> {
    const keeper = await this.#part.open(isFirst);
    void keeper.destroyed.then((error) => this.#gone(error));
    keeper.listen((event) => {
      this.#part.tell(event);
      this.#say({ type: "event", event });
    });
    return keeper;
  }

  /** This tab cannot open the store; perhaps the next one can. If so, this one goes through it. */
  #giveUp(error: unknown): void {
    this.#writer = undefined;
    this.#isStuck = true;
    this.#release();
    const { message } = MemoletError.from(error);
    this.#part.tell({ type: "notice", text: `this tab could not take the store over: ${message}` });
  }

  /** Its end, which every tab is told of. */
  #gone(error: MemoletError | undefined): void {
    const how = error
      ? `this store could not be erased: ${error.message}`
      : "everything in this store was erased, and the store with it";
    const text = `${how}; open it again`;
    this.#say({ type: "gone", text });
    this.#end(text);
  }

  /** The store is no more: nobody waits for it. */
  #end(text: string): void {
    this.#left.abort();
    this.#requests.end(other(text));
    this.#writer = undefined;
    this.#release();
    this.#part.tell({ type: "notice", text });
  }

  #say(call: Call): void {
    if (!this.#left.signal.aborted) this.#common.postMessage(call);
  }
}
