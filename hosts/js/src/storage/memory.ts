// A store that lives as long as the page: for tests, and for memory that is not to be kept.
import { joined } from "./bytes.ts";
import type { Disk, Kept } from "./disk.ts";

/** Bytes in memory, so that even such a store can be opened again. */
export class MemoryDisk implements Disk {
  readonly kind = "memory";
  readonly encrypted = false;
  #snapshot: Uint8Array | undefined;
  /** In the pieces that were added: adding one copies no other. */
  #journal: Uint8Array[] = [];
  #length = 0;

  async read(): Promise<Kept> {
    const journal = joined(this.#journal);
    return this.#snapshot ? { snapshot: this.#snapshot.slice(), journal } : { journal };
  }

  async append(bytes: Uint8Array): Promise<void> {
    this.#journal.push(bytes.slice());
    this.#length += bytes.length;
  }

  async replace(snapshot: Uint8Array): Promise<void> {
    this.#snapshot = snapshot.slice();
    this.#empty();
  }

  async cut(bytes: number): Promise<void> {
    const left = joined(this.#journal).slice(0, Math.max(0, this.#length - bytes));
    this.#journal = [left];
    this.#length = left.length;
  }

  sizes(): { snapshot: number; journal: number } {
    return { snapshot: this.#snapshot?.length ?? 0, journal: this.#length };
  }

  async clear(): Promise<void> {
    this.#snapshot = undefined;
    this.#empty();
  }

  async close(): Promise<void> {}

  #empty(): void {
    this.#journal = [];
    this.#length = 0;
  }
}
