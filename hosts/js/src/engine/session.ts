// One open store: the raw engine's instance, the bytes behind it, and what carries them to the disk.
import type { EmbedderInfo, Opened } from "../contract/types.ts";
import { MemoletError, other } from "../errors.ts";
import type { StoreEvent } from "../events.ts";
import { engine } from "../raw/engine.ts";
import type { Answer, Entry, Options, Raw, Request } from "../raw/types.ts";
import type { Services } from "../services.ts";
import type { Disk, Kept } from "../storage/disk.ts";
import { refuseSealed } from "../storage/sealed.ts";
import type { Asked } from "./asked.ts";
import { give } from "./convert.ts";
import { Handle } from "./dispatch.ts";
import { Queue } from "./queue.ts";
import type { Operation } from "./table.ts";

/** Journal bytes after which the engine is asked for a snapshot. */
const COMPACT_AFTER = 4 << 20;
/** Audit entries a read. */
const MOST_ENTRIES = 1000;

/**
 * What the engine was stopped in. It is held for good: the glue would free it once nobody holds it, and what
 * a stopped call left behind is not to be touched.
 */
const stopped: Handle[] = [];

/** How a store is opened. */
export interface Settings {
  /** Whose memories they are. */
  tenant: string;
  /** Entropy, at least 16 bytes. Left out: drawn. */
  seed?: Uint8Array | undefined;
  /** A policy to put in force. Left out, the stored one stays. */
  policy?: object | string | undefined;
  /** Name of this device. */
  device?: string | undefined;
  /**
   * `default`: a new store gets the embedder of the services, an old one keeps what it has. `none`: words
   * alone. One by name: unless it is that of the services, whoever asks brings the vectors.
   */
  embedder?: "none" | "default" | EmbedderInfo | undefined;
  /** Whether somebody answers questions to a model. Left out: whether the services have one. */
  model?: boolean | undefined;
  /** A backup's bytes to begin a new store with. */
  from?: Uint8Array | undefined;
}

/** An open store. What writes goes through the queue, one job at a time. */
export class Session {
  readonly queue = new Queue();
  readonly settings: Settings;
  readonly disk: Disk;
  readonly services: Services;
  /** Aborts when the store is closed. */
  readonly closing = new AbortController();
  readonly #emit: (event: StoreEvent) => void;
  readonly #raw: Raw;
  /** None after the engine was stopped or a write failed, until the next request opens the store again. */
  #handle: Handle | undefined;
  #opened: Opened | undefined;
  /** Sequence up to which changes were told. */
  #told = 0;
  #lastNotice = "";
  /** Journal bytes from which compaction is tried, where it has failed. */
  #compactFrom = 0;

  private constructor(
    raw: Raw,
    settings: Settings,
    disk: Disk,
    services: Services,
    emit: (event: StoreEvent) => void,
  ) {
    this.#raw = raw;
    this.settings = { ...settings };
    this.disk = disk;
    this.services = services;
    this.#emit = emit;
  }

