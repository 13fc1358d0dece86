// Finding memories by words: what recall gives, then what holds the letters.
import type { Kind, Memory, State } from "../contract/types.ts";
import type { UserMemory } from "../memory.ts";
import { found } from "./store.ts";

/** Memories that a search looks through for letters. */
const LOOKED_THROUGH = 1000;
const MOST_HITS = 50;
/** Below what recall asks of a hit: here a person looks, and no prompt is filled. */
const ENOUGH = 0.1;

export interface Found {
  /** By recall, best first. */
  best: Memory[];
  /** The rest that holds the text's letters in a row, newest first. */
  holding: Memory[];
}

/** Memories that bear on a text or hold it. */
export async function search(
  memory: UserMemory, text: string, states: State[], kinds: Kind[],
): Promise<Found> {
  const [page, recalled] = await Promise.all([
    memory.page({ states, kinds, limit: LOOKED_THROUGH }),
    memory.recall({ text, states, kinds, k: MOST_HITS, minRelevance: ENOUGH }),
  ]);
  const known = new Map(page.memories.map((memory) => [memory.id, memory]));
  const hits = await Promise.all(recalled.hits.map(({ id }) => known.get(id) ?? found(memory.get(id))));
  const best = hits.filter((hit) => hit !== undefined);
  const shown = new Set(best.map(({ id }) => id));
  const wanted = folded(text);
  const holds = (memory: Memory) => spoken(memory).some((words) => folded(words).includes(wanted));
  const rest = page.memories.filter(({ id }) => !shown.has(id));
  return { best, holding: rest.filter(holds) };
}

function spoken({ text, value, address, actor }: Memory): string[] {
  return [text, value, address?.entity, address?.attribute, actor].filter((words) => words !== undefined);
}

function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
