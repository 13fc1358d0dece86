// The one door to a store: the engine's operations, and the few that are the host's own.
import type { Opened, Receipt, Time } from "../contract/types.ts";
import { unlessAborted } from "../abort.ts";
import { invalid, MemoletError, other } from "../errors.ts";
import type { StoreEvent } from "../events.ts";
import type { Link } from "../link.ts";
import { Listeners } from "../listeners.ts";
import { checkSignal, type Request } from "../request.ts";
import type { Services } from "../services.ts";
import type { Disk } from "../storage/disk.ts";
import { isObject } from "../values.ts";
import { type Asked, readRequest } from "./asked.ts";
import { known } from "./convert.ts";
import { Drain } from "./drain.ts";
import { read } from "./reads.ts";
import { Session, type Settings } from "./session.ts";
import { storage } from "./storage.ts";
import { type Operation, operation as find, operationNames, READS, takesQuery } from "./table.ts";
import { exportLines, importLines } from "./transfer.ts";
import { readTime } from "./time.ts";
import { embedded, toEmbed } from "./vectors.ts";

export type { Settings } from "./session.ts";

/** Operations of the host, with their arguments. */
const HOST_OPERATIONS: Record<string, string[]> = {
  settle: [], reopen: [], export: [], import: ["lines", "fromUser", "fromTenant"], backup: [], storage: [], destroy: [],
};

/**
 * Keeps one open store: commands one after another, reads at once. A command that resolves is stored, and
 * embedded unless the embedder fails or is slow; questions to a model go on behind it.
 */
export class Keeper implements Link {
  readonly #session: Session;
  readonly #drain: Drain;
  readonly #listeners: Listeners;
  readonly role = "writer";
  /** Comes when `destroy` has closed the store, with why it failed if it did. */
  readonly destroyed: Promise<MemoletError | undefined>;
  #destroyed: (error?: MemoletError) => void = () => {};
  #closed: Promise<void> | undefined;

