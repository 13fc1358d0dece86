// What is known of the place where a store's bytes lie.
import type { StorageState } from "../host.ts";
import type { Disk } from "../storage/disk.ts";
import { persistence } from "../storage/persistence.ts";

/** The state of a disk, with what the browser says of its own. */
export async function storage(disk: Disk): Promise<StorageState> {
  const state = { kind: disk.kind, encrypted: disk.encrypted, ...disk.sizes() };
  const isBrowsers = disk.kind === "opfs" || disk.kind === "indexeddb";
  return isBrowsers ? { ...state, ...(await persistence()) } : state;
}