  /** Opens a store from its bytes. */
  static async open(
    settings: Settings,
    disk: Disk,
    services: Services,
    now: number,
    emit: (event: StoreEvent) => void,
  ): Promise<Session> {
    const { from, ...lasting } = settings;
    const session = new Session(await engine(), lasting, disk, services, emit);
    await (from === undefined ? session.reopen(now) : session.#begin(from, now));
    session.#told = session.opened.sequence;
    return session;
  }

  /** What the engine said of the store when it was opened. */
  get opened(): Opened {
    if (!this.#opened) throw other("the store is not open");
    return this.#opened;
  }

  /** False after the engine was stopped or a write failed, until the next request opens the store again. */
  get isOpen(): boolean {
    return this.#handle !== undefined;
  }

  /** Opens the store again from its bytes. Within the queue. */
  async reopen(now: number): Promise<void> {
    this.#handle?.free();
    this.#handle = undefined;
    const kept = await this.disk.read();
    if (!this.disk.encrypted) refuseSealed(kept);
    const options = this.#options(kept);
    const store = this.#guarded(() => this.#raw.Store.open(options, kept.snapshot, kept.journal, now));
    const opened = give("_", this.#guarded(() => store.opened())) as Opened;
    const handle = new Handle(this.#raw, store, (call) => this.#guarded(call));
    try {
      if (opened.droppedBytes > 0) await this.disk.cut(opened.droppedBytes);
    } catch (error) {
      handle.free();
      const { tag, message } = MemoletError.from(error);
      throw new MemoletError(tag, `the journal's torn end could not be cut: ${message}`, { cause: error });
    }
    this.#handle = handle;
    this.#opened = opened;
    await this.flush(now);
  }

  /** Begins a new store with a backup's bytes. Where the engine refuses them, nothing is left of them. */
  async #begin(from: Uint8Array, now: number): Promise<void> {
    const { snapshot, journal } = await this.disk.read();
    if (snapshot || journal.length > 0) {
      throw new MemoletError("conflict", "from: this store is there already; only a new one can begin with a backup");
    }
    await this.disk.replace(from);
    try {
      await this.reopen(now);
    } catch (error) {
      this.release();
      await this.disk.clear().catch(() => undefined);
      throw error;
    }
  }

  /** Opens the store where it is not open. */
  async ensure(now: number): Promise<void> {
    if (this.closing.signal.aborted) throw other("the store is closed");
    if (!this.#handle) await this.reopen(now);
  }

  /** Calls an operation. */
  call(operation: Operation, asked: Asked): unknown {
    return this.#live().call(operation, asked);
  }

  /** The oldest open task. Within the queue: what it hands out must be answered before anything writes. */
  poll(now: number): Request | undefined {
    return this.#guarded(() => this.#live().store.poll(now));
  }

  /** Gives a task's answer back. Within the queue. */
  answer(ticket: number, answer: Answer, now: number): void {
    this.#guarded(() => this.#live().store.answer(ticket, answer, now));
  }

  /**
   * Drops what reads wait for and nobody has done: it must not hold up what has to be embedded or asked. A
   * read that goes on opens it again. Gives the task that is then the oldest; that of the ticket `but` stays.
   */
  dropErrands(now: number, but?: number): Request | undefined {
    for (;;) {
      const work = this.poll(now);
      if (!isErrand(work) || work.ticket === but) return work;
      this.answer(work.ticket, { tag: "failed", val: "nobody did it" }, now);
    }
  }

  /** Takes a bare copy of the whole state. */
  snapshot(): Uint8Array {
    return this.#guarded(() => this.#live().store.snapshot());
  }

  /**
   * Stores all bytes that wait, then tells what changed. Gives how many writes there were. What fails after
   * the first is no failure of the command that wrote it: that is stored, and the rest is made up for when
   * the store is opened again.
   */
  async flush(now: number): Promise<number> {
    let writes = 0;
    try {
      while (await this.#write(now)) writes += 1;
      if (writes > 0 && this.#handle) {
        this.dropErrands(now);
        this.#tell();
      }
    } catch (error) {
      if (writes === 0) throw error;
      this.notice(MemoletError.from(error).message);
    }
    return writes;
  }

  /**
   * Swaps a long journal for a snapshot. The longer the snapshot, the longer a journal is worth keeping:
   * writing stays linear in what is remembered.
   */
  async compact(now: number): Promise<void> {
    const { snapshot, journal } = this.disk.sizes();
    if (!this.#handle || journal < Math.max(COMPACT_AFTER, snapshot, this.#compactFrom)) return;
    try {
      this.#guarded(() => this.#live().store.compact(now));
      await this.flush(now);
      this.#compactFrom = 0;
    } catch (error) {
      this.#compactFrom = journal + COMPACT_AFTER;
      this.notice(`the journal could not be made shorter: ${MemoletError.from(error).message}`);
    }
  }

  /** Says what a person should know and no answer has room for; the same is not said again. */
  notice(text: string): void {
    if (text === this.#lastNotice) return;
    this.#lastNotice = text;
    this.#emit({ type: "notice", text });
  }

  /** How far long work has come. */
  progress(op: string, done: number, of?: number): void {
    this.#emit(of === undefined ? { type: "progress", op, done } : { type: "progress", op, done, of });
  }

  /** Lets the engine's instance go. */
  release(): void {
    this.#handle?.free();
    this.#handle = undefined;
  }

  #live(): Handle {
    if (!this.#handle) throw other("the store is not open");
    return this.#handle;
  }

  /** Stores the bytes of one task. False: there are none. */
  async #write(now: number): Promise<boolean> {
    const handle = this.#handle;
    const work = handle && this.poll(now);
    if (work?.task.tag !== "append" && work?.task.tag !== "replace") return false;
    const { ticket, task } = work;
    try {
      await (task.tag === "append" ? this.disk.append(task.val) : this.disk.replace(task.val));
    } catch (error) {
      // It must not acknowledge the rest: the next request starts from what is kept.
      if (this.#handle === handle) this.release();
      const failure = MemoletError.from(error);
      throw new MemoletError(failure.tag, `could not be stored: ${failure.message}`, { cause: error });
    }
    // The engine may have been stopped meanwhile, or be by this; the bytes are stored all the same.
    if (this.#handle !== handle) return true;
    try {
      this.answer(ticket, { tag: "stored" }, now);
    } catch (error) {
      if (this.#handle) throw error;
      this.notice(MemoletError.from(error).message);
    }
    return true;
  }

  /** Tells the commands that changed memories since it last told any. */
  #tell(): void {
    let entries: Entry[];
    do {
      entries = this.#guarded(() => this.#raw.audit(this.#live().store, this.#told, MOST_ENTRIES));
      for (const { sequence, at, op, code, ids } of entries) {
        this.#told = sequence;
        // A vector is no news of a memory.
        if (ids.length > 0 && op !== "embed") this.#emit({ type: "change", sequence, at, op, code, ids });
      }
    } while (entries.length === MOST_ENTRIES);
  }

  #options(kept: Kept): Options {
    const { tenant, seed, policy, device, embedder = "default", model } = this.settings;
    const isNew = !kept.snapshot && kept.journal.length === 0;
    const ours = this.services.embedder;
    const fresh = isNew && ours ? { name: ours.name, dimensions: ours.dimensions } : undefined;
    return {
      tenant,
      seed: seed ?? crypto.getRandomValues(new Uint8Array(32)),
      policy: typeof policy === "object" ? JSON.stringify(policy) : policy,
      embedder: embedder === "default" ? fresh : embedder === "none" ? undefined : embedder,
      model: model ?? this.services.model !== undefined,
      device,
    };
  }

  /** A failure as one of ours. Anything else that the engine throws has stopped it. */
  #guarded<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      const isFailure = (error as { payload?: unknown } | undefined)?.payload !== undefined;
      if (isFailure) throw MemoletError.from(error);
      if (this.#handle) stopped.push(this.#handle);
      this.#handle = undefined;
      const why = error instanceof Error ? error.message : String(error);
      throw other(`the engine was stopped: ${why}; what was acknowledged before is kept`, { cause: error });
    }
  }
}

/** Whether it is a read that waits for a task. */
function isErrand(work: Request | undefined): work is Request {
  return work?.task.tag === "rerank" || work?.task.tag === "count";
}
