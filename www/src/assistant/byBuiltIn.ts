// Answers by the browser's own model, which stays on this device. It has no tools: the memory takes in what is told.
import { MemoletError } from "memolet";
import type { Assistant, Said } from "./assistant.ts";
import { byRules, heard } from "./byRules.ts";
import { cited, instructions } from "./prompt.ts";
import { citing, noted } from "./recalled.ts";
import { forgets, intent } from "./asks.ts";

/** The part of the Prompt API that is used. */
interface LanguageModels {
  availability(options: object): Promise<string>;
  create(options: object): Promise<Session>;
}
interface Session {
  promptStreaming(text: string, options: object): ReadableStream<string>;
  destroy(): void;
}

const LANGUAGES = [{ type: "text", languages: ["en"] }];
const OPTIONS = { expectedInputs: LANGUAGES, expectedOutputs: LANGUAGES };

/** What the browser says of its model; `unavailable` too where it has none. */
export async function availability(): Promise<string> {
  return (await models()?.availability(OPTIONS).catch(() => "unavailable")) ?? "unavailable";
}

export const byBuiltIn: Assistant = {
  async answer(said, write, signal) {
    const isOfApp = intent(said.text) ?? forgets(said.text);
    if (isOfApp || (await heard(said, signal)).isTold) return byRules.answer(said, write, signal);
    const { hits, notes, trace } = await noted(said, signal);
    write({ told: notes.ids });
    const session = await open(said, notes.text, signal);
    try {
      let words = "";
      const reader = session.promptStreaming(said.text, { signal }).getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        words += piece.value;
        write({ text: cited(words).text, trace });
      }
      const { text, places } = cited(words);
      write({ text, trace, state: "done", ...citing(places, notes, hits) });
    } finally {
      session.destroy();
    }
  },
};

async function open(said: Said, notes: string, signal: AbortSignal): Promise<Session> {
  const found = models();
  if (!found) throw new MemoletError("other", "this browser has no model of its own");
  const initialPrompts = [{ role: "system", content: instructions(said, notes, false) }];
  return found.create({ ...OPTIONS, initialPrompts, signal });
}

function models(): LanguageModels | undefined {
  return (globalThis as { LanguageModel?: LanguageModels }).LanguageModel;
}
