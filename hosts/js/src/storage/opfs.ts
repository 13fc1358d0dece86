// A store in the origin private file system, for dedicated workers: `memolet/NAME/{a,b}`.
//
// Two slots, of which one is in use. A slot is a header of 32 bytes, the snapshot, and behind it the
// journal. The header, little-endian: magic (8), generation (8), the snapshot's length plus one or 0
// where there is none (8), and the first 8 bytes of SHA-256 of these 24.
//
// Whatever moment the page or the machine dies in, what was acknowledged is there after:
//
// - An append is written behind the journal and flushed.
// - A replacement: (1) the snapshot is written into the slot not in use, and flushed; (2) that slot's
//   header, with the next generation, is written and flushed: from here on the replacement has
//   happened; (3) every byte of the old slot is overwritten with zeros, and flushed; (4) it is
//   truncated, and flushed.
// - Clearing is a replacement by nothing; then the folder goes.
//
// The next opening takes the slot with the higher generation and does 3 and 4 to the other, whether it
// is an old one or a draft. Both files stay open, which locks them, for as long as the disk is.
import { closed, corrupt, failed } from "./failed.ts";
import type { Disk, Kept } from "./disk.ts";
import { emptySlot, readHeader, type Slot, slotAt, type SyncHandle, writeHeader } from "./slot.ts";
import { folderName } from "./name.ts";

const base = "memolet";

/** Opens a store, making it when it is not there. Another writer, in any tab: `locked`. */
export async function openOpfs(name: string): Promise<Disk> {
  const folder = folderName(name);
  const where = `the store "${name}"`;
  try {
    const root = await navigator.storage.getDirectory();
    const parent = await root.getDirectoryHandle(base, { create: true });
    const files = await openFiles(await parent.getDirectoryHandle(folder, { create: true }));
    try {
      const [current, spare] = await recover(where, files);
      return new Opfs(where, current, spare, () => parent.removeEntry(folder, { recursive: true }));
    } catch (error) {
      files.forEach((file) => file.close());
      throw error;
    }
  } catch (error) {
    throw failed(where, error);
  }
}

/** Whether a store of this name was ever made here. */
export async function isInOpfs(name: string): Promise<boolean> {
  try {
    const parent = await (await navigator.storage.getDirectory()).getDirectoryHandle(base);
    await parent.getDirectoryHandle(folderName(name));
    return true;
  } catch (error) {
    if ((error as Error).name === "NotFoundError") return false;
    throw failed(`the store "${name}"`, error);
  }
}

/** Whether this thread has synchronous file handles: dedicated workers do, where storage is allowed. */
export async function hasOpfs(): Promise<boolean> {
  const File = (globalThis as { FileSystemFileHandle?: { prototype: object } }).FileSystemFileHandle;
  if (!File || !("createSyncAccessHandle" in File.prototype)) return false;
  return navigator.storage.getDirectory().then(() => true, () => false);
}

async function openFiles(folder: FileSystemDirectoryHandle): Promise<SyncHandle[]> {
  const open = async (name: string) => {
    const file = await folder.getFileHandle(name, { create: true });
    return (file as unknown as { createSyncAccessHandle(): Promise<SyncHandle> }).createSyncAccessHandle();
  };
  const first = await open("a");
  try {
    return [first, await open("b")];
  } catch (error) {
    first.close();
    throw error;
  }
}

/** The slot in use and the other one, after what a crash left is finished or dropped. */
async function recover(where: string, files: SyncHandle[]): Promise<[Slot, SyncHandle]> {
  const slots: Slot[] = [];
  for (const file of files) {
    const slot = await readHeader(file);
    if (slot) slots.push(slot);
  }
  slots.sort((one, other) => other.generation - one.generation);
  const current = slots[0] ?? (await make(where, files));
  if (current.file.getSize() < current.journalAt) throw corrupt(where, "its snapshot is cut short");
  const spare = files.find((file) => file !== current.file)!;
  emptySlot(spare);
  return [current, spare];
}

