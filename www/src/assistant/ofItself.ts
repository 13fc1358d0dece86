// Answers to what is wanted of the app itself: a list, an erasure of everything, help, a mistake, a greeting.
import type { Memory, State } from "memolet";
import type { Reply } from "../chat/turns.ts";
import type { Said } from "./assistant.ts";
import { card } from "./card.ts";
import type { Intent } from "./asks.ts";

/** Memories that a list in the conversation has; the panel has them all. */
const MOST = 10;
/** Memories that are looked through for it. */
const LOOKED = 200;
const PAST: State[] = ["superseded", "ended", "invalidated"];
const SELF = "I am a memory on this device. Tell me something about you and I keep it; ask me and I answer from what"
  + " I kept. You can say “I live in York since 2019”, “What do you know about me?” or “Forget my birthday”.";

export async function ofItself(wanted: Intent, said: Said, signal: AbortSignal): Promise<Reply> {
  switch (wanted) {
    case "everything": return everything(said, signal);
    case "erase": return erase(said);
    case "wrong": return wrong(said);
    case "self": return { text: SELF, state: "done" };
    case "hello": return { text: "Hello. Tell me something, or ask me.", state: "done" };
    case "thanks": return { text: "You're welcome.", state: "done" };
  }
}

async function everything({ memory, moment }: Said, signal: AbortSignal): Promise<Reply> {
  if (moment) return { text: "I list what I know now.", offers: [{ does: "now" }], state: "done" };
  const [current, past] = await Promise.all([
    memory.page({ limit: LOOKED }, { signal }), memory.page({ limit: LOOKED, states: PAST }, { signal }),
  ]);
  const memories = withoutSources(current.memories, past.memories);
  if (memories.length === 0) return { text: "Nothing yet. Tell me something about you.", state: "done" };
  const hasMore = memories.length > MOST || current.next !== undefined;
  const text = hasMore ? `These are the newest ${MOST} things; there is more.` : "This is all that I know:";
  return {
    text, cards: memories.slice(0, MOST).map((memory) => card(memory, "answer")), state: "done",
    offers: hasMore ? [{ does: "show", tab: "remembered" }] : [],
  };
}

/** What is known, facts before episodes, without the episodes that it was taken from, or that what is past was taken from. */
function withoutSources(current: Memory[], past: Memory[]): Memory[] {
  const isFact = ({ kind }: Memory) => kind !== "episode";
  const uris = (memory: Memory) => memory.evidence.map(({ uri }) => uri);
  const taken = new Set([...current, ...past].filter(isFact).flatMap(uris));
  const others = current.filter((memory) => !isFact(memory) && !uris(memory).some((uri) => taken.has(uri)));
  return [...current.filter(isFact), ...others];
}

function erase({ moment }: Said): Reply {
  const text = "That cannot be taken back, so I leave it to you: in the memory, under Device, you can erase what is"
    + " yours, or everything.";
  return moment ? { text, offers: [{ does: "now" }], state: "done" }
    : { text, offers: [{ does: "show", tab: "device" }], state: "done" };
}

/** Names what was last said or shown, for the person to mark. */
function wrong({ before, moment }: Said): Reply {
  if (moment) return { text: "Nothing is changed while you look at the past.", offers: [{ does: "now" }], state: "done" };
  const last = before.findLast(({ role, cards }) => role === "assistant" && cards.length > 0);
  const [first] = last?.cards ?? [];
  if (!first) return { text: "What is wrong? Tell me how it is, or open the memory and correct it.", state: "done" };
  return { text: "Do you mean this?", cards: [{ ...first, mark: "answer" }], offers: [{ does: "wrong", id: first.id }], state: "done" };
}
