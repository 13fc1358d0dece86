// A store in IndexedDB, for pages and workers: a database `memolet:NAME`.
//
// The snapshot lies in pieces in one object store, the journal in another, a record an append. A
// record's key is the offset where it ends, so the last key is the size. Every write is one transaction
// with strict durability, so it is there whole or not at all. A Web Lock keeps other writers out.
//
// What OPFS does better, as seen in Chromium 148, which keeps IndexedDB in LevelDB:
//
// - A deleted record is not overwritten. Its bytes stay in the profile's files through restarts, until
//   some compaction, even where the database is deleted. Seal the disk (sealed.ts) to have erased
//   words unreadable at once.
// - A tab may die at any moment. When the whole browser is killed in the middle of a write, and then
//   started twice, it may find its log damaged and drop the database (google/leveldb#1287).
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from "idb";
import { joined } from "./bytes.ts";
import { closed, failed, lockedOut } from "./failed.ts";
import type { Disk, Kept } from "./disk.ts";
import { holdIfFree } from "./locks.ts";
import { other } from "../errors.ts";
import { folderName } from "./name.ts";

interface Schema extends DBSchema {
  snapshot: { key: number; value: Uint8Array };
  journal: { key: number; value: Uint8Array };
}

type Table = "snapshot" | "journal";

/** Bytes of one piece of a snapshot. */
const pieceSize = 4 << 20;
const tables: Table[] = ["snapshot", "journal"];

/** Opens a store, making it when it is not there. Another writer, in any tab: `locked`. */
export async function openIndexedDb(name: string): Promise<Disk> {
  const database = databaseName(name);
  const where = `the store "${name}"`;
  const release = await holdIfFree(database);
  if (!release) throw lockedOut(where);
  try {
    const lost: { why?: string } = {};
    const db = await openDB<Schema>(database, 1, {
      upgrade: (made) => tables.forEach((table) => made.createObjectStore(table)),
      blocking: (_current, _blocked, event) => {
        lost.why = "was deleted or changed by other code of this page's origin";
        (event.target as IDBDatabase).close();
      },
      terminated: () => (lost.why = "was closed by the browser, which may have cleared its data"),
    });
    const [snapshot, journal] = await Promise.all(tables.map((table) => measure(db, table)));
    return new IndexedDb(where, database, db, release, lost, snapshot!, journal!);
  } catch (error) {
    release();
    throw failed(where, error);
  }
}

/** Whether a store of this name was ever made here. */
export async function isInIndexedDb(name: string): Promise<boolean> {
  const all = await indexedDB.databases?.();
  return !!all?.some((database) => database.name === databaseName(name));
}

/** Whether this thread has IndexedDB, and the Web Locks that keep it to one writer. */
export function hasIndexedDb(): boolean {
  return typeof indexedDB !== "undefined" && typeof navigator !== "undefined" && "locks" in navigator;
}

const databaseName = (name: string) => `memolet:${folderName(name)}`;

/** Bytes in a table. */
async function measure(db: IDBPDatabase<Schema>, table: Table): Promise<number> {
  const last = await db.transaction(table).store.openKeyCursor(null, "prev");
  return last?.key ?? 0;
}

class IndexedDb implements Disk {
  readonly kind = "indexeddb";
  readonly encrypted = false;
  readonly #where: string;
  readonly #database: string;
  readonly #db: IDBPDatabase<Schema>;
  readonly #release: () => void;
  readonly #lost: { why?: string };
  #snapshot: number;
  #journal: number;
  #open = true;

  constructor(
    where: string,
    database: string,
    db: IDBPDatabase<Schema>,
    release: () => void,
    lost: { why?: string },
    snapshot: number,
    journal: number,
  ) {
    this.#where = where;
    this.#database = database;
    this.#db = db;
    this.#release = release;
    this.#lost = lost;
    this.#snapshot = snapshot;
    this.#journal = journal;
  }

  read(): Promise<Kept> {
    return this.#carryOut(async () => {
      const transaction = this.#db.transaction(tables);
      const [snapshot, journal] = await Promise.all(
        tables.map((table) => transaction.objectStore(table).getAll()),
      );
      const kept = { journal: joined(journal!) };
      return snapshot!.length > 0 ? { snapshot: joined(snapshot!), ...kept } : kept;
    });
  }

  append(bytes: Uint8Array): Promise<void> {
    return this.#carryOut(async () => {
      if (bytes.length === 0) return;
      const end = this.#journal + bytes.length;
      await this.#write((at) => [at("journal").put(own(bytes), end)]);
      this.#journal = end;
    });
  }

  replace(snapshot: Uint8Array): Promise<void> {
    return this.#carryOut(async () => {
      await this.#write((at) => [
        at("snapshot").clear(),
        at("journal").clear(),
        ...ends(snapshot.length).map((end, n) => at("snapshot").put(snapshot.slice(n * pieceSize, end), end)),
      ]);
      [this.#snapshot, this.#journal] = [snapshot.length, 0];
    });
  }

  cut(bytes: number): Promise<void> {
    return this.#carryOut(async () => {
      const left = joined(await this.#db.getAll("journal"));
      const journal = left.slice(0, Math.max(0, left.length - bytes));
      await this.#write((at) => [at("journal").clear(), at("journal").put(journal, journal.length)]);
      this.#journal = journal.length;
    });
  }

  sizes(): { snapshot: number; journal: number } {
    return { snapshot: this.#snapshot, journal: this.#journal };
  }

  clear(): Promise<void> {
    return this.#carryOut(async () => {
      this.#db.close();
      // Connections of other code are told to close by `versionchange`; until they do, this waits.
      await deleteDB(this.#database);
      [this.#snapshot, this.#journal] = [0, 0];
      await this.close();
    });
  }

  async close(): Promise<void> {
    this.#open = false;
    this.#db.close();
    this.#release();
  }

  /** One transaction: all that `requests` asks for, durably, or nothing. */
  async #write(requests: (at: (table: Table) => Writable) => Promise<unknown>[]): Promise<void> {
    const transaction = this.#db.transaction(tables, "readwrite", { durability: "strict" });
    // Heard even where making a request throws.
    transaction.done.catch(() => undefined);
    await Promise.all([...requests((table) => transaction.objectStore(table)), transaction.done]);
  }

  async #carryOut<T>(act: () => Promise<T>): Promise<T> {
    if (!this.#open) throw closed(this.#where);
    if (this.#lost.why) throw other(`${this.#where} ${this.#lost.why}`);
    try {
      return await act();
    } catch (error) {
      throw failed(this.#where, error);
    }
  }
}

interface Writable {
  put(bytes: Uint8Array, key: number): Promise<unknown>;
  clear(): Promise<unknown>;
}

/** The bytes alone: a view's whole buffer would be stored with it. */
const own = (bytes: Uint8Array) => (bytes.length === bytes.buffer.byteLength ? bytes : bytes.slice());

/** Where the pieces of so many bytes end: one at least, so that a snapshot of no bytes is one too. */
function ends(length: number): number[] {
  const count = Math.max(1, Math.ceil(length / pieceSize));
  return Array.from({ length: count }, (_, n) => Math.min(length, (n + 1) * pieceSize));
}
