// What the host's own operations answer.
import type { DiskKind } from "./storage/disk.ts";
import type { Persistence } from "./storage/persistence.ts";

/** Where a store's bytes lie. */
export interface StorageState extends Persistence {
  kind: DiskKind;
  /** Whether the bytes are encrypted under the app's key. */
  encrypted: boolean;
  /** Bytes of the snapshot. */
  snapshot: number;
  /** Bytes of the journal since. */
  journal: number;
}
