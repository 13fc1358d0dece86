// What the host's own operations answer.
import type { DiskKind } from "./storage/disk.ts";

/** Where a store's bytes lie. */
export interface StorageState {
  kind: DiskKind;
  /** Whether the bytes are encrypted under the app's key. */
  encrypted: boolean;
  /** Bytes of the snapshot. */
  snapshot: number;
  /** Bytes of the journal since. */
  journal: number;
  /** Whether the browser promises to keep them when room gets scarce. None: nothing says. */
  persisted?: boolean | undefined;
  /** Bytes that the whole origin may take, and takes. */
  quota?: number | undefined;
  usage?: number | undefined;
}

/** What an import came to. */
export interface Imported {
  /** Memories read. */
  memories: number;
  /** How many became what, by outcome. */
  outcomes: Record<string, number>;
  /** How many were retired again, as they had been. */
  retired: number;
}
