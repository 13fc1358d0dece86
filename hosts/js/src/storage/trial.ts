// Trying a key on a store that somebody else has open.
import type { Key } from "./key.ts";
import { MemoryDisk } from "./memory.ts";
import { refuseSealed, sealed } from "./sealed.ts";

/** Bytes that a store of this name begins with under this key. They tell nothing of it. */
export async function trialOf(key: Key | undefined, name: string): Promise<Uint8Array> {
  const disk = new MemoryDisk();
  // Without a key, what no sealed store begins with.
  if (key === undefined) await disk.append(new Uint8Array(1));
  else await sealed(disk, key, name);
  return (await disk.read()).journal;
}

/** Throws what opening the store under this key would: `denied`, or `invalid` where there is none. */
export async function tryKey(trial: Uint8Array, key: Key | undefined, name: string): Promise<void> {
  if (key === undefined) return refuseSealed({ journal: trial });
  const disk = new MemoryDisk();
  await disk.append(trial);
  await sealed(disk, key, name);
}
