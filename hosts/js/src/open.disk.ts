// A disk of the app's own, where there is no browser to choose one.
import { has } from "./arguments.ts";
import type { Disk } from "./storage/disk.ts";
import type { Key } from "./storage/key.ts";
import { MemoryDisk } from "./storage/memory.ts";
import { sealed } from "./storage/sealed.ts";

const VERBS = Object.fromEntries(
  (["read", "append", "replace", "cut", "sizes", "clear", "close"] satisfies (keyof Disk)[]).map((verb) => [verb, "function"]),
);

/** The disk that `storage` names or is; undefined where it is neither. */
export function diskOf(storage: unknown): Disk | undefined {
  if (storage === "memory") return new MemoryDisk();
  return has(storage, VERBS) ? (storage as Disk) : undefined;
}

/** The disk under the app's key, if it has one. Where that fails, the disk is closed. */
export async function under(key: Key | undefined, disk: Disk, tenant: string): Promise<Disk> {
  if (key === undefined) return disk;
  try {
    return await sealed(disk, key, tenant);
  } catch (error) {
    await disk.close();
    throw error;
  }
}
