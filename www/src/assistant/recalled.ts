// What a question recalls, and how that came about.
import type { Hit, PromptContext } from "memolet";
import { asked } from "../asof/moment.ts";
import type { Budget, Named, Trace, Turn } from "../chat/turns.ts";
import type { Said } from "./assistant.ts";

/** Hits that are looked at for a question. */
const MOST_HITS = 8;
/** Tokens that memory may take of a prompt. */
const BUDGET = 600;
const FORMULAS: Record<string, string> = {
  "tie-breaker": "0.96 × relevance + 0.02 × recency + 0.02 × importance",
  lifecycle: "0.6 × relevance + 0.2 × recency + 0.2 × importance",
  hybrid: "0.4 × relevance + 0.3 × recency + 0.3 × importance",
  "generative-agents": "relevance + recency + importance, each stretched to 0–1",
  "memory-bank": "relevance × recency, which fades with each day unused",
  priority: "importance × freshness × usage × quality − contradiction",
};

/** The hits of a question, best first; `least` is the relevance that is wanted, where it is not the policy's. */
export async function recalled({ memory, text, moment }: Said, signal: AbortSignal, least?: number) {
  const { hits } = await memory.recall({ text, k: MOST_HITS, minRelevance: least, ...asked(moment) }, { signal });
  const { profile, minRelevance } = await memory.policy({ signal });
  const formula = FORMULAS[String(profile)] ?? `profile ${String(profile)}`;
  const trace: Trace = { hits, formula, threshold: least ?? Number(minRelevance) };
  return { hits, trace };
}

/** The same, with the notes that a prompt is given. */
export async function noted(said: Said, signal: AbortSignal) {
  const { hits, trace } = await recalled(said, signal);
  const query = { text: said.text, k: MOST_HITS, ...asked(said.moment), maxTokens: BUDGET };
  const notes = await said.memory.context(query, { signal });
  return { hits, notes, trace: { ...trace, budget: filled(notes, hits, BUDGET) } };
}

/**
 * Tokens by note. A context has a line for each memory, in order, and is counted at four bytes a token; what
 * frames the notes is counted by itself.
 */
function filled(notes: PromptContext, hits: Hit[], most: number): Budget {
  const lines = notes.text.split("\n").filter((line) => line.startsWith("- [m"));
  const texts = new Map(hits.map(({ id, text }) => [id, text]));
  const taken = notes.ids.map((id, index) => {
    const tokens = Math.round((new TextEncoder().encode(lines[index] ?? "").length + 1) / 4);
    return { id, text: texts.get(id) ?? "", tokens };
  });
  const sum = taken.reduce((sum, { tokens }) => sum + tokens, 0);
  return { most, notes: taken, frame: Math.max(notes.tokens - sum, 0) };
}

/** What an answer by a model names: the notes that it cites by their places, else all that it was shown. */
export function citing(places: number[], { ids }: PromptContext, hits: Hit[]): Pick<Turn, "named" | "namedAs"> {
  const byId = new Map(hits.map((hit) => [hit.id, hit]));
  const hitsOf = (ids: string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const used = hitsOf(places.flatMap((place) => ids[place] ?? []));
  return used.length > 0 ? { named: named(used), namedAs: "Used" }
    : { named: named(hitsOf(ids)), namedAs: "Shown to the model" };
}

export function named(hits: Hit[]): Named[] {
  return hits.map(({ id, text }) => ({ id, text }));
}
