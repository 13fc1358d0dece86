// Frames of a sealed disk: bytes encrypted so that they can be read in their place only.
//
// A frame: a head of 9 bytes (sort, length of the ciphertext, that length's complement, little-endian),
// a random IV of 12, the ciphertext with its tag of 16. The cipher is AES-GCM with 256 bits; its
// additional data is the era, the frame's index in it, the head, and the store's name. So a frame that
// was dropped in the middle, moved, changed, or taken from another store or another era does not open.
import { joined } from "./bytes.ts";
import { corrupt } from "./failed.ts";

/** What a frame holds: the check of the key, a snapshot, a piece of the journal, a count of bytes cut off. */
const sorts = { check: 0, snapshot: 1, piece: 2, cut: 3 } as const;
export type Sort = keyof typeof sorts;

/** An opened frame, and where the next begins. */
export interface Frame {
  sort: Sort;
  body: Uint8Array;
  end: number;
}

export const eraSize = 16;
const headSize = 9;
const ivSize = 12;
const tagSize = 16;
/** Bytes of the frame that checks the key: it is empty. */
export const checkSize = headSize + ivSize + tagSize;

type Bytes = Uint8Array<ArrayBuffer>;

/** Seals and opens the frames of one era: from one snapshot to the next. */
export class Frames {
  readonly #key: CryptoKey;
  readonly #era: Uint8Array;
  readonly #name: Uint8Array;

  constructor(key: CryptoKey, era: Uint8Array, name: string) {
    this.#key = key;
    this.#era = era;
    this.#name = new TextEncoder().encode(name);
  }

  async seal(sort: Sort, index: number, body: Uint8Array): Promise<Uint8Array> {
    const length = body.length + tagSize;
    const head = headOf(sorts[sort], length);
    const iv = crypto.getRandomValues(new Uint8Array(ivSize));
    const sealed = await crypto.subtle.encrypt(this.#place(index, head, iv), this.#key, body as Bytes);
    return joined([head, iv, new Uint8Array(sealed)]);
  }

  /**
   * Opens the frame at `at`. Nothing: it is torn, which the last frame alone can be. `corrupt` for any
   * other that does not open.
   */
  async open(bytes: Uint8Array, at: number, index: number): Promise<Frame | undefined> {
    const head = bytes.subarray(at, at + headSize);
    if (head.length < headSize) return undefined;
    const view = new DataView(head.buffer, head.byteOffset, headSize);
    const [sort, length] = [sortOf(view.getUint8(0)), view.getUint32(1, true)];
    if (!sort || ~length >>> 0 !== view.getUint32(5, true)) {
      // A file may have reached its length and not its content.
      if (bytes.subarray(at + headSize).every((byte) => byte === 0)) return undefined;
      throw corrupt("sealed journal", `frame at byte ${at}: its head`);
    }
    const ivAt = at + headSize;
    const end = ivAt + ivSize + length;
    if (end > bytes.length) return undefined;
    const iv = bytes.slice(ivAt, ivAt + ivSize) as Bytes;
    const body = await this.#decrypt(this.#place(index, head, iv), bytes.subarray(ivAt + ivSize, end));
    if (body) return { sort, body, end };
    if (end === bytes.length) return undefined;
    throw corrupt("sealed journal", `frame at byte ${at} is damaged or out of its place`);
  }

  #place(index: number, head: Uint8Array, iv: Bytes): AesGcmParams {
    const number = new DataView(new ArrayBuffer(8));
    number.setBigUint64(0, BigInt(index), true);
    const place = [this.#era, new Uint8Array(number.buffer), head, this.#name];
    return { name: "AES-GCM", iv, additionalData: joined(place) };
  }

  async #decrypt(place: AesGcmParams, sealed: Uint8Array): Promise<Uint8Array | undefined> {
    try {
      return new Uint8Array(await crypto.subtle.decrypt(place, this.#key, sealed as Bytes));
    } catch (error) {
      if ((error as Error).name === "OperationError") return undefined;
      throw error;
    }
  }
}

function headOf(sort: number, length: number): Uint8Array {
  const head = new DataView(new ArrayBuffer(headSize));
  head.setUint8(0, sort);
  head.setUint32(1, length, true);
  head.setUint32(5, ~length >>> 0, true);
  return new Uint8Array(head.buffer);
}

function sortOf(number: number): Sort | undefined {
  return (Object.keys(sorts) as Sort[]).find((sort) => sorts[sort] === number);
}
