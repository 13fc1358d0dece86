// A store that lives as long as the page: for tests, and for memory that is not to be kept.
import type { Disk, Kept } from "./disk.ts";

/** Bytes in memory, so that even such a store can be opened again. */
export class MemoryDisk implements Disk {
  readonly kind = "memory";
  readonly encrypted = false;
  #snapshot: Uint8Array | undefined;
  #journal: Uint8Array[] = [];
  #length = 0;

  async read(): Promise<Kept> {
    const journal = new Uint8Array(this.#length);
    let end = 0;
    for (const bytes of this.#journal) {
      journal.set(bytes, end);
      end += bytes.length;
    }
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
    const { journal } = await this.read();
    this.#empty();
    await this.append(journal.subarray(0, Math.max(0, journal.length - bytes)));
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
