// A process that writes numbered records to a disk until it is killed, and what must be there after.
import { joined } from "../../src/storage/bytes.ts";
import { random } from "./conformance.mjs";

const headSize = 8;

/** Record `number`: its length, its number, noise. */
export function record(number, noise) {
  const head = new DataView(new ArrayBuffer(headSize));
  head.setUint32(0, headSize + noise);
  head.setUint32(4, number);
  return joined([new Uint8Array(head.buffer), random(noise)]);
}

/**
 * Appends records from `next` on for ever; about every tenth is followed by a snapshot, which is the
 * last record's number and noise. `done(number)` is called when one is durable.
 */
export async function write(disk, next, done) {
  for (let number = next; ; number++) {
    await disk.append(record(number, Math.floor(Math.random() * 3_000)));
    await done(number);
    if (Math.random() < 0.1) await disk.replace(record(number, 300_000));
  }
}

/** The last number kept. Throws where one is missing before it; a torn end is cut off. */
export async function lastKept(disk) {
  const { snapshot, journal } = await disk.read();
  let last = snapshot ? numberOf(snapshot, 0) : 0;
  let at = 0;
  while (journal.length - at >= headSize) {
    const length = view(journal).getUint32(at);
    if (at + length > journal.length) break;
    const number = numberOf(journal, at);
    if (number !== last + 1) throw new Error(`record ${number} after ${last}`);
    [last, at] = [number, at + length];
  }
  if (at < journal.length) await disk.cut(journal.length - at);
  return last;
}

const numberOf = (some, at) => view(some).getUint32(at + 4);
const view = (some) => new DataView(some.buffer, some.byteOffset);
