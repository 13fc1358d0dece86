// A way to a store: in this thread, in a worker, or through the tab that writes.
import type { RoleEvent, StoreEvent } from "./events.ts";
import type { Request } from "./request.ts";

/** Carries requests to the one keeper of a store, and its events back. */
export interface Link {
  /**
   * Gives an operation's result, or throws a `MemoletError`. When `signal` aborts it throws the
   * signal's reason; a command that was under way by then may have been carried out.
   */
  request(request: Request, signal?: AbortSignal): Promise<unknown>;
  /** Calls the listener for every event, until what it returns is called. */
  listen(listener: (event: StoreEvent) => void): () => void;
  /** Who keeps the store now. A `role` event tells of every change. */
  readonly role: RoleEvent["role"];
  /** Lets the store go. What was acknowledged is kept. */
  close(): Promise<void>;
}
