// Memolet behind the calls of mem0's JavaScript client. docs/mem0.md says what differs, and why.
import type { Candidate, Erasure, Labels, Memory, Receipt } from "./contract/types.ts";
import { MemoletError } from "./errors.ts";
import { inferred, remembered } from "./mem0/add.ts";
import type { Door } from "./mem0/door.ts";
import { both, equal, split, type Filter } from "./mem0/filter.ts";
import { entries, item, type Added, type HistoryEntry, type Item, type Refused } from "./mem0/items.ts";
import { read as readMessages, type Message } from "./mem0/messages.ts";
import type { AddOptions, EntityOptions, GetAllOptions, SearchOptions } from "./mem0/options.ts";
import { count, dayAfter, invalid, object, read, text, time } from "./mem0/options.ts";

export type { Added, AddOptions, Door, EntityOptions, GetAllOptions, HistoryEntry, Item, Message };
export type { Refused, SearchOptions };

export interface ClientSettings {
  /** Whose memories they are, where a call names nobody. */
  user: string;
  /** Who asks for erasures: receipts hold it as a keyed hash. Default: the user of the call. */
  authority?: string | undefined;
}

/** What an erasure did, in mem0's words and as the receipt that proves it. Undefined: nothing was there. */
export interface Deleted {
  message: string;
  receipt?: Receipt;
}

const ENTITIES = ["userId", "agentId", "runId"] as const;

/** A client of the shape of mem0's. Every failure is a `MemoletError`. */
export class MemoryClient {
  readonly #memory: Door;
  readonly #user: string;
  readonly #authority: string | undefined;

  constructor(memory: Door, { user, authority }: ClientSettings) {
    if (!text("user", user)) throw invalid("user is a text that is not empty");
    this.#memory = memory;
    this.#user = user;
    this.#authority = text("authority", authority);
  }

