// Statements into memories, and what became of each in plain words.
import type { Memory } from "memolet";
import type { Card, Offer, Reply } from "../chat/turns.ts";
import type { Said } from "./assistant.ts";
import { card } from "./card.ts";
import { NAME, type Lifted } from "./rules/index.ts";

/** Whose facts these are: the person's own. */
const ENTITY = "user";

const REASONS: Record<string, string> = {
  secret: "it looks like a password, a key or a card number, and I keep none of those",
  length: "it is too long for one memory",
  "one-claim": "it says several things at once; tell me one at a time",
  "control-characters": "it holds invisible characters",
  "restricted-category": "it is of a sort that I am not allowed to keep",
  speculation: "it sounds like a guess",
  "recall-echo": "it repeats my own notes",
  tombstoned: "you had me forget this for good",
  "instruction-in-content": "it reads like an instruction rather than a fact",
};

/**
 * Remembers, or ends, what a message says. `as` tells the times apart that the same message is kept from:
 * each time is carried out once.
 */
export async function keep(
  lifted: Lifted[], said: Said, signal: AbortSignal, as: "told" | "as-said" | "again" = "told",
): Promise<Reply> {
  const cards: Card[] = [];
  const lines = new Set<string>();
  const barred: Lifted[] = [];
  for (const [index, claim] of lifted.entries()) {
    const key = `${said.ref}/${as}.${index}`;
    const became = claim.ends ? await end(claim, said, signal) : await remember(claim, key, said, signal);
    lines.add(became.line);
    cards.push(...became.cards);
    if (became.isBarred) barred.push(claim);
  }
  const offers: Offer[] = barred.length > 0 ? [{ does: "lift", claims: barred }] : [];
  return { text: [...lines].join(" "), cards, offers, state: "done" };
}

interface Became {
  line: string;
  cards: Card[];
  /** It was forgotten for good, and may not be kept until the person lifts that. */
  isBarred?: boolean;
}

async function remember(claim: Lifted, key: string, said: Said, signal: AbortSignal): Promise<Became> {
  const { text, kind, attribute, value, importance, date } = claim;
  const admitted = await said.memory.remember(
    {
      text, kind, value, importance,
      ...(attribute ? { entity: ENTITY, attribute } : {}),
      ...(date === undefined ? {} : { validFrom: date }),
      evidence: [{ uri: said.ref }], extractor: NAME,
    },
    { signal, key },
  );
  if (admitted.outcome === "refused" || !admitted.id) {
    return { line: refusal(admitted.rules), cards: [], isBarred: admitted.rules.includes("tombstoned") };
  }
  const [stored, ...related] = await memories(said, [admitted.id, ...admitted.related], signal);
  if (!stored) return { line: "I'll remember that.", cards: [] };
  const before = related.find((memory) => memory.supersededBy === stored.id);
  return became(stored, admitted.outcome, before);
}

function became(stored: Memory, outcome: string, before: Memory | undefined): Became {
  if (outcome === "quarantined") {
    return { line: "That needs your decision before I use it.", cards: [card(stored, "waits")] };
  }
  if (outcome === "duplicate") return { line: "I knew that already.", cards: [card(stored, "known")] };
  if (stored.validTo !== undefined) {
    const line = "I'll remember that as it was then; I know something later.";
    return { line, cards: [card(stored, "kept")] };
  }
  const line = before ? "Noted. That takes the place of what I knew." : "I'll remember that.";
  return { line, cards: [{ ...card(stored, "kept"), before: before && { id: before.id, text: before.text } }] };
}

/** Ends what is current at the claim's address and has its value. */
async function end(claim: Lifted, said: Said, signal: AbortSignal): Promise<Became> {
  const is = (field: string, value: string) => ({ field, op: "eq", value });
  const filter = { all: [is("entity", ENTITY), is("attribute", claim.attribute ?? "")] };
  const { memories } = await said.memory.page({ filter }, { signal });
  const wanted = claim.value?.toLowerCase();
  const meant = memories.filter(({ value }) => !wanted || value?.toLowerCase() === wanted);
  if (meant.length === 0) return { line: "I had nothing on that, so there is nothing to end.", cards: [] };
  const at = claim.date === undefined ? {} : { at: claim.date };
  for (const { id } of meant) await said.memory.end(id, { ...at, reason: "said so", signal });
  const until = claim.date ?? said.at;
  const cards = meant.map((memory): Card => ({ ...card(memory, "ended"), until }));
  return { line: "I'll keep that as something that was true.", cards };
}

function refusal(rules: string[]): string {
  const reasons = rules.map((rule) => REASONS[rule] ?? `its rule “${rule}” forbids it`);
  return `I did not keep that: ${reasons.join("; ")}.`;
}

async function memories({ memory }: Said, ids: string[], signal: AbortSignal): Promise<Memory[]> {
  const found = await Promise.all(ids.map((id) => memory.get(id, { signal }).catch(() => undefined)));
  return found.filter((one) => one !== undefined);
}
