// What answers: rules and recall alone, or a model beside them.
import type { UserMemory } from "memolet";
import type { Moment } from "../asof/moment.ts";
import type { Reply, Turn } from "../chat/turns.ts";

/** A message that wants an answer. */
export interface Said {
  text: string;
  /** Evidence uri of the message. */
  ref: string;
  at: number;
  memory: UserMemory;
  /** Undefined: now. As of then nothing is remembered. */
  moment: Moment | undefined;
  /** The conversation with this assistant so far, without this message. */
  before: readonly Turn[];
}

export interface Assistant {
  /** Writes an answer, bit by bit where it comes so. Throws what fails. */
  answer(said: Said, write: (reply: Reply) => void, signal: AbortSignal): Promise<void>;
}
