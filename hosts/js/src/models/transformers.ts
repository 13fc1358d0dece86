// Transformers.js as a store's embedder. The app brings the package `@huggingface/transformers`; nothing
// here imports it.
import { Queue } from "../engine/queue.ts";
import { invalid } from "../errors.ts";
import type { Embedder } from "../services.ts";
import { embedder, type Prefixes } from "./embedder.ts";
import { batches, guarded, type Progress } from "./guard.ts";

/** Texts of one run: all of a run are padded to the longest of them. */
const MOST_TEXTS = 32;

/** What a feature-extraction pipeline gives: one row a text. */
export interface Features {
  /** Such as `float32`. */
  readonly type: string;
  /** Texts, then dimensions. */
  readonly dims: readonly number[];
  readonly data: ArrayLike<unknown>;
  dispose?(): void;
}

/** A feature-extraction pipeline of Transformers.js, versions 3 and 4. */
export type Extractor = (
  texts: string[],
  options: { pooling: Pooling; normalize: boolean },
) => Promise<Features>;

/** How the vectors of a text's tokens become one: the model's own page says which. */
export type Pooling = "mean" | "cls" | "last_token";

/** The part of `@huggingface/transformers` that is used. */
export interface TransformersModule {
  // The package's own type has an overload for every task, which no narrower type here is equal to.
  pipeline(task: "feature-extraction", model: string, options?: any): Promise<unknown>;
}

/** A model for Transformers.js to load. */
export interface TransformersModel {
  /** `await import("@huggingface/transformers")`. */
  module: TransformersModule;
  /** Such as `Xenova/multilingual-e5-small`. */
  model: string;
  /** Precision of the weights, such as `q8`. Default: the package's. Part of the embedder's name. */
  dtype?: string | undefined;
  /** Such as `webgpu` or `wasm`. Default: the package's. */
  device?: string | undefined;
  progress?: Progress | undefined;
}

export interface TransformersSettings extends Prefixes {
  /** The embedder's name. A pipeline of one's own needs one; else it is the model's, with its dtype. */
  name?: string | undefined;
  /** Length of the vectors. Default: that of a short text's. */
  dimensions?: number | undefined;
  /** Default: `mean`. */
  pooling?: Pooling | undefined;
}

/**
 * An embedder of a feature-extraction pipeline, or of a model that Transformers.js loads; its vectors have
 * unit length. A run cannot be stopped: an abort ends the wait, and no further run is begun. Failures of
 * loading and of running are `other`.
 */
export async function transformersEmbedder(
  source: Extractor | TransformersModel,
  settings: TransformersSettings = {},
  signal?: AbortSignal,
): Promise<Embedder> {
  const name = settings.name ?? modelName(source);
  if (!name) throw invalid("name: a pipeline of one's own needs a name, which is the embedder's in a store");
  const extract = await guarded("Transformers.js", signal, () => extractor(source));
  const runs = new Runs(extract, settings.pooling ?? "mean");
  const dimensions =
    settings.dimensions ?? (await guarded(`the embedder ${name}`, signal, () => runs.dimensions()));
  return embedder({
    ...settings,
    name,
    dimensions,
    embed: (texts, _, signal) => runs.vectors(texts, signal),
  });
}

/** One run after another: a session of ONNX Runtime does one at a time. */
class Runs {
  readonly #extract: Extractor;
  readonly #pooling: Pooling;
  readonly #queue = new Queue();

  constructor(extract: Extractor, pooling: Pooling) {
    this.#extract = extract;
    this.#pooling = pooling;
  }

  async dimensions(): Promise<number> {
    return (await this.#run(["dimensions"]))[0]?.length ?? 0;
  }

  async vectors(texts: string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const batch of batches(texts, MOST_TEXTS)) vectors.push(...(await this.#run(batch, signal)));
    return vectors;
  }

  #run(texts: string[], signal?: AbortSignal): Promise<Float32Array[]> {
    return this.#queue.run(async () => {
      const features = await this.#extract(texts, { pooling: this.#pooling, normalize: true });
      try {
        return rows(features);
      } finally {
        features.dispose?.();
      }
    }, signal);
  }
}

function rows({ type, dims, data }: Features): Float32Array[] {
  const [count, length] = dims;
  if (dims.length !== 2 || count === undefined || length === undefined) {
    throw new Error(`the pipeline gave an array of ${dims.length} axes in place of one row a text`);
  }
  if (type !== "float32" || !(data instanceof Float32Array)) {
    throw new Error(`the pipeline gave ${type} in place of float32`);
  }
  return Array.from({ length: count }, (_, row) => data.slice(row * length, (row + 1) * length));
}

async function extractor(source: Extractor | TransformersModel): Promise<Extractor> {
  if (typeof source === "function") return source;
  const { module, model, dtype, device, progress } = source;
  const options = {
    ...(dtype !== undefined && { dtype }),
    ...(device !== undefined && { device }),
    ...(progress && { progress_callback: listener(progress) }),
  };
  return (await module.pipeline("feature-extraction", model, options)) as Extractor;
}

/** The package tells of each file by itself: here their bytes are summed. */
function listener(
  progress: Progress,
): (event: { status: string; file?: string; loaded?: number; total?: number }) => void {
  const files = new Map<string, { done: number; of: number }>();
  return ({ status, file, loaded, total }) => {
    if (status !== "progress" || file === undefined) return;
    files.set(file, { done: loaded ?? 0, of: total ?? 0 });
    const sum = (pick: "done" | "of") => [...files.values()].reduce((sum, file) => sum + file[pick], 0);
    progress(sum("done"), sum("of"));
  };
}

function modelName(source: Extractor | TransformersModel): string | undefined {
  if (typeof source === "function") return undefined;
  return source.dtype === undefined ? source.model : `${source.model}:${source.dtype}`;
}