  private constructor(session: Session, listeners: Listeners) {
    this.#session = session;
    this.#drain = new Drain(session);
    this.#listeners = listeners;
    this.destroyed = new Promise((resolve) => (this.#destroyed = resolve));
  }

  /** Opens a store from its bytes; no bytes are a new store. Where it fails, the disk is closed. */
  static async open(settings: Settings, disk: Disk, services: Services, now?: Time): Promise<Keeper> {
    const listeners = new Listeners();
    try {
      const at = now === undefined ? Date.now() : readTime(now, "now");
      const session = await Session.open(settings, disk, services, at, (event) => listeners.tell(event));
      return new Keeper(session, listeners);
    } catch (error) {
      await disk.close().catch(() => undefined);
      throw MemoletError.from(error);
    }
  }

  /** What the engine said of the store when it was opened. */
  get opened(): Opened {
    return this.#session.opened;
  }

  /** Carries out one request. */
  async request(request: Request, signal?: AbortSignal): Promise<unknown> {
    try {
      checkSignal(signal);
      return await unlessAborted(this.#carryOut(request, signal), signal);
    } catch (error) {
      throw signal?.aborted && error === signal.reason ? error : MemoletError.from(error);
    }
  }

  /** Calls the listener for every event, until what it returns is called. */
  listen(listener: (event: StoreEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Ends what goes on behind the requests, waits for the commands under way, and lets the disk go. */
  close(): Promise<void> {
    this.#closed ??= this.#end(async () => undefined);
    return this.#closed;
  }

  /** The session's last job. */
  #end(last: () => Promise<void>): Promise<void> {
    const session = this.#session;
    const job = async () => {
      session.closing.abort();
      session.release();
      try {
        await last();
      } finally {
        await session.disk.close();
      }
    };
    return session.queue.run(job).catch((error: unknown) => {
      throw MemoletError.from(error);
    });
  }

  async #carryOut(request: Request, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    const asked = readRequest(request, Date.now);
    if (this.#closed) throw other("the store is closed");
    const operation = find(asked.op);
    return operation ? this.#operation(operation, asked, signal) : this.#hostOperation(asked, signal);
  }

  async #operation(operation: Operation, asked: Asked, signal?: AbortSignal): Promise<unknown> {
    const session = this.#session;
    const ensured = async () => session.isOpen || session.queue.run(() => session.ensure(asked.now), signal);
    const text = toEmbed(operation, asked);
    // What waits for no vector takes its place in the queue at once: commands keep their order.
    const whole =
      text === undefined ? asked : await ensured().then(() => embedded(session, text, asked, signal));
    if (!READS.has(operation.name)) return this.#command(operation, whole, signal);
    await ensured();
    return takesQuery(operation) ? read(session, operation, whole, signal) : session.call(operation, whole);
  }

  async #command(operation: Operation, asked: Asked, signal?: AbortSignal): Promise<unknown> {
    const { value, writes } = await this.#session.queue.run(() => this.#write(operation, asked), signal);
    if (writes > 0) await this.#drain.afterWrite(asked.now);
    return value;
  }

  /** Calls the engine and stores what it hands out. Within the queue. */
  async #write(operation: Operation, asked: Asked): Promise<{ value: unknown; writes: number }> {
    const session = this.#session;
    await session.ensure(asked.now);
    let value: unknown;
    try {
      value = session.call(operation, asked);
    } catch (error) {
      // A refused reply may have closed its question, and that is written.
      if (session.isOpen) await session.flush(asked.now);
      throw error;
    }
    const writes = await session.flush(asked.now);
    await session.compact(asked.now);
    // It holds from here on, also when the store is opened again.
    if (operation.name === "adoptPolicy") session.settings.policy = undefined;
    return { value: afterDraining(session, value, asked.now), writes };
  }

  async #hostOperation(asked: Asked, signal?: AbortSignal): Promise<unknown> {
    const allowed = Object.hasOwn(HOST_OPERATIONS, asked.op) ? HOST_OPERATIONS[asked.op] : undefined;
    if (!allowed) throw unknown(asked.op);
    known(Object.keys(asked.args), allowed, asked.op);
    if (asked.key !== undefined) throw invalid(`key: ${asked.op} takes none`);
    const session = this.#session;
    switch (asked.op) {
      case "settle":
        return this.#settle(asked.now);
      case "reopen":
        await session.queue.run(() => session.reopen(asked.now), signal);
        return session.opened;
      case "export":
        return exportLines(this.#store(asked.op, signal), asked);
      case "import":
        return this.#import(asked, signal);
      case "backup":
        return session.queue.run(async () => {
          await session.ensure(asked.now);
          return { bytes: session.snapshot() };
        }, signal);
      case "storage":
        return storage(session.disk);
      default:
        return this.#destroy();
    }
  }

  /** The store is closed after it, also where not everything could be removed. */
  async #destroy(): Promise<object> {
    const ended = this.#end(() => this.#session.disk.clear());
    this.#closed = ended.then(() => this.#destroyed(), (error: MemoletError) => this.#destroyed(error));
    await ended;
    return {};
  }

  async #settle(now: number): Promise<{ settled: boolean }> {
    const session = this.#session;
    await session.queue.run(() => session.ensure(now));
    await this.#drain.settle(now);
    return session.queue.run(async () => {
      await session.ensure(now);
      return { settled: session.poll(now) === undefined };
    });
  }

  async #import(asked: Asked, signal?: AbortSignal): Promise<unknown> {
    try {
      return await importLines(this.#store(asked.op, signal), asked, signal);
    } finally {
      void this.#drain.ask(asked.now);
    }
  }

  /** What a transfer needs: commands that do not wait for vectors. */
  #store(op: string, signal?: AbortSignal) {
    const session = this.#session;
    return {
      request: async (asked: Asked) => {
        const operation = find(asked.op);
        if (!operation) throw unknown(asked.op);
        return (await session.queue.run(() => this.#write(operation, asked), signal)).value;
      },
      embed: (now: number) => this.#drain.embedSoon(now),
      progress: (done: number, of?: number) => session.progress(op, done, of),
    };
  }
}

/**
 * The receipt of an erasure as it is now that its bytes are gone from the journal and the snapshot; anything
 * else as it is.
 */
function afterDraining(session: Session, value: unknown, now: number): unknown {
  const receipts = find("receipts");
  const isPending = isObject(value) && value.complete === false && Array.isArray(value.copies);
  if (!isPending || !receipts || !session.isOpen) return value;
  const answer = session.call(receipts, { op: "receipts", now, args: {} }) as { receipts: Receipt[] };
  return answer.receipts.find(({ id }) => id === value.id) ?? value;
}

function unknown(op: string): Error {
  const names = [...operationNames(), ...Object.keys(HOST_OPERATIONS)].sort();
  return invalid(`op: no operation is called \`${op}\`; there are ${names.join(", ")}`);
}
