// OpenAI's embeddings API: texts out, one vector a text back.
import type { Embedder } from "../services.ts";
import { embedder, type Prefixes } from "./embedder.ts";
import { batches, parallel } from "./guard.ts";
import type { Endpoint } from "./http.ts";
import { ModelError, refusesBody } from "./retry.ts";

/** Texts of one request, at most. */
const MOST_TEXTS = 64;
/** Fewer texts than this are not worth a request of their own. */
const FEW_TEXTS = 16;
/** Requests at once, at most. */
const AT_ONCE = 4;
/** Bytes that a number may take in an answer. */
const NUMBER = 28;
/** Bytes of an answer beside its numbers. */
const FRAME = 64 << 10;

/** A model of a server that makes vectors. */
export interface EmbeddingModel extends Prefixes {
  model: string;
  /** Length of its vectors, 1..4096. */
  dimensions: number;
}

/** An embedder behind an endpoint. Its name is the model's. */
export function embeddings(endpoint: Endpoint, settings: EmbeddingModel): Embedder {
  const requests = new Requests(endpoint, settings);
  return embedder({
    ...settings,
    name: settings.model,
    embed: (texts, _, signal) => requests.vectors(texts, signal),
  });
}

class Requests {
  readonly #endpoint: Endpoint;
  readonly #model: string;
  readonly #dimensions: number;
  /** Ask the server for vectors of that length; not once it has refused to be asked. */
  #askDimensions = true;

  constructor(endpoint: Endpoint, { model, dimensions }: EmbeddingModel) {
    this.#endpoint = endpoint;
    this.#model = model;
    this.#dimensions = dimensions;
  }

  /** One vector a text, in order. Several requests run at once. */
  async vectors(texts: string[], signal?: AbortSignal): Promise<number[][]> {
    const end = this.#endpoint.end();
    const size = Math.min(Math.max(Math.ceil(texts.length / AT_ONCE), FEW_TEXTS), MOST_TEXTS);
    const answers = await parallel(batches(texts, size), AT_ONCE, (batch) => this.#batch(batch, end, signal));
    return answers.flat();
  }

  async #batch(input: string[], end: number, signal?: AbortSignal): Promise<number[][]> {
    const most = FRAME + input.length * this.#dimensions * NUMBER;
    const body = { model: this.#model, input, encoding_format: "float" };
    const post = (more: object) =>
      this.#endpoint.post("/embeddings", { ...body, ...more }, most, end, signal);
    if (this.#askDimensions) {
      try {
        return vectors(await post({ dimensions: this.#dimensions }), input.length);
      } catch (thrown) {
        if (!refusesBody(thrown)) throw thrown;
      }
    }
    const bytes = await post({});
    this.#askDimensions = false;
    return vectors(bytes, input.length);
  }
}

/** The vectors of an answer, in the order of the texts. */
function vectors(bytes: Uint8Array, wanted: number): number[][] {
  const rows = data(bytes);
  if (rows?.length !== wanted) throw unusable("as many are wanted as there were texts");
  const vectors: number[][] = [];
  rows.forEach((row, place) => {
    const index = row?.index ?? place;
    if (!Number.isInteger(index) || index < 0 || index >= wanted || vectors[index]) {
      throw unusable("their indexes are not those of the texts");
    }
    if (!Array.isArray(row.embedding) || !row.embedding.every((number) => typeof number === "number")) {
      throw unusable("a vector is no list of numbers");
    }
    vectors[index] = row.embedding;
  });
  return vectors;
}

function data(bytes: Uint8Array): { index?: number; embedding?: unknown }[] | undefined {
  try {
    const { data } = JSON.parse(new TextDecoder().decode(bytes));
    return Array.isArray(data) ? data : undefined;
  } catch {
    throw unusable("other JSON, or none");
  }
}

function unusable(why: string): ModelError {
  return new ModelError(`the answer is no list of embeddings: ${why}`);
}
