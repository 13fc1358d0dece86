// What becomes of messages: a model's reading of them, or the user's own words.
import type { Admission, Candidate, Listing, MessageInput } from "../contract/types.ts";
import type { Door } from "./door.ts";
import { equal } from "./filter.ts";
import { NO_RUN, type Added, type Refused } from "./items.ts";
import type { Said } from "./messages.ts";

/** The newest memories of a session that are looked through for what a model made of a call's messages. */
const LOOKED_AT = 200;

/** What a model made of messages. Undefined: nobody was asked: there is no model, or nothing that states something. */
export async function inferred(
  memory: Door,
  said: Said[],
  at: MessageInput["at"],
): Promise<Added[] | undefined> {
  const session = memory.labels.session ?? NO_RUN;
  const door = memory.scope({ session });
  let asked = false;
  for (const { role, content, name, ref } of said) {
    const window = await door.turn({ role, text: content, actor: name, ref, at });
    asked ||= window.ticket !== undefined;
  }
  asked = (await door.extract()) || asked;
  if (!asked) return undefined;
  await door.settle();
  return made(door, session, new Set(said.map(({ ref }) => ref)));
}

/** Each message of the user's as an episode. */
export async function remembered(
  door: Door,
  said: Said[],
  common: Partial<Candidate>,
): Promise<{ results: Added[]; refused: Refused[] }> {
  const results: Added[] = [];
  const refused: Refused[] = [];
  for (const [message, { role, content, name, ref }] of said.entries()) {
    if (role !== "user") continue;
    const { id, outcome, rules } = await door.remember({
      ...common,
      text: content,
      actor: name,
      evidence: [{ uri: ref }],
    });
    const metadata = { ...common.metadata };
    if (id === undefined) refused.push({ message, rules });
    else results.push({ id, memory: content, event: event(outcome), outcome, rules, metadata });
  }
  return { results, refused };
}

/** The memories whose evidence is one of these messages. */
async function made(door: Door, session: string, refs: Set<string>): Promise<Added[]> {
  const results: Added[] = [];
  let looked = 0;
  const listing: Listing = {
    filter: equal("session", session),
    states: ["active", "provisional", "quarantined"],
  };
  for await (const { id, text, state, evidence, supersedes, metadata } of door.list(listing)) {
    if (evidence.some(({ uri }) => refs.has(uri))) {
      const outcome = state === "active" || state === "provisional" ? state : "quarantined";
      const change = supersedes.length > 0 && outcome !== "quarantined" ? "UPDATE" : event(outcome);
      results.unshift({ id, memory: text, event: change, outcome, rules: [], metadata: { ...metadata } });
    }
    if (++looked >= LOOKED_AT) break;
  }
  return results;
}

function event(outcome: Admission["outcome"]): "ADD" | "NOOP" {
  return outcome === "active" || outcome === "provisional" ? "ADD" : "NOOP";
}
