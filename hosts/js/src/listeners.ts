// Those who listen to a store.
import type { RoleEvent, StoreEvent } from "./events.ts";

export class Listeners {
  readonly #all = new Set<(event: StoreEvent) => void>();
  /** What was told last. The first comes before the store is open, and nobody is told the same again. */
  role: RoleEvent["role"] = "through-another-tab";

  /** Calls the listener for every event, until what this gives is called. */
  add(listener: (event: StoreEvent) => void): () => void {
    const own = (event: StoreEvent) => listener(event); // the same function may listen twice
    this.#all.add(own);
    return () => void this.#all.delete(own);
  }

  /** A listener that throws is its owner's to mend, and stops no other. */
  tell(event: StoreEvent): void {
    if (event.type === "role") {
      if (event.role === this.role) return;
      this.role = event.role;
    }
    for (const listener of [...this.#all]) {
      try {
        listener(event);
      } catch (error) {
        console.error(error);
      }
    }
  }
}
