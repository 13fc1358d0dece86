// What the client needs of a memory: calls of the door.
import type { Labels } from "../contract/types.ts";
import type { UserMemory } from "../memory.ts";

type Calls =
  | "labels"
  | "remember"
  | "recall"
  | "get"
  | "history"
  | "list"
  | "supersede"
  | "erase"
  | "turn"
  | "extract"
  | "settle";

/** One user's memory: the part of `UserMemory` that is used. */
export interface Door extends Pick<UserMemory, Calls> {
  scope(labels: Partial<Omit<Labels, "user">>): Door;
}