/** A new store's slot. Bytes without a header that holds are those of a damaged store, not of a new one. */
async function make(where: string, files: SyncHandle[]): Promise<Slot> {
  const [file, other] = files as [SyncHandle, SyncHandle];
  const slot = slotAt(file, 1, undefined);
  const isMore = file.getSize() > slot.journalAt || other.getSize() > 0;
  if (isMore) throw corrupt(where, "neither of its headers holds");
  file.truncate(0);
  await writeHeader(slot);
  return slot;
}

class Opfs implements Disk {
  readonly kind = "opfs";
  readonly encrypted = false;
  readonly #where: string;
  readonly #remove: () => Promise<void>;
  #current: Slot;
  #spare: SyncHandle;
  #end: number;
  #open = true;

  constructor(where: string, current: Slot, spare: SyncHandle, remove: () => Promise<void>) {
    this.#where = where;
    this.#current = current;
    this.#spare = spare;
    this.#end = current.file.getSize();
    this.#remove = remove;
  }

  read(): Promise<Kept> {
    return this.#carryOut(() => {
      const { file, snapshotAt, journalAt, hasSnapshot } = this.#current;
      const journal = readAll(file, journalAt, this.#end);
      return hasSnapshot ? { snapshot: readAll(file, snapshotAt, journalAt), journal } : { journal };
    });
  }

  append(bytes: Uint8Array): Promise<void> {
    return this.#carryOut(() => {
      const { file } = this.#current;
      // Where an earlier failure could not be cut back, it is now, or this fails too.
      if (file.getSize() !== this.#end) file.truncate(this.#end);
      try {
        writeAll(file, bytes, this.#end);
        file.flush();
      } catch (error) {
        attempt(() => {
          file.truncate(this.#end);
          file.flush();
        });
        throw error;
      }
      this.#end += bytes.length;
    });
  }

  replace(snapshot: Uint8Array): Promise<void> {
    return this.#carryOut(() => this.#switch(snapshot));
  }

  cut(bytes: number): Promise<void> {
    return this.#carryOut(() => {
      const { file, journalAt } = this.#current;
      const end = Math.max(journalAt, this.#end - bytes);
      file.truncate(end);
      file.flush();
      this.#end = end;
    });
  }

  sizes(): { snapshot: number; journal: number } {
    const { snapshotAt, journalAt } = this.#current;
    return { snapshot: journalAt - snapshotAt, journal: this.#end - journalAt };
  }

  clear(): Promise<void> {
    return this.#carryOut(async () => {
      await this.#switch(undefined);
      await this.close();
      // Who opens it in this very moment has an empty store, and keeps it.
      await this.#remove().catch((error: Error) => {
        if (error.name !== "NoModificationAllowedError") throw error;
      });
    });
  }

  async close(): Promise<void> {
    this.#open = false;
    this.#current.file.close();
    this.#spare.close();
  }

  async #switch(snapshot: Uint8Array | undefined): Promise<void> {
    const [old, spare] = [this.#current, this.#spare];
    const next = slotAt(spare, old.generation + 1, snapshot?.length);
    try {
      emptySlot(spare);
      if (snapshot) writeAll(spare, snapshot, next.snapshotAt);
      spare.flush();
      await writeHeader(next);
    } catch (error) {
      // A header that stayed would win over what is appended from here on.
      if (!attempt(() => emptySlot(spare))) await this.close();
      throw error;
    }
    [this.#current, this.#spare, this.#end] = [next, old.file, next.journalAt];
    emptySlot(old.file);
  }

  async #carryOut<T>(act: () => T | Promise<T>): Promise<T> {
    if (!this.#open) throw closed(this.#where);
    try {
      return await act();
    } catch (error) {
      throw failed(this.#where, error);
    }
  }
}

function readAll(file: SyncHandle, from: number, to: number): Uint8Array {
  const bytes = new Uint8Array(to - from);
  const read = file.read(bytes, { at: from });
  if (read !== bytes.length) throw new Error(`${read} of ${bytes.length} bytes could be read`);
  return bytes;
}

function writeAll(file: SyncHandle, bytes: Uint8Array, at: number): void {
  const written = file.write(bytes, { at });
  if (written !== bytes.length) throw new DOMException("the write was cut short", "QuotaExceededError");
}

/** For what makes good after a failure. False: it failed too, and the next write or opening does it. */
function attempt(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
