// Vectors by the embedder of the services: of what is searched with, and a check of what comes.
import { unlessAborted } from "../abort.ts";
import { other } from "../errors.ts";
import type { Answer } from "../raw/types.ts";
import type { Embedder } from "../services.ts";
import { isAbsent, isObject } from "../values.ts";
import type { Asked } from "./asked.ts";
import { attempt } from "./patience.ts";
import type { Session } from "./session.ts";
import { operation as find, type Operation, takesQuery } from "./table.ts";

/** The embedder of the services, where it makes this store's vectors. */
export function ownEmbedder({ services, opened }: Session): Embedder | undefined {
  const ours = services.embedder;
  const theirs = opened.embedder;
  return ours && theirs?.name === ours.name && theirs.dimensions === ours.dimensions ? ours : undefined;
}

/** The vectors of some texts, as an answer. Where others came than were asked for, the embedder has failed. */
export function vectors(
  embedder: Embedder,
  texts: string[],
  purpose: "query" | "passage",
  signal: AbortSignal | undefined,
): Promise<Answer> {
  return attempt(async () => {
    const made = await embedder.embed(texts, purpose, signal);
    const isVector = (vector: Float32Array) =>
      vector.length === embedder.dimensions && vector.every((number) => Number.isFinite(number));
    if (made.length === texts.length && made.every(isVector)) return { tag: "vectors", val: made };
    throw other(`${texts.length} vectors of ${embedder.dimensions} numbers were wanted, and others came`);
  });
}

/** The text whose embedding a request may carry and does not: what is recalled, by a query or by a tool. */
export function toEmbed(operation: Operation, { args }: Asked): string | undefined {
  if (!isAbsent(args.embedding)) return undefined;
  const takesVector = operation.parameters.some(({ is, name }) => is === "value" && name === "embedding");
  const text = takesQuery(operation) ? args.text : takesVector ? queried(args.arguments) : undefined;
  return typeof text === "string" && text !== "" ? text : undefined;
}

/**
 * The same request with the embedding of a text of it, where the services make the store's vectors. An
 * embedder that fails leaves recall to the words.
 */
export async function embedded(
  session: Session,
  text: string,
  asked: Asked,
  signal: AbortSignal | undefined,
): Promise<Asked> {
  const embedder = ownEmbedder(session);
  const queryText = find("queryText");
  if (!embedder || !queryText) return asked;
  const words = session.call(queryText, { ...asked, op: "queryText", args: { text }, key: undefined });
  const made = vectors(embedder, [(words as { text: string }).text], "query", signal);
  const answer = await unlessAborted(made, signal);
  if (answer.tag === "vectors") return { ...asked, args: { ...asked.args, embedding: answer.val[0] } };
  if (answer.tag === "failed") session.notice(`recalled by words alone: embeddings: ${answer.val}`);
  return asked;
}

/** What a tool's arguments ask for, be they JSON or a text of it. */
function queried(given: unknown): unknown {
  if (typeof given !== "string") return isObject(given) ? given.query : undefined;
  try {
    const parsed: unknown = JSON.parse(given);
    return isObject(parsed) ? parsed.query : undefined;
  } catch {
    return undefined;
  }
}
