// A disk over another disk, on which everything is encrypted.
//
// What lies on the disk below, in frames (frames.ts):
//
// - an opening: magic (8 bytes), the era's random name (16), and an empty frame that tells whether a
//   key is the right one. It begins the snapshot, or the journal as long as there is no snapshot;
// - the snapshot: one frame;
// - the journal: a frame for each append and each cut, numbered on from there.
//
// Every snapshot begins an era. A torn last frame was never acknowledged and is dropped; so a `read`
// gives whole appends only. What this cannot tell: that the whole store is an earlier state of
// itself, put back. How many and how large the frames are can be seen.
//
// Without the key nothing can be read: whoever throws it away has erased every copy, also those that a
// browser or a device keeps of freed blocks. One key should write fewer than 2^32 frames.
import { joined } from "./bytes.ts";
import { checkSize, eraSize, Frames } from "./frames.ts";
import { closed, corrupt } from "./failed.ts";
import type { Disk, DiskKind, Kept } from "./disk.ts";
import { type Key, usableKey } from "./key.ts";
import { invalid, MemoletError } from "../errors.ts";

const magic = new TextEncoder().encode("MEMSEAL1");
const openingSize = magic.length + eraSize + checkSize;

/**
 * Encrypts whatever is kept on `disk`. `name` binds the bytes to one of several stores under one key.
 * Another key than the store was made with: `denied`; a store that is not encrypted: `invalid`. Nothing
 * is changed then, and `disk` stays open.
 */
export async function sealed(disk: Disk, key: Key, name = ""): Promise<Disk> {
  const store = new Sealed(disk, await usableKey(key), name);
  await store.begin();
  return store;
}

/** The disk under the app's key, if it has one. Where that fails, the disk is closed. */
export async function under(key: Key | undefined, disk: Disk, name: string): Promise<Disk> {
  if (key === undefined) return disk;
  try {
    return await sealed(disk, key, name);
  } catch (error) {
    await disk.close();
    throw error;
  }
}

/** For who opens a disk without a key: `denied` where its bytes are a sealed store's. */
export function refuseSealed({ snapshot, journal }: Kept): void {
  const start = snapshot ?? journal;
  if (start.length < magic.length || !isSealed(start)) return;
  throw new MemoletError("denied", "this store is encrypted; it opens with its key only");
}

/** Whether bytes begin as a sealed store's do, as far as they go. */
function isSealed(start: Uint8Array): boolean {
  return start.length > 0 && magic.every((byte, n) => n >= start.length || start[n] === byte);
}

class Sealed implements Disk {
  readonly kind: DiskKind;
  readonly encrypted = true;
  readonly #disk: Disk;
  readonly #key: CryptoKey;
  readonly #name: string;
  #frames: Frames | undefined;
  #next = 0;
  #sizes = { snapshot: 0, journal: 0 };
  /** An append failed, and may have left a torn frame that the next must not be put behind. */
  #torn = false;
  /** What `begin` has read, until the first `read` takes it. */
  #first: Kept | undefined;

  constructor(disk: Disk, key: CryptoKey, name: string) {
    this.kind = disk.kind;
    this.#disk = disk;
    this.#key = key;
    this.#name = name;
  }

  /** Reads the store, or makes a new one's opening, so that it knows its key from now on. */
  async begin(): Promise<void> {
    this.#first = await this.#load();
  }

  async read(): Promise<Kept> {
    const first = this.#first;
    this.#first = undefined;
    return first ?? this.#load();
  }

  append(bytes: Uint8Array): Promise<void> {
    return this.#add("piece", bytes, this.#sizes.journal + bytes.length);
  }

