// A disk of the app's own, where there is no browser to choose one.
import { has } from "./arguments.ts";
import type { Disk } from "./storage/disk.ts";
import { MemoryDisk } from "./storage/memory.ts";

const VERBS = Object.fromEntries(
  (["read", "append", "replace", "cut", "sizes", "clear", "close"] satisfies (keyof Disk)[]).map((verb) => [verb, "function"]),
);

/** The disk that `storage` names or is; undefined where it is neither. */
export function diskOf(storage: unknown): Disk | undefined {
  if (storage === "memory") return new MemoryDisk();
  return has(storage, VERBS) ? (storage as Disk) : undefined;
}
