// One of the two files of a store in OPFS: its header, and how it is emptied. The layout is in opfs.ts.

/** What browsers give as FileSystemSyncAccessHandle. */
export interface SyncHandle {
  read(into: Uint8Array, options: { at: number }): number;
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
}

/** A slot in use, or about to be. */
export interface Slot {
  readonly file: SyncHandle;
  readonly generation: number;
  readonly hasSnapshot: boolean;
  /** Where the snapshot begins, in bytes. */
  readonly snapshotAt: number;
  /** Where the snapshot ends and the journal begins. */
  readonly journalAt: number;
}

const magic = 0x31_46_54_45_4c_4d_45_4dn; // "MEMLETF1"
const length = 32;
const checked = 24;

export function slotAt(file: SyncHandle, generation: number, snapshot: number | undefined): Slot {
  const hasSnapshot = snapshot !== undefined;
  return { file, generation, hasSnapshot, snapshotAt: length, journalAt: length + (snapshot ?? 0) };
}

/** Reads a slot's header. None that holds: the slot is empty, or a draft. */
export async function readHeader(file: SyncHandle): Promise<Slot | undefined> {
  const header = new Uint8Array(length);
  if (file.read(header, { at: 0 }) !== length) return undefined;
  const view = new DataView(header.buffer);
  if (view.getBigUint64(0, true) !== magic) return undefined;
  if (view.getBigUint64(checked, true) !== (await checksum(header))) return undefined;
  const snapshot = Number(view.getBigUint64(16, true));
  return slotAt(file, Number(view.getBigUint64(8, true)), snapshot === 0 ? undefined : snapshot - 1);
}

/** Writes a slot's header, and flushes. */
export async function writeHeader(slot: Slot): Promise<void> {
  const header = new Uint8Array(length);
  const view = new DataView(header.buffer);
  const snapshot = slot.hasSnapshot ? slot.journalAt - slot.snapshotAt + 1 : 0;
  view.setBigUint64(0, magic, true);
  view.setBigUint64(8, BigInt(slot.generation), true);
  view.setBigUint64(16, BigInt(snapshot), true);
  view.setBigUint64(checked, await checksum(header), true);
  if (slot.file.write(header, { at: 0 }) !== length) throw new Error("the header could not be written");
  slot.file.flush();
}

/** Overwrites a file's bytes with zeros, then cuts it to nothing: no copy of them is left in it. */
export function emptySlot(file: SyncHandle): void {
  const size = file.getSize();
  if (size === 0) return;
  const zeros = new Uint8Array(Math.min(size, 1 << 20));
  for (let at = 0; at < size; at += zeros.length) {
    const some = Math.min(zeros.length, size - at);
    const written = file.write(zeros.subarray(0, some), { at });
    if (written !== some) throw new Error("old bytes could not be overwritten");
  }
  file.flush();
  file.truncate(0);
  file.flush();
}

async function checksum(header: Uint8Array<ArrayBuffer>): Promise<bigint> {
  const digest = await crypto.subtle.digest("SHA-256", header.subarray(0, checked));
  return new DataView(digest).getBigUint64(0, true);
}
