// Answers without a model: the memory takes in what is told, and says what it knows in its own words.
import type { State } from "memolet";
import type { Reply } from "../chat/turns.ts";
import { answer, isAlike, NOTHING, withoutEchoes } from "./answer.ts";
import { forgets, intent, question, tells } from "./asks.ts";
import type { Assistant, Said } from "./assistant.ts";
import { observed } from "./observed.ts";
import { ofItself } from "./ofItself.ts";
import { named } from "./recalled.ts";

/** Memories that are offered for forgetting, and how alike they must be, 0..1. */
const MOST_FOUND = 4;
const LIKE = 0.2;
const ANY: State[] = [
  "active", "provisional", "consolidated", "superseded", "ended", "invalidated", "quarantined", "expired", "archived",
  "pending-erasure",
];

export const byRules: Assistant = {
  async answer(said, write, signal) {
    write(await reply(said, signal));
  },
};

async function reply(said: Said, signal: AbortSignal): Promise<Reply> {
  const wanted = intent(said.text);
  if (wanted) return ofItself(wanted, said, signal);
  const what = forgets(said.text);
  if (what !== undefined) return toForget(what, said, signal);
  const { asked, isTold } = await heard(said, signal);
  if (said.moment && isTold) {
    return { text: "Nothing is kept while you look at the past.", offers: [{ does: "now" }], state: "done" };
  }
  if (asked === undefined) return observed(said, signal);
  if (!isTold) return answer(said, signal);
  const told = await observed(said, signal);
  return both(told, await answer({ ...said, text: asked }, signal, told.kept));
}

/** What a message asks, and whether it is to be kept: it tells something, or neither asks nor wants anything. */
export async function heard({ memory, text, at }: Said, signal: AbortSignal) {
  if (intent(text) ?? forgets(text)) return { asked: text, isTold: false };
  const utcOffset = -new Date(at).getTimezoneOffset();
  const reading = await memory.readStatements({ text, at, utcOffset }, { signal });
  const asked = question(text, reading);
  return { asked, isTold: tells(reading) || asked === undefined };
}

/** A message that tells and asks has both answers; what it told is no news. */
function both(told: Reply, found: Reply): Reply {
  const known = new Set((told.cards ?? []).map(({ id }) => id));
  const isNews = ({ id }: { id: string }) => !known.has(id);
  const cards = (found.cards ?? []).filter(isNews);
  const text = [told.text, cards.length > 0 || found.cards?.length === 0 ? found.text : ""].filter(Boolean).join(" ");
  return { ...found, ...told, text, cards: [...(told.cards ?? []), ...cards], named: (found.named ?? []).filter(isNews) };
}

/**
 * Erasing is for the person's own hand: the answer says where. What is past is still there to be forgotten, and
 * a person looks at what is found, so less likeness will do than for an answer.
 */
async function toForget(what: string, { memory }: Said, signal: AbortSignal): Promise<Reply> {
  const query = { text: what, states: ANY, k: 2 * MOST_FOUND, minRelevance: LIKE };
  const { hits } = await memory.recall(query, { signal });
  const found = withoutEchoes(hits).filter(isAlike).slice(0, MOST_FOUND);
  if (found.length === 0) return { text: `${NOTHING}, so there is nothing to forget.`, state: "done" };
  const text = "Forgetting cannot be taken back, so I leave it to you. Open the memory and choose"
    + " “Forget for good”.";
  return { text, named: named(found), namedAs: "Found", state: "done" };
}
