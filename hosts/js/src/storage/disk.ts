// Where a store's bytes are kept: a snapshot, and the journal since.

/** What was kept of a store. No snapshot and an empty journal: it is new. */
export interface Kept {
  snapshot?: Uint8Array;
  /** Perhaps with a torn last frame. */
  journal: Uint8Array;
}

/**
 * Seven verbs. A write that resolves is durable, and whatever moment the page dies in, what was
 * acknowledged is there after. Calls never overlap: the caller waits for one before the next.
 * Failures are `MemoletError`s: `full` where there is no room, with everything as before; `locked`;
 * `corrupt`; `other`.
 */
export interface Disk {
  /** Everything that was kept. */
  read(): Promise<Kept>;
  /** Adds to the journal. When it fails, the journal is as before or has a torn end. */
  append(bytes: Uint8Array): Promise<void>;
  /** Replaces the snapshot and empties the journal, in one step. No copy of the old bytes is left. */
  replace(snapshot: Uint8Array): Promise<void>;
  /** Cuts so many bytes off the journal's end: a torn frame. */
  cut(bytes: number): Promise<void>;
  /** Bytes of the snapshot and of the journal, without reading them. */
  sizes(): { snapshot: number; journal: number };
  /** Removes everything: the store is as never made. */
  clear(): Promise<void>;
  /** Lets go of files and locks. Nothing may be called after. */
  close(): Promise<void>;
  /** What kind it is, for people: `opfs`, `indexeddb`, `file`, `memory`. */
  readonly kind: DiskKind;
  /** Whether its bytes are encrypted under the app's key. */
  readonly encrypted: boolean;
}

export type DiskKind = "opfs" | "indexeddb" | "file" | "memory" | "custom";