  /** Said in a frame of its own, so that it happens in one step wherever the cut falls. */
  cut(bytes: number): Promise<void> {
    const count = Math.min(bytes, this.#sizes.journal);
    const body = new Uint8Array(8);
    new DataView(body.buffer).setBigUint64(0, BigInt(count), true);
    return this.#add("cut", body, this.#sizes.journal - count);
  }

  async replace(snapshot: Uint8Array): Promise<void> {
    this.#first = undefined;
    const { frames, opening } = await this.#era();
    await this.#disk.replace(joined([opening, await frames.seal("snapshot", 1, snapshot)]));
    this.#stand(frames, 2, { snapshot: snapshot.length, journal: 0 });
  }

  /** Of what is encrypted: the frames around it take a few bytes more. */
  sizes(): { snapshot: number; journal: number } {
    return { ...this.#sizes };
  }

  async clear(): Promise<void> {
    this.#forget();
    await this.#disk.clear();
  }

  async close(): Promise<void> {
    this.#forget();
    await this.#disk.close();
  }

  /** Where the store stands, once that is certain. */
  #stand(frames: Frames, next: number, sizes: { snapshot: number; journal: number }): void {
    [this.#frames, this.#next, this.#sizes, this.#torn] = [frames, next, sizes, false];
  }

  #forget(): void {
    this.#first = this.#frames = undefined;
    this.#sizes = { snapshot: 0, journal: 0 };
  }

  async #add(sort: "piece" | "cut", body: Uint8Array, journal: number): Promise<void> {
    this.#first = undefined;
    if (!this.#frames) throw closed("the sealed store");
    if (this.#torn) await this.#load();
    this.#torn = true;
    await this.#disk.append(await this.#frames.seal(sort, this.#next, body));
    this.#torn = false;
    this.#next += 1;
    this.#sizes.journal = journal;
  }

  /** A new era: its frames, and the bytes that open it. */
  async #era(): Promise<{ frames: Frames; opening: Uint8Array }> {
    const era = crypto.getRandomValues(new Uint8Array(eraSize));
    const frames = new Frames(this.#key, era, this.#name);
    return { frames, opening: joined([magic, era, await frames.seal("check", 0, new Uint8Array())]) };
  }

  async #load(): Promise<Kept> {
    const below = await this.#disk.read();
    if (!below.snapshot && below.journal.length < openingSize) return this.#make(below.journal);
    const start = below.snapshot ?? below.journal;
    const frames = await this.#opened(start);
    const snapshot = below.snapshot && (await snapshotOf(frames, start));
    const first = { at: snapshot ? 0 : openingSize, index: snapshot ? 2 : 1 };
    const journal = await journalOf(frames, below.journal, first);
    if (journal.torn > 0) await this.#disk.cut(journal.torn);
    this.#stand(frames, journal.next, { snapshot: snapshot?.length ?? 0, journal: journal.bytes.length });
    return snapshot ? { snapshot, journal: journal.bytes } : { journal: journal.bytes };
  }

  /** What is shorter than an opening is a torn one, of a store that nothing was written to yet. */
  async #make(torn: Uint8Array): Promise<Kept> {
    const journal = new Uint8Array();
    if (torn.length > 0) {
      refuseUnsealed(torn);
      await this.#disk.cut(torn.length);
    }
    const { frames, opening } = await this.#era();
    await this.#disk.append(opening);
    this.#stand(frames, 1, { snapshot: 0, journal: 0 });
    return { journal };
  }

  /** The frames of the era that some bytes open, if this is their key. */
  async #opened(start: Uint8Array): Promise<Frames> {
    refuseUnsealed(start);
    const era = start.slice(magic.length, magic.length + eraSize);
    const frames = new Frames(this.#key, era, this.#name);
    const check = start.subarray(0, openingSize);
    if (await frames.open(check, magic.length + eraSize, 0)) return frames;
    throw new MemoletError("denied", "the key does not open this store");
  }
}

function refuseUnsealed(start: Uint8Array): void {
  if (!isSealed(start)) throw invalid("key: this store is not encrypted; open it without");
}

async function snapshotOf(frames: Frames, bytes: Uint8Array): Promise<Uint8Array> {
  const frame = await frames.open(bytes, openingSize, 1);
  if (frame?.sort === "snapshot" && frame.end === bytes.length) return frame.body;
  throw corrupt("sealed snapshot", "it is damaged, or of another store");
}

/** The journal as it was appended and cut, the next frame's index, and the bytes of a torn last one. */
async function journalOf(frames: Frames, bytes: Uint8Array, first: { at: number; index: number }) {
  const pieces: Uint8Array[] = [];
  let { at, index } = first;
  for (; at < bytes.length; index++) {
    const frame = await frames.open(bytes, at, index);
    if (!frame) break;
    if (frame.sort === "piece") pieces.push(frame.body);
    else if (frame.sort === "cut") cutPieces(pieces, frame.body);
    else throw corrupt("sealed journal", `frame at byte ${at} is of another sort`);
    at = frame.end;
  }
  return { bytes: joined(pieces), next: index, torn: bytes.length - at };
}

function cutPieces(pieces: Uint8Array[], body: Uint8Array): void {
  let left = Number(new DataView(body.buffer, body.byteOffset).getBigUint64(0, true));
  while (left > 0) {
    const last = pieces.pop();
    if (!last) return;
    if (last.length > left) pieces.push(last.subarray(0, last.length - left));
    left -= Math.min(left, last.length);
  }
}
