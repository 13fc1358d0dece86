// Which disk a browser's store lies on.
import type { Disk } from "./disk.ts";
import { hasIndexedDb, isInIndexedDb, openIndexedDb } from "./indexeddb.ts";
import { hasOpfs, isInOpfs, openOpfs } from "./opfs.ts";
import type { Key } from "./key.ts";
import { MemoryDisk } from "./memory.ts";
import { other } from "../errors.ts";
import { under } from "./sealed.ts";

export interface DiskOptions {
  /** The store's name: 1 to 240 bytes, escaped. */
  name: string;
  /** Left out: where the store is, or for a new one OPFS in dedicated workers and IndexedDB elsewhere. */
  kind?: BrowserKind | undefined;
  /** Encrypts everything. A store keeps to the key that it was made with. */
  key?: Key | undefined;
}

export type BrowserKind = "opfs" | "indexeddb" | "memory";

interface Place {
  kind: BrowserKind;
  works: () => boolean | Promise<boolean>;
  has: (name: string) => Promise<boolean>;
  open: (name: string) => Promise<Disk>;
}

/** In the order of preference. */
const places: Place[] = [
  { kind: "opfs", works: hasOpfs, has: isInOpfs, open: openOpfs },
  { kind: "indexeddb", works: hasIndexedDb, has: isInIndexedDb, open: openIndexedDb },
];

/** Opens a store's disk. Memory only where it is asked for: nothing is ever lost in silence. */
export async function openDisk({ name, kind, key }: DiskOptions): Promise<Disk> {
  const disk = kind === "memory" ? new MemoryDisk() : await (await choose(name, kind)).open(name);
  return under(key, disk, name);
}

async function choose(name: string, kind: BrowserKind | undefined): Promise<Place> {
  const able: Place[] = [];
  for (const place of places) {
    if (kind !== undefined && place.kind !== kind) continue;
    const works = await place.works();
    if (works) able.push(place);
    if (kind === undefined && (await has(place, name, works))) {
      if (works) return place;
      throw other(`no way to the store "${name}" in this thread: ${missing(place.kind)}`);
    }
  }
  const [preferred] = able;
  if (preferred) return preferred;
  throw other(`no room for a store in this thread: ${missing(kind)}`);
}

/** Whether a store is in a place; where the place does not work, as far as that can be seen. */
function has(place: Place, name: string, works: boolean): Promise<boolean> {
  const there = place.has(name);
  return works ? there : there.catch(() => false);
}

function missing(kind: BrowserKind | undefined): string {
  if (kind === "opfs") return "opfs needs a dedicated worker of a secure page";
  return "indexeddb and Web Locks need a browser and a secure page (https, or localhost)";
}
