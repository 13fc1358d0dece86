// Memories as mem0 has them.
import type { Kind, Memory, Outcome, Source, Standing, State } from "../contract/types.ts";

/** The session of messages without a run: a conversation needs a name. Nobody is shown this one. */
export const NO_RUN = "mem0";

/** A memory in mem0's shape, and what Memolet knows beyond it. Times are ISO 8601 in UTC. */
export interface Item {
  id: string;
  memory: string;
  userId: string;
  agentId?: string;
  runId?: string;
  actorId?: string;
  metadata: Record<string, unknown>;
  /** When its source saw it. */
  createdAt: string;
  /** When this version of it was recorded. */
  updatedAt: string;
  /** The last day, in UTC, on which it is remembered. */
  expirationDate?: string;
  /** Of a search alone: how well it fits, by the store's profile. */
  score?: number;
  kind: Kind;
  source: Source;
  state: State;
  /** `assert`: it may be stated as fact. `context`: it may only colour the tone. */
  standing: Standing;
}

/** What `add` made of a message. */
export interface Added {
  id: string;
  memory: string;
  /** `ADD`; `UPDATE` where it replaced another; `NOOP` where it was known, or waits for a person. */
  event: "ADD" | "UPDATE" | "NOOP";
  /** What became of it: `active`, `provisional`, `duplicate`, `quarantined`. */
  outcome: Outcome;
  /** The rules that quarantined it. */
  rules: string[];
  metadata: Record<string, unknown>;
}

/** A message that was not remembered. */
export interface Refused {
  /** Its place among the messages. */
  message: number;
  /** The rules that refused it, such as `secret`. */
  rules: string[];
}

/** One version of a memory, as an entry of its history. */
export interface HistoryEntry {
  /** The version's own id. */
  id: string;
  /** The id that was asked for. */
  memoryId: string;
  oldMemory: string | null;
  newMemory: string;
  event: "ADD" | "UPDATE";
  createdAt: string;
  updatedAt: string;
  userId: string;
  state: State;
}

export function item(memory: Memory, score?: number): Item {
  const { agent, session, actor, expiresAt } = memory;
  return {
    id: memory.id,
    memory: memory.text,
    userId: memory.user,
    ...(agent !== undefined && { agentId: agent }),
    ...(session !== undefined && session !== NO_RUN && { runId: session }),
    ...(actor !== undefined && { actorId: actor }),
    metadata: { ...memory.metadata },
    createdAt: iso(memory.observedAt),
    updatedAt: iso(memory.recordedAt),
    ...(expiresAt !== undefined && { expirationDate: iso(expiresAt - 1).slice(0, 10) }),
    ...(score !== undefined && { score }),
    kind: memory.kind,
    source: memory.source,
    state: memory.state,
    standing: memory.standing,
  };
}

/** The versions of a claim, oldest first, as what happened to it. */
export function entries(memoryId: string, versions: Memory[]): HistoryEntry[] {
  return versions.map((version, place) => ({
    id: version.id,
    memoryId,
    oldMemory: versions[place - 1]?.text ?? null,
    newMemory: version.text,
    event: place === 0 ? "ADD" : "UPDATE",
    createdAt: iso(version.observedAt),
    updatedAt: iso(version.recordedAt),
    userId: version.user,
    state: version.state,
  }));
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
