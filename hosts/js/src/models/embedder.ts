// Any way of making vectors, as a store's embedder: its answers are checked before they go in.
import { invalid } from "../errors.ts";
import type { Embedder } from "../services.ts";
import { guarded } from "./guard.ts";

/** The longest vectors that a store takes. */
const MOST_DIMENSIONS = 4096;

/** What goes before a text, for models that were taught to tell questions from what answers them. */
export interface Prefixes {
  /** Before a question. */
  queryPrefix?: string | undefined;
  /** Before a memory. */
  passagePrefix?: string | undefined;
}

/** The prefixes of the E5 family. */
export const e5: Prefixes = { queryPrefix: "query: ", passagePrefix: "passage: " };

/** Something that makes vectors. */
export interface EmbedderSource extends Prefixes {
  /** Name with version; a store keeps to the embedder that it was made with. */
  name: string;
  /** Length of each vector, 1..4096. */
  dimensions: number;
  /** One vector a text, in order, of finite numbers. Texts have their prefix already. */
  embed(
    texts: string[],
    purpose: "query" | "passage",
    signal?: AbortSignal,
  ): Promise<ArrayLike<ArrayLike<number>>> | ArrayLike<ArrayLike<number>>;
}

/**
 * An embedder out of a function. Throws `invalid` where the name or the length cannot be a store's. Its
 * `embed` throws `other` where the function fails, or its answer has another shape or a number that is
 * not finite; the signal's reason where that aborts.
 */
export function embedder(source: EmbedderSource): Embedder {
  const { name, dimensions } = source;
  if (typeof name !== "string" || name === "")
    throw invalid("name is a text that is not empty");
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > MOST_DIMENSIONS) {
    throw invalid(`dimensions is a whole number of 1 to ${MOST_DIMENSIONS}`);
  }
  const prefix = { query: source.queryPrefix ?? "", passage: source.passagePrefix ?? "" };
  return {
    name,
    dimensions,
    embed: (texts, purpose, signal) =>
      guarded(`the embedder ${name}`, signal, async () => {
        if (texts.length === 0) return [];
        const prefixed = texts.map((text) => prefix[purpose] + text);
        return checked(await source.embed(prefixed, purpose, signal), texts.length, dimensions);
      }),
  };
}

function checked(vectors: ArrayLike<ArrayLike<number>>, wanted: number, dimensions: number): Float32Array[] {
  if (vectors?.length !== wanted)
    throw new Error(`it gave ${vectors?.length ?? "no"} vectors for ${wanted} texts`);
  return Array.from(vectors, (vector) => {
    if (vector?.length !== dimensions) {
      throw new Error(`a vector has ${vector?.length ?? "no"} dimensions in place of ${dimensions}`);
    }
    const floats = Float32Array.from(vector);
    if (!floats.every(Number.isFinite)) throw new Error("a vector has numbers that are not finite");
    return floats;
  });
}
