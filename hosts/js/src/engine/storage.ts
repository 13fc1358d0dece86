// What is known of the place where a store's bytes lie.
import type { Disk, DiskKind } from "../storage/disk.ts";

/** How much is kept where, and whether the browser may take it away. */
export interface StorageState {
  kind: DiskKind;
  /** Whether the bytes are encrypted under the app's key. */
  encrypted: boolean;
  /** Bytes of the snapshot. */
  snapshot: number;
  /** Bytes of the journal since. */
  journal: number;
  /** Whether the browser keeps it when room is short; unknown elsewhere. */
  persisted?: boolean;
  /** Bytes that this origin may use, and uses, in all. */
  quota?: number;
  usage?: number;
}

/** The state of a disk, with what the browser says of its own. */
export async function storage(disk: Disk): Promise<StorageState> {
  const state = { kind: disk.kind, encrypted: disk.encrypted, ...disk.sizes() };
  const manager = globalThis.navigator?.storage;
  if (!manager || (disk.kind !== "opfs" && disk.kind !== "indexeddb")) return state;
  const [persisted, estimate] = await Promise.all([
    manager.persisted().catch(() => undefined),
    manager.estimate().catch((): StorageEstimate => ({})),
  ]);
  const said = Object.entries({ persisted, quota: estimate.quota, usage: estimate.usage });
  return { ...state, ...Object.fromEntries(said.filter(([, value]) => value !== undefined)) };
}
