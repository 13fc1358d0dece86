// Do the models work, and what do they offer? What `memolet model check` says, in the page.
import { MemoletError } from "../errors.ts";
import type { Ask, Embedder, Model } from "../services.ts";
import { Chat, type Format } from "./chat.ts";

/** What came of asking a model. Fields are left out where they do not apply. */
export interface Checked {
  works: boolean;
  milliseconds: number;
  /** Why it does not work. */
  why?: string;
  /** How the server is told that the reply is JSON. */
  structuredOutput?: Format;
  /** Whether the reply was what was asked for. */
  reply?: string;
  /** Name and length of vectors. */
  embedder?: string;
  /** Of two texts that say the same, and of two that do not. */
  cosineOfAlike?: number;
  cosineOfUnlike?: number;
  note?: string;
}

const SCHEMA = JSON.stringify({
  type: "object",
  additionalProperties: false,
  required: ["capital"],
  properties: { capital: { type: "string" } },
});
const ASK: Ask = {
  purpose: "extract",
  prompt: `What is the capital of France? Reply with JSON of this schema: ${SCHEMA}`,
  schema: SCHEMA,
};
const TEXTS = ["Ana lives in York", "Ana's home is York", "The bees winter behind the barn"];

/** Tries each with a tiny question. Never throws for what a model does; an abort passes through. */
export async function checkModels(
  { model, embed }: { model?: Model | undefined; embed?: Embedder | undefined },
  signal?: AbortSignal,
): Promise<{ chat?: Checked; embeddings?: Checked }> {
  const chat = model && (await timed(() => checkChat(model, signal), signal));
  const embeddings = embed && (await timed(() => checkEmbeddings(embed, signal), signal));
  return { ...(chat && { chat }), ...(embeddings && { embeddings }) };
}

type Found = Omit<Checked, "milliseconds">;

async function checkChat(model: Model, signal?: AbortSignal): Promise<Found> {
  const works = fits(await model.ask(ASK, signal));
  const reply = works ? "JSON of the schema" : "not the JSON that was asked for";
  if (!(model instanceof Chat)) return { works, reply };
  const note = model.endpoint.exposesKey && { note: "the key travels in the open: use https" };
  return { works, reply, structuredOutput: model.format, ...note };
}

/** The same reading as the engine's: a fence of Markdown is forgiven, words around the JSON are not. */
function fits(reply: string): boolean {
  const inner = /^```(?:json)?([\s\S]*)```$/.exec(reply.trim())?.[1] ?? reply;
  try {
    return typeof JSON.parse(inner).capital === "string";
  } catch {
    return false;
  }
}

async function checkEmbeddings(embedder: Embedder, signal?: AbortSignal): Promise<Found> {
  const [one, like, unlike] = await embedder.embed(TEXTS, "passage", signal);
  if (!one || !like || !unlike) return { works: false, why: "it gave fewer vectors than there were texts" };
  return {
    works: true,
    embedder: `${embedder.name}, ${one.length} dimensions`,
    cosineOfAlike: cosine(one, like),
    cosineOfUnlike: cosine(one, unlike),
  };
}

async function timed(check: () => Promise<Found>, signal?: AbortSignal): Promise<Checked> {
  const start = performance.now();
  const found = await check().catch((thrown: unknown): Found => {
    signal?.throwIfAborted();
    return { works: false, why: MemoletError.from(thrown).message };
  });
  return { ...found, milliseconds: Math.round(performance.now() - start) };
}

function cosine(one: Float32Array, other: Float32Array): number {
  const dot = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return Math.round((dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other))) * 100) / 100;
}
