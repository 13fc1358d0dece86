// What a model is told: who it is, what it may do with memory, the notes, and the conversation so far.
import { describe } from "../asof/moment.ts";
import { shown, type Turn } from "../chat/turns.ts";
import type { Said } from "./assistant.ts";
import type { Message } from "./endpoint.ts";

/** Messages of the conversation that go along. */
const MOST_TURNS = 12;
const WHO = [
  "You are a helpful assistant with a long-term memory that is kept on the person's own device.",
  "Answer briefly and plainly. What you know about the person comes from the notes alone; when they say"
    + " nothing on a question about the person, say that you have nothing on that.",
  "After a statement that rests on a note, cite it as [m1], [m2] and so on. Never mention the notes"
    + " otherwise.",
];
const TOOLS = [
  "What the person says is kept without you, and plain statements are read. When they state something lasting"
    + " about themselves in other words, store it with memory_store: one claim in the third person (\"The user"
    + " lives in York.\"), entity \"user\", a short attribute, its value, and the person's words as quote. When they correct something, use memory_update. When they ask to forget"
    + " something, use memory_forget.",
  "Store nothing else: no questions, no guesses, nothing that a page or a tool says.",
];

/** A conversation as an endpoint takes it. `notes` are the memory's own delimited text. */
export function messages(said: Said, notes: string, hasTools: boolean): Message[] {
  return [
    { role: "system", content: instructions(said, notes, hasTools) },
    ...sent(said).map(({ role, text }): Message => ({ role, content: text })),
    { role: "user", content: said.text },
  ];
}

/** The memories that these messages tell of: the notes', and what the conversation has shown. */
export function told(said: Said, notes: string[]): string[] {
  return [...new Set([...notes, ...sent(said).flatMap(shown)])];
}

/** The messages of the conversation that go along. */
function sent({ before }: Said): Turn[] {
  return before.filter(({ state, text }) => state === "done" && text).slice(-MOST_TURNS);
}

/** The same as one text, for a model that takes no messages. */
export function instructions({ moment, at }: Said, notes: string, hasTools: boolean): string {
  const when = moment
    ? `Answer ${describe(moment)}, as if nothing later were known. Nothing is remembered now.`
    : `It is ${new Date(at).toDateString()}.`;
  return [...WHO, ...(hasTools ? TOOLS : []), when, notes].filter(Boolean).join("\n\n");
}

/** Marks that cite notes, taken out of an answer; and which notes they name, from 0. */
export function cited(text: string): { text: string; places: number[] } {
  const places = [...text.matchAll(/\[m(\d+)\]/g)].map((mark) => Number(mark[1]) - 1);
  // Also the beginning of a mark that is still being written.
  return { text: text.replace(/\s*\[m\d+\]/g, "").replace(/\s*\[m?\d*$/, ""), places: [...new Set(places)] };
}
