// Those who listen to a store.
import type { StoreEvent } from "../events.ts";

export class Listeners {
  readonly #all = new Set<(event: StoreEvent) => void>();

  /** Calls the listener for every event, until what this gives is called. */
  add(listener: (event: StoreEvent) => void): () => void {
    const own = (event: StoreEvent) => listener(event); // the same function may listen twice
    this.#all.add(own);
    return () => void this.#all.delete(own);
  }

  /** A listener that throws is its owner's to mend, and stops no other. */
  tell(event: StoreEvent): void {
    for (const listener of [...this.#all]) {
      try {
        listener(event);
      } catch (error) {
        console.error(error);
      }
    }
  }
}
