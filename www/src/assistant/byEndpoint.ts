// Answers by a model at an endpoint: notes into the prompt, words as they come, memory's tools in a loop
// that is bounded.
import type { Reply } from "../chat/turns.ts";
import type { Assistant, Said } from "./assistant.ts";
import { heard } from "./byRules.ts";
import { complete, type Message, type Server } from "./endpoint.ts";
import { observed } from "./observed.ts";
import { cited, messages, told } from "./prompt.ts";
import { citing, noted } from "./recalled.ts";
import { carryOut, offered, type Done } from "./tools.ts";

/** Replies that one answer may take; the last may call no tools. */
const MOST_ROUNDS = 4;

export function byEndpoint(server: Server): Assistant {
  return { answer: (said, write, signal) => answer(server, said, write, signal) };
}

async function answer(
  server: Server, said: Said, write: (reply: Reply) => void, signal: AbortSignal,
): Promise<void> {
  const { memory, moment } = said;
  const { hits, notes, trace } = await noted(said, signal);
  // The person's words are what a tool's quote is held against.
  const taken: Reply = moment || !(await heard(said, signal)).isTold ? {} : await observed(said, signal);
  const { cards: became = [], offers = [], kept = [] } = taken;
  const notesTold = told(said, notes.ids);
  write({ told: notesTold, cards: became, kept });
  const tools = moment ? [] : offered(await memory.toolDefinitions({ signal }));
  const done: Done = { cards: [...became], found: [] };
  const show = (text: string) => write({ text: cited(text).text, trace });
  const asked = messages(said, notes.text, tools.length > 0);
  const text = await rounds(server, asked, tools, said, done, show, signal);
  const { text: words, places } = cited(text);
  const { named, namedAs } = citing(places, notes, hits);
  if (!moment && namedAs === "Used") await memory.used(named.map(({ id }) => id), { signal });
  const all = [...named, ...done.found];
  write({
    text: words || (done.cards.length > 0 ? "" : "The model gave no answer."), cards: done.cards, trace, offers,
    // What was read shows as cards: what was not is said.
    note: became.length === 0 ? taken.text : undefined,
    named: [...new Map(all.map((one) => [one.id, one])).values()], namedAs,
    told: [...notesTold, ...done.cards.flatMap(({ before }) => before?.id ?? [])],
    state: "done",
  });
}

/** Replies until one calls no tools. Gives the words of all. */
async function rounds(
  server: Server, messages: Message[], tools: object[], said: Said, done: Done, show: (text: string) => void,
  signal: AbortSignal,
): Promise<string> {
  let before = "";
  for (let round = 1; ; round += 1) {
    const allowed = round < MOST_ROUNDS ? tools : [];
    const so = (text: string) => show(joined(before, text));
    const { text, calls } = await complete(server, messages, allowed, so, signal);
    before = joined(before, text);
    if (calls.length === 0 || allowed.length === 0) return before;
    messages.push({ role: "assistant", content: text, tool_calls: calls });
    for (const [place, call] of calls.entries()) {
      const key = `${said.ref}/${round}.${place}`;
      const content = await carryOut(said.memory, call, key, done);
      messages.push({ role: "tool", tool_call_id: call.id, content });
    }
  }
}

function joined(before: string, text: string): string {
  return before && text ? `${before}\n\n${text}` : before + text;
}
