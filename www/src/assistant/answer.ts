// The memory's own words for a question: what is current before what was said once, the newest first.
import type { Hit, Memory, State, UserMemory } from "memolet";
import { asked } from "../asof/moment.ts";
import type { Reply } from "../chat/turns.ts";
import type { Said } from "./assistant.ts";
import { card } from "./card.ts";
import { named, recalled } from "./recalled.ts";

/** Hits as good as this share of the best one belong to the answer. */
const AS_GOOD = 0.85;
const MOST_CARDS = 4;
/** What is looked at where nothing is as relevant as the policy wants: it is shown as a guess. */
const LITTLE = 0.27;
/** How alike in words or in meaning what is named beside an answer must be: not by its neighbours alone. */
const ALIKE = 0.4;
/** The match of something past that is surely what is asked about. */
const FITS = 0.6;
/** A question that is about what was said before it: a few words, or one that points there. */
const POINTS = /^\s*(?:\S+\s+){0,2}\S+\s*$|\b(?:it|its|they|them|their|those|that|there|he|him|his|she|her|hers)\b/i;
/** Messages that are shown as what was told last. */
const LAST = 2;
/** Claims that hold no longer, and how many of them are looked at. */
const PAST: State[] = ["superseded", "ended", "invalidated"];
const MOST_PAST = 50;
const LIVE: State[] = ["active", "provisional"];
export const NOTHING = "I found nothing that fits";
const GUESS = "I am not sure, but this may be it:";
const TOLD_LAST = "I am not sure. This is what you told me last:";
const OVER = "This is no longer so:";
const ONCE = "This is what you said; some of it has changed since.";

/** Answers a question. Where it is a part of what was said, `itself` names what that was kept as: no answer. */
export async function answer(said: Said, signal: AbortSignal, itself: string[] = []): Promise<Reply> {
  const gone = await past(said, signal);
  const { hits: found, trace, isGuess } = await looked(said, signal);
  const hits = found.filter(({ id }) => !itself.includes(id));
  const [best, isOld] = answers(hits, overtaken(hits, gone));
  const others = named(beside(hits, best, isOld ? [] : gone));
  const became = await whatBecame(said, gone, isGuess ? 0 : best[0]?.score ?? 0, signal);
  if (became) return { ...became, named: others, namedAs: "Also found", trace, state: "done" };
  if (best.length === 0) return { ...(await toldLast(said, signal)), trace, state: "done" };
  const cards = best.map((hit) => card(hit, isGuess || hit.standing !== "assert" ? "unsure" : "answer"));
  const text = cards[0]?.mark === "unsure" ? GUESS : isOld ? ONCE : "";
  if (!said.moment) await said.memory.used(cards.map(({ id }) => id), { signal });
  return { text, cards, named: others, namedAs: "Also found", trace, state: "done" };
}

/** What bears on the question; on it and what was said before it, where it is short; on it a little. */
async function looked(said: Said, signal: AbortSignal) {
  const found = await recalled(said, signal);
  if (found.hits.length > 0) return { ...found, isGuess: false };
  const last = said.before.findLast(({ role, state }) => role === "user" && state === "done");
  if (last && POINTS.test(said.text)) {
    const about = await recalled({ ...said, text: `${last.text}\n${said.text}` }, signal);
    if (about.hits.length > 0) return { ...about, isGuess: true };
  }
  return { ...(await recalled(said, signal, LITTLE)), isGuess: true };
}

/** What was just told may be what is asked about, in words that nothing shows to be about it. */
async function toldLast({ memory, before, moment }: Said, signal: AbortSignal): Promise<Reply> {
  const ids = moment ? [] : before.flatMap(({ kept = [] }) => kept.slice(0, 1)).slice(-LAST);
  const found = await Promise.all(ids.map((id) => memory.get(id, { signal }).catch(() => undefined)));
  const cards = found.flatMap((memory) => (memory ? [card(memory, "unsure")] : [])).reverse();
  return cards.length > 0 ? { text: TOLD_LAST, cards } : { text: `${NOTHING}.` };
}

/** The best hit and those nearly as good; and whether they say nothing but what was so once. */
function answers(hits: Hit[], overtaken: Set<string>): [best: Hit[], isOld: boolean] {
  if (hits.length === 0) return [[], false];
  const rest = withoutEchoes(hits);
  const current = rest.filter((hit) => !isOf(hit, overtaken));
  const from = current.length > 0 ? current : rest;
  const best = Math.max(...from.map(({ score }) => score));
  const good = from.filter(({ score }) => score >= best * AS_GOOD).slice(0, MOST_CARDS);
  return [inOrder(good), current.length === 0];
}

