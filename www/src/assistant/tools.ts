// A model's calls of memory's tools: carried out, and what each came to for the person.
import { MemoletError, type Json, type UserMemory } from "memolet";
import type { Card, Named } from "../chat/turns.ts";
import { FROM } from "./card.ts";
import type { ToolCall } from "./endpoint.ts";

/** What the calls of one answer came to. */
export interface Done {
  cards: Card[];
  /** Memories that were looked up. */
  found: Named[];
}

/** The tools as a chat endpoint takes them. */
export function offered(definitions: Json): object[] {
  const tools = definitions as { name: string; description: string; inputSchema: object }[];
  return tools.map(({ name, description, inputSchema }) => ({
    type: "function", function: { name, description, parameters: inputSchema },
  }));
}

/** Carries out one call, and gives what the model should read: what fails as well. */
export async function carryOut(memory: UserMemory, call: ToolCall, key: string, done: Done): Promise<string> {
  try {
    const { name, arguments: args } = call.function;
    // A read takes no key.
    const options = name === "memory_recall" ? {} : { key };
    const result = await memory.tool(name, args || "{}", options);
    await note(memory, result as Outcome, done);
    return JSON.stringify(result);
  } catch (thrown) {
    const { tag, message } = MemoletError.from(thrown);
    return JSON.stringify({ error: { tag, val: message } });
  }
}

interface Outcome {
  outcome?: string;
  id?: string;
  memories?: Named[];
}

async function note(memory: UserMemory, { outcome, id, memories }: Outcome, done: Done): Promise<void> {
  if (memories) done.found.push(...memories.map(({ id, text }) => ({ id, text })));
  const mark = id ? MARKS[outcome ?? ""] : undefined;
  if (!id || !mark || done.cards.some((card) => card.id === id)) return;
  const { text, observedAt, source, supersedes } = await memory.get(id);
  const [old] = supersedes;
  const replaced = old ? await memory.get(old).catch(() => undefined) : undefined;
  const before = replaced && { id: replaced.id, text: replaced.text };
  done.cards.push({ id, text, mark, from: FROM[source], at: observedAt, before });
}

const MARKS: Record<string, Card["mark"]> = {
  active: "kept", provisional: "kept", replaced: "kept", duplicate: "known", quarantined: "waits",
  "pending-erasure": "waits",
};
