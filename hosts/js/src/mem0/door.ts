// What the client needs of a memory: the door's own calls, as a structural type.
import type {
  Admission,
  Candidate,
  Erasure,
  History,
  Labels,
  Listing,
  Memory,
  MessageInput,
  Query,
  Receipt,
  Recalled,
  Revision,
  Window,
} from "../contract/types.ts";

/** The part of `Memory` that is used. */
export interface Door {
  /** The same store for other labels. */
  scope(labels: Labels): Door;
  remember(candidate: Candidate): Promise<Admission>;
  recall(query: Query): Promise<Recalled>;
  get(id: string): Promise<Memory>;
  history(id: string): Promise<History>;
  /** Every memory of the listing, newest first, page after page. */
  list(listing?: Listing): AsyncIterable<Memory>;
  supersede(id: string, revision: Revision): Promise<string>;
  erase(erasure: Erasure): Promise<Receipt>;
  turn(message: MessageInput): Promise<Window>;
  /** The ticket of the question; none where there is nothing to ask, or nobody. */
  extract(): Promise<number | undefined>;
  /** Carries out everything that is open, such as a question to a model. */
  settle(): Promise<unknown>;
}