  /**
   * Remembers what a text or a conversation says. With a model the claims are the model's reading of what
   * the user said; without one, or with `infer: false`, each message of the user's is remembered as an
   * episode, word for word. `refused` has the messages that the store's rules kept out.
   */
  async add(
    messages: string | Message[],
    options?: AddOptions,
  ): Promise<{ results: Added[]; refused: Refused[] }> {
    const given = read(options, [...ENTITIES, "metadata", "infer", "timestamp", "expirationDate"]);
    const said = readMessages(messages);
    const common = {
      metadata: object("metadata", given.metadata) as Candidate["metadata"],
      observedAt: time(given.timestamp),
      expiresAt: dayAfter(given.expirationDate),
    };
    const labels = this.#labels(given);
    const claims =
      given.infer === false ? undefined : await inferred(this.#memory, labels, said, common.observedAt);
    return claims ? { results: claims, refused: [] } : remembered(this.#memory.scope(labels), said, common);
  }

  /** The memories that fit a query best, best first. Nothing relevant: none. */
  async search(query: string, options?: SearchOptions): Promise<{ results: Item[] }> {
    const given = read(options, [...ENTITIES, "filters", "topK", "threshold", "rerank"]);
    const { door, filter } = this.#reading(given);
    const { hits } = await door.recall({
      text: query,
      k: count("topK", given.topK) ?? 10,
      minRelevance: given.threshold as number | undefined,
      rerank: given.rerank as boolean | undefined,
      filter,
    });
    const found = hits.map(async ({ id, score }) => {
      const memory = await present(door.get(id));
      return memory && item(memory, score);
    });
    return { results: (await Promise.all(found)).filter((result) => result !== undefined) };
  }

  /** Every memory, newest first. */
  async getAll(options?: GetAllOptions): Promise<{ results: Item[] }> {
    const given = read(options, [...ENTITIES, "filters", "topK"]);
    const { door, filter } = this.#reading(given);
    const most = count("topK", given.topK) ?? Infinity;
    const results: Item[] = [];
    for await (const memory of door.list({ filter, limit: Math.min(most, 1000) })) {
      results.push(item(memory));
      if (results.length >= most) break;
    }
    return { results };
  }

  /** The memory as it is now: an id of an earlier version leads to the latest. Null where there is none. */
  async get(memoryId: string, options?: EntityOptions): Promise<Item | null> {
    const memory = await present(latest(this.#door(options), memoryId));
    return memory ? item(memory) : null;
  }

  /** Writes a new version. The one before stays in the history, and the id given stays good. */
  async update(
    memoryId: string,
    change: string | { text: string },
    options?: EntityOptions,
  ): Promise<{ message: string; id: string }> {
    const words = typeof change === "string" ? change : read(change, ["text"]).text;
    if (typeof words !== "string") throw invalid("text is the new text; metadata is as it was remembered");
    const door = this.#door(options);
    const { id } = await latest(door, memoryId);
    return { message: "Memory updated", id: await door.supersede(id, { text: words }) };
  }

  /** Erases a memory with all its versions, and gives the receipt. */
  async delete(memoryId: string, options?: EntityOptions): Promise<Deleted> {
    const door = this.#door(options);
    const { id } = await latest(door, memoryId);
    const { versions } = await door.history(id);
    const labels = this.#labels(read(options, ENTITIES));
    const receipt = await door.erase({ ...this.#erasure(labels), ids: versions.map(({ id }) => id) });
    return { message: "Memory deleted", receipt };
  }

  /** Erases everything of a user, an agent or a run, and gives the receipt. One of them must be named. */
  async deleteAll(options: EntityOptions): Promise<Deleted> {
    const given = read(options, ENTITIES);
    if (Object.keys(given).length === 0) throw invalid("name a userId, agentId or runId, or call reset");
    const labels = this.#labels(given);
    const filter = ofEntities(labels);
    const what = filter ? { filter } : { user: labels.user };
    const receipt = await present(this.#memory.scope(labels).erase({ ...this.#erasure(labels), ...what }));
    return receipt ? { message: "Memories deleted", receipt } : { message: "No memories to delete" };
  }

  /** What a memory said before and says now, oldest first. */
  async history(memoryId: string, options?: EntityOptions): Promise<HistoryEntry[]> {
    const door = this.#door(options);
    const { versions } = await door.history((await latest(door, memoryId)).id);
    return entries(memoryId, versions);
  }

  /** Erases everything of the user that the client was made for. */
  reset(): Promise<Deleted> {
    return this.deleteAll({ userId: this.#user });
  }

  #labels({ userId, agentId, runId }: Partial<Record<(typeof ENTITIES)[number], unknown>>): Labels {
    const agent = text("agentId", agentId);
    const session = text("runId", runId);
    return {
      user: text("userId", userId) ?? this.#user,
      ...(agent && { agent }),
      ...(session && { session }),
    };
  }

  #door(options: EntityOptions | undefined): Door {
    return this.#memory.scope(this.#labels(read(options, ENTITIES)));
  }

  /** The door of the user that a call reads, and the filter for the rest of what it names. */
  #reading(given: { filters?: unknown; userId?: unknown; agentId?: unknown; runId?: unknown }) {
    const { userId, filter } = split(object("filters", given.filters));
    if (userId !== undefined && given.userId !== undefined && userId !== given.userId) {
      throw invalid("userId and filters name two users; one is read at a time");
    }
    const labels = this.#labels({ ...given, userId: given.userId ?? userId });
    return { door: this.#memory.scope(labels), filter: both(ofEntities(labels), filter) };
  }

  #erasure({ user }: Labels): Pick<Erasure, "authority" | "reason"> {
    return { authority: this.#authority ?? user, reason: "mem0-delete" };
  }
}

/** The last that is there of the versions that follow a memory. */
async function latest(door: Door, id: string): Promise<Memory> {
  let memory = await door.get(id);
  for (const seen = new Set<string>(); memory.supersededBy && !seen.has(memory.supersededBy);) {
    seen.add(memory.supersededBy);
    const next = await present(door.get(memory.supersededBy));
    if (!next) break;
    memory = next;
  }
  return memory;
}

/** Undefined for what is not there. */
async function present<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (thrown) {
    if (MemoletError.from(thrown).tag === "not-found") return undefined;
    throw thrown;
  }
}

/** Agent and run only label what is written: what is read or erased is narrowed to them by a filter. */
function ofEntities({ agent, session }: Labels): Filter | undefined {
  return both(agent ? equal("agent", agent) : undefined, session ? equal("session", session) : undefined);
}