/** Facts before episodes, but for what was said after all of them and fits better; each with the newest first. */
function inOrder(hits: Hit[]): Hit[] {
  const facts = hits.filter(isFact);
  const isFirst = (hit: Hit) =>
    isFact(hit) || facts.every((fact) => hit.observedAt > fact.observedAt && isBetter(hit, fact));
  const sorted = hits.toSorted((one, other) => other.observedAt - one.observedAt || Number(isFact(other)) - Number(isFact(one)));
  return [...sorted.filter(isFirst), ...sorted.filter((hit) => !isFirst(hit))];
}

/** Without episodes that say what a fact among them, nearly as good, says already. */
export function withoutEchoes(hits: Hit[]): Hit[] {
  const facts = hits.filter(isFact);
  return hits.filter((hit) => isFact(hit)
    || !facts.some((fact) => fact.score >= hit.score * AS_GOOD && isOf(hit, uris([fact]))));
}

/** Claims that bear on the question and hold no longer, best first. */
async function past({ memory, text, moment }: Said, signal: AbortSignal): Promise<Hit[]> {
  const query = { text, states: PAST, k: MOST_PAST, minRelevance: 0, ...asked(moment) };
  return (await memory.recall(query, { signal })).hits.filter(isFact);
}

/** Turns of which nothing was taken that still holds. */
function overtaken(hits: Hit[], gone: Hit[]): Set<string> {
  const current = uris(hits.filter(isFact));
  return new Set([...uris(gone)].filter((uri) => !current.has(uri)));
}

/**
 * Where what is asked about held once, and nothing that holds now fits nearly as well: what took its place, in
 * whichever words that was said, or that it is over.
 */
async function whatBecame({ memory, moment }: Said, gone: Hit[], best: number, signal: AbortSignal): Promise<Reply | undefined> {
  const meant = gone.filter(({ state, parts, score }) =>
    state !== "invalidated" && (parts["match"] ?? 0) >= FITS && score * AS_GOOD > best);
  if (moment || meant.length === 0) return undefined;
  const [first] = meant;
  const top = meant.filter(({ score }) => score >= (first?.score ?? 0) * AS_GOOD).slice(0, MOST_CARDS);
  const ends = await Promise.all(top.map(({ id }) => last(memory, id, signal)));
  const each = [...new Map(ends.map((one) => [one.id, one])).values()];
  const current = each.filter(({ state }) => LIVE.includes(state));
  if (current.length > 0) return { text: "", cards: current.map((one) => card(one, "answer")) };
  return { text: OVER, cards: each.map((one) => card(one, "ended")) };
}

/** What stands at the end of a memory's successors. */
async function last(memory: UserMemory, id: string, signal: AbortSignal): Promise<Memory> {
  let found = await memory.get(id, { signal });
  for (let step = 0; found.supersededBy !== undefined && step < MOST_PAST; step += 1) {
    found = await memory.get(found.supersededBy, { signal });
  }
  return found;
}

/** What is named in passing beside the best. */
function beside(hits: Hit[], best: Hit[], gone: Hit[]): Hit[] {
  const old = overtaken(hits, gone);
  return withoutEchoes(hits).filter((hit) => !best.includes(hit) && isAlike(hit) && !isOf(hit, old)).slice(0, MOST_CARDS);
}

/** Whether it fits the question better, by all that counts and by its own words and meaning alone. */
function isBetter(one: Hit, other: Hit): boolean {
  const own = ({ parts }: Hit) => (parts["keyword"] ?? 0) + (parts["vector"] ?? 0);
  return one.score > other.score && own(one) > own(other);
}

/** Whether its own words or meaning bear on the question: neighbours lend it no likeness. */
export function isAlike({ parts }: Hit): boolean {
  return Math.max(parts["keyword"] ?? 0, parts["vector"] ?? 0) >= ALIKE;
}

function isFact({ kind }: Hit): boolean {
  return kind !== "episode";
}

function uris(hits: Hit[]): Set<string> {
  return new Set(hits.flatMap(({ evidence }) => evidence.map(({ uri }) => uri)));
}

function isOf(episode: Hit, of: Set<string>): boolean {
  return !isFact(episode) && episode.evidence.some(({ uri }) => of.has(uri));
}
