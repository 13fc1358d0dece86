// Answers without a model: statements are kept by rules, questions answered in the memory's own words.
import type { Hit, State } from "memolet";
import type { Offer, Reply } from "../chat/turns.ts";
import type { Assistant, Said } from "./assistant.ts";
import { card } from "./card.ts";
import { keep } from "./keep.ts";
import { ofItself } from "./ofItself.ts";
import { named, recalled } from "./recalled.ts";
import { asSaid, asks, forgets, intent, left, lift, type Lifted } from "./rules/index.ts";

/** Hits as good as this share of the best one belong to the answer. */
const AS_GOOD = 0.85;
const MOST_CARDS = 4;
/** How alike something must be to be offered for forgetting, 0..1. */
const LIKE = 0.2;
const ANY: State[] = [
  "active", "provisional", "consolidated", "superseded", "ended", "invalidated", "quarantined", "expired", "archived",
  "pending-erasure",
];
const NOTHING = "I found nothing that fits";

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
  const lifted = lift(said.text, said.at);
  if (lifted.length === 0) return look(said, signal);
  if (!said.moment) return told(lifted, said, signal);
  return { text: "Nothing is kept while you look at the past.", offers: [{ does: "now" }], state: "done" };
}

/** Keeps what was told, and says where that is not all of it. */
async function told(lifted: Lifted[], said: Said, signal: AbortSignal): Promise<Reply> {
  const kept = await keep(lifted, said, signal);
  const rest = left(said.text, said.at);
  if (!rest) return kept;
  const offers: Offer[] = [...(kept.offers ?? []), { does: "keep", text: rest }];
  return { ...kept, text: `${kept.text} I did not take in the rest.`, offers };
}

/** What the memory says to a question; or the offer to keep what is none. */
async function look(said: Said, signal: AbortSignal): Promise<Reply> {
  const { hits, trace } = await recalled(said, signal);
  if (!asks(said.text) && !said.moment) {
    const text = "I found nothing in that to keep by itself.";
    const offers: Offer[] = [{ does: "keep", text: asSaid(said.text) }];
    return { text, offers, named: named(hits), namedAs: "Also found", state: "done" };
  }
  if (hits.length === 0) return { text: `${NOTHING}.`, trace, state: "done" };
  const cards = answers(hits).map((hit) => card(hit, hit.standing === "assert" ? "answer" : "unsure"));
  const text = cards[0]?.mark === "unsure" ? "I am not sure, but this may be it:" : "";
  if (!said.moment) await said.memory.used(cards.map(({ id }) => id), { signal });
  return { text, cards, named: named(hits.slice(cards.length)), namedAs: "Also found", trace, state: "done" };
}

/** The best hit, and those nearly as good. */
function answers(hits: Hit[]): Hit[] {
  const best = hits[0]?.score ?? 0;
  return hits.slice(0, MOST_CARDS).filter(({ score }) => score >= best * AS_GOOD);
}

/**
 * Erasing is for the person's own hand: the answer says where. What is past is still there to be forgotten, and
 * a person looks at what is found, so less likeness will do than for an answer.
 */
async function toForget(what: string, { memory }: Said, signal: AbortSignal): Promise<Reply> {
  const { hits } = await memory.recall({ text: what, states: ANY, k: MOST_CARDS, minRelevance: LIKE }, { signal });
  if (hits.length === 0) return { text: `${NOTHING}, so there is nothing to forget.`, state: "done" };
  const text = "Forgetting cannot be taken back, so I leave it to you. Open the memory and choose"
    + " “Forget for good”.";
  return { text, named: named(hits), namedAs: "Found", state: "done" };
}
