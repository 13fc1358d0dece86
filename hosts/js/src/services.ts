// What a store may ask of the world around it: vectors, a model's words, scores, counts. All optional.

/** Makes the vectors of a store. */
export interface Embedder {
  /** Name with version; a store keeps to the embedder that it was made with. */
  readonly name: string;
  /** Length of each vector, 1..4096. */
  readonly dimensions: number;
  /** One vector a text, in order. `query` texts are searched with, `passage` texts are stored. */
  embed(texts: string[], purpose: "query" | "passage", signal?: AbortSignal): Promise<Float32Array[]>;
}

/** A question for a model. */
export interface Ask {
  /** What it is for. */
  purpose: "reconcile" | "extract" | "consolidate";
  prompt: string;
  /** JSON schema of the reply, as text. */
  schema: string;
}

/** Answers questions. Its words are taken as they come; the engine guards what they may do. */
export interface Model {
  readonly name: string;
  /** The reply: a text that should be JSON of the question's schema. */
  ask(ask: Ask, signal?: AbortSignal): Promise<string>;
}

/** Scores documents by a query: one number a document, in order, 0..1. */
export type Reranker = (query: string, documents: string[], signal?: AbortSignal) => Promise<number[]>;

/** Counts tokens: one number a text, in order. */
export type Counter = (texts: string[], signal?: AbortSignal) => Promise<number[]> | number[];

/** Everything that a store may use. */
export interface Services {
  embedder?: Embedder | undefined;
  model?: Model | undefined;
  reranker?: Reranker | undefined;
  /** Tokenizers by the name that a query gives as `counter`. */
  counters?: Record<string, Counter> | undefined;
}
