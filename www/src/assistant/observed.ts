// A message taken in by the memory, and what came of each of its statements in plain words.
import type { Admission, Carried, Memory, Observed, Placement } from "memolet";
import type { Card, Offer, Reply } from "../chat/turns.ts";
import type { Said } from "./assistant.ts";
import { card } from "./card.ts";

const REASONS: Record<string, string> = {
  secret: "it looks like a password, a key or a card number, and I keep none of those",
  length: "it is too long for one memory",
  "one-claim": "it says several things at once; tell me one at a time",
  "control-characters": "it holds invisible characters",
  "restricted-category": "it is of a sort that I am not allowed to keep",
  speculation: "it sounds like a guess",
  "recall-echo": "it repeats my own notes",
  tombstoned: "you had me forget this for good",
  "pending-erasure": "you were asked whether to forget this, and have not answered yet",
  "instruction-in-content": "it reads like an instruction rather than a fact",
};
const OWN_WORDS = "Kept in your words.";

/** What came of one part of a message. */
interface Became {
  line: string;
  cards: Card[];
}

/** Takes a message in, in one command. `again`: once more, after what barred it was lifted. */
export async function observed(said: Said, signal: AbortSignal, again = false): Promise<Reply> {
  const { memory, text, ref, at } = said;
  const utcOffset = -new Date(at).getTimezoneOffset();
  const key = again ? `${ref}/again` : ref;
  const taken = await memory.observe({ text, ref, at, utcOffset }, { signal, key });
  const became: Became[] = [];
  for (const carried of taken.statements) became.push(await came(carried, said, signal));
  const lines = [...became.map(({ line }) => line), ...ownWords(taken, became.length > 0)];
  const texts = barred(taken, text);
  const offers: Offer[] = texts.length > 0 ? [{ does: "lift", texts }] : [];
  return {
    text: [...new Set(lines)].join(" "), cards: once(became.flatMap(({ cards }) => cards)), offers, state: "done",
    kept: taken.kept.flatMap(({ admission }) => admission.id ?? []),
  };
}

async function came(carried: Carried, said: Said, signal: AbortSignal): Promise<Became> {
  const revoked = await memories(said, carried.touched, signal);
  if (carried.act === "end" || carried.act === "deny") return revokes(carried, revoked, said);
  const stated = await states(carried.admission, said, signal);
  const wrong = revoked.map((memory) => card(memory, "wrong"));
  return { line: stated.line, cards: [...stated.cards, ...wrong] };
}

/** What was ended, or found wrong. */
function revokes({ effect }: Carried, touched: Memory[], { at }: Said): Became {
  const as = (mark: Card["mark"]) => touched.map((memory) => card(memory, mark));
  switch (effect) {
    case "ended":
      return { line: "I'll keep that as something that was true.", cards: as("ended").map((one) => ({ ...one, until: one.until ?? at })) };
    case "invalidated": return { line: "I won't go by that any more.", cards: as("wrong") };
    case "outranked": return { line: "I have this from somebody whose word stands above it, so it stays.", cards: as("answer") };
    default: return { line: `I had nothing on that to end. ${OWN_WORDS}`, cards: [] };
  }
}

/** What is remembered, or why it is not. */
async function states(admission: Admission | undefined, said: Said, signal: AbortSignal): Promise<Became> {
  if (!admission?.id || admission.outcome === "refused") return { line: refusal(admission?.rules ?? []), cards: [] };
  const [stored, ...related] = await memories(said, [admission.id, ...admission.related], signal);
  if (!stored) return { line: "I'll remember that.", cards: [] };
  if (admission.outcome === "quarantined") {
    return { line: "That needs your decision before I use it.", cards: [card(stored, "waits")] };
  }
  if (admission.outcome === "duplicate") return { line: "I knew that already.", cards: [card(stored, "known")] };
  if (admission.placed) return placed(stored, admission.placed, said, signal);
  const before = related.find((memory) => memory.supersededBy === stored.id);
  const line = before ? "Noted. That takes the place of what I knew." : "I'll remember that.";
  return { line, cards: [{ ...card(stored, "kept"), before: before && { id: before.id, text: before.text } }] };
}

/** What was filed elsewhere than at the present, and what stands there. */
async function placed(stored: Memory, { tense, above }: Placement, said: Said, signal: AbortSignal): Promise<Became> {
  const standing = await memories(said, above, signal);
  const cards = [card(stored, "kept"), ...standing.map((memory) => card(memory, "answer"))];
  const when = tense === "past" ? "I'll remember that as it was then" : "I'll remember that from its day on";
  return { line: standing.length > 0 ? `${when}; what I know of now stands.` : `${when}.`, cards };
}

/** What is said of the turn itself: that its words are kept where that is all or more of it, or why they are not. */
function ownWords({ kept, unread, statements }: Observed, hasMore: boolean): string[] {
  const refused = kept.flatMap(({ admission: { outcome, rules } }) => (outcome === "refused" ? [refusal(rules)] : []));
  const waits = kept.some(({ admission }) => admission.outcome === "quarantined");
  if (waits) refused.push("That needs your decision before I use it.");
  if (kept.length === refused.length || statements.length > 0 && unread === 0) return refused;
  return [hasMore ? "The rest is kept in your words." : OWN_WORDS, ...refused];
}

function refusal(rules: string[]): string {
  const reasons = rules.map((rule) => REASONS[rule] ?? `its rule “${rule}” forbids it`);
  return `I did not keep that: ${reasons.join("; ")}.`;
}

/** What was forgotten for good, and may not be kept until the person lifts that. */
function barred({ kept, statements }: Observed, text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  const words = ({ start, end }: { start: number; end: number }) => new TextDecoder().decode(bytes.subarray(start, end));
  const parts = kept.filter(({ admission }) => isBarred(admission)).map(({ span }) => words(span));
  const claims = statements.filter(({ admission }) => isBarred(admission)).flatMap(({ text }) => text ?? []);
  return [...new Set([...claims, ...parts])];
}

function isBarred(admission: Admission | undefined): boolean {
  return admission?.outcome === "refused" && admission.rules.includes("tombstoned");
}

function once(cards: Card[]): Card[] {
  return [...new Map(cards.map((one) => [one.id, one])).values()];
}

async function memories({ memory }: Said, ids: string[], signal: AbortSignal): Promise<Memory[]> {
  const found = await Promise.all(ids.map((id) => memory.get(id, { signal }).catch(() => undefined)));
  return found.filter((one) => one !== undefined);
}
