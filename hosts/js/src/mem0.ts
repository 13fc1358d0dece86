// Memolet behind the calls of mem0's JavaScript client. docs/mem0.md says what differs, and why.
import type { Candidate, Erasure, Memory, Receipt } from "./contract/types.ts";
import { invalid, MemoletError } from "./errors.ts";
import { inferred, remembered } from "./mem0/add.ts";
import type { Door } from "./mem0/door.ts";
import { both, equal, split, type Filter } from "./mem0/filter.ts";
import { entries, item, type Added, type HistoryEntry, type Item, type Refused } from "./mem0/items.ts";
import { read as readMessages, type Message } from "./mem0/messages.ts";
import type { AddOptions, EntityOptions, GetAllOptions, SearchOptions } from "./mem0/options.ts";
import { count, dayAfter, named, object, read, text, time } from "./mem0/options.ts";

export type { Added, AddOptions, Door, EntityOptions, GetAllOptions, HistoryEntry, Item, Message };
export type { Refused, SearchOptions };

export interface ClientSettings {
  /**
   * The memory of another user, for apps that serve several: `(user) => memory.as(user)` gives them all. Left
   * out, a call that names another user than the memory's own is `denied`.
   */
  users?: ((user: string) => Door | Promise<Door>) | undefined;
  /** Who asks for erasures: receipts hold it as a keyed hash. Default: the user of the call. */
  authority?: string | undefined;
}

/** What an erasure did, in mem0's words and as the receipt that proves it. Undefined: nothing was there. */
export interface Deleted {
  message: string;
  receipt?: Receipt;
}

const ENTITIES = ["userId", "agentId", "runId"] as const;

type Entities = Partial<Record<(typeof ENTITIES)[number], unknown>>;

/** A client of the shape of mem0's. Every failure is a `MemoletError`. */
export class MemoryClient {
  readonly #memory: Door;
  readonly #users: ClientSettings["users"];
  readonly #authority: string | undefined;

  /** Throws `invalid` where `users` is no function or `authority` no text. */
  constructor(memory: Door, { users, authority }: ClientSettings = {}) {
    if (users !== undefined && typeof users !== "function") throw invalid("users is a function from a user to a memory");
    this.#memory = memory;
    this.#users = users;
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
    const door = await this.#door(given);
    const claims = given.infer === false ? undefined : await inferred(door, said, common.observedAt);
    return claims ? { results: claims, refused: [] } : remembered(door, said, common);
  }

  /** The memories that fit a query best, best first. Nothing relevant: none. */
  async search(query: string, options?: SearchOptions): Promise<{ results: Item[] }> {
    const given = read(options, [...ENTITIES, "filters", "topK", "threshold", "rerank"]);
    const { door, filter } = await this.#reading(given);
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
    const { door, filter } = await this.#reading(given);
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
    const memory = await present(latest(await this.#door(read(options, ENTITIES)), memoryId));
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
    const door = await this.#door(read(options, ENTITIES));
    const { id } = await latest(door, memoryId);
    return { message: "Memory updated", id: await door.supersede(id, { text: words }) };
  }

  /** Erases a memory with all its versions, and gives the receipt. */
  async delete(memoryId: string, options?: EntityOptions): Promise<Deleted> {
    const door = await this.#door(read(options, ENTITIES));
    const { id } = await latest(door, memoryId);
    const { versions } = await door.history(id);
    return {
      message: "Memory deleted",
      receipt: await this.#erase(door, { ids: versions.map(({ id }) => id) }),
    };
  }

  /**
   * Erases everything of a user, an agent or a run, and gives the receipt. One of them must be named, and
   * none by null or undefined: that would erase more than was meant.
   */
  async deleteAll(options: EntityOptions): Promise<Deleted> {
    const given = named(options, ENTITIES);
    if (Object.keys(given).length === 0) throw invalid("name a userId, agentId or runId, or call reset");
    const door = await this.#door(given);
    const filter = narrowed(given);
    const receipt = await present(this.#erase(door, filter ? { filter } : { user: door.labels.user }));
    return receipt ? { message: "Memories deleted", receipt } : { message: "No memories to delete" };
  }

  /** What a memory said before and says now, oldest first. */
  async history(memoryId: string, options?: EntityOptions): Promise<HistoryEntry[]> {
    const door = await this.#door(read(options, ENTITIES));
    const { versions } = await door.history((await latest(door, memoryId)).id);
    return entries(memoryId, versions);
  }

  /** Erases everything of the memory's own user. */
  reset(): Promise<Deleted> {
    return this.deleteAll({ userId: this.#memory.labels.user });
  }

  /** The memory that a call is about, under the labels that it names. */
  async #door(given: Entities): Promise<Door> {
    const own = this.#memory.labels.user;
    const user = text("userId", given.userId) ?? own;
    const memory = user === own ? this.#memory : await this.#users?.(user);
    if (memory?.labels.user === user) return memory.scope(labels(given));
    throw new MemoletError(
      "denied",
      "this memory is of another user; give the client `users` to serve several",
    );
  }

  /** The memory that a call reads, and the filter for the rest of what it names. */
  async #reading(
    given: Entities & { filters?: unknown },
  ): Promise<{ door: Door; filter: Filter | undefined }> {
    const { userId, filter } = split(object("filters", given.filters));
    if (userId !== undefined && given.userId !== undefined && userId !== given.userId) {
      throw invalid("userId and filters name two users; one is read at a time");
    }
    const door = await this.#door({ ...given, userId: given.userId ?? userId });
    return { door, filter: both(narrowed(given), filter) };
  }

  #erase(door: Door, what: Partial<Erasure>): Promise<Receipt> {
    return door.erase({ authority: this.#authority ?? door.labels.user, reason: "mem0-delete", ...what });
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

/** What a call's agent and run are called here. */
function labels({ agentId, runId }: Entities): { agent?: string; session?: string } {
  const agent = text("agentId", agentId);
  const session = text("runId", runId);
  return { ...(agent && { agent }), ...(session && { session }) };
}

/** Agent and run only label what is written: what is read or erased is narrowed to them by a filter. */
function narrowed(given: Entities): Filter | undefined {
  return both(...Object.entries(labels(given)).map(([field, value]) => equal(field, value)));
}
