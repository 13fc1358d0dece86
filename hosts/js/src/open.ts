// What a store is opened with, in every runtime.
import { fields, has, must, text } from "./arguments.ts";
import type { JsonInput, Labels } from "./contract/types.ts";
import type { Settings } from "./engine/keeper.ts";
import { LABELS, labelled } from "./labels.ts";
import type { Link } from "./link.ts";
import { UserMemory } from "./memory.ts";
import type { Counter, Embedder, Model, Reranker, Services } from "./services.ts";
import type { Key } from "./storage/key.ts";

/** Whose memories, and what may help with them. The labels (`user`, `session` …) go with every call. */
export interface OpenOptions extends Labels {
  /** Whose store it is: the app, or one of its customers. Stores of two tenants share nothing. */
  tenant: string;
  /** A policy to put in force; what it leaves out keeps its default (docs/policy.md). */
  policy?: JsonInput | undefined;
  /** Who makes vectors: the built-in embedder (the default), one of the app's, or none: words alone. */
  embed?: "built-in" | "none" | Embedder | undefined;
  /** Answers questions: extraction, reconciliation, consolidation. Left out: rules alone. */
  model?: Model | undefined;
  /** Puts the best of a recall in order, where a query says `rerank`. */
  reranker?: Reranker | undefined;
  /** Tokenizers by the name that a query gives as `counter`. */
  counters?: Record<string, Counter> | undefined;
  /**
   * The encryption key of what is stored: a WebCrypto key of AES-GCM with 256 bits, or its 32 bytes. Who throws
   * it away makes every copy unreadable. A store keeps to the key that it was made with. (The `key` of a call
   * is for idempotency.)
   */
  key?: Key | undefined;
  /** Names this device in the origin of its events. */
  device?: string | undefined;
  /**
   * A backup's bytes (`UserMemory.backup`) to begin with: the whole store as it was, under this `key`. Only for
   * a store that is new: where there is one it is `conflict`. Another tenant's bytes are refused.
   */
  from?: Uint8Array | undefined;
}

/** The options in their parts. Unknown ones are `invalid`, by name, and so are those of another shape. */
export function parts<Own extends object>(options: OpenOptions & Own, own: (keyof Own & string)[]) {
  fields("openMemory's options", options, [...LABELS, ...COMMON, ...own]);
  const { tenant, policy, device, embed = "built-in", model, reranker, counters, from } = options;
  text("tenant", tenant);
  const labels = labelled(Object.fromEntries(LABELS.map((name) => [name, options[name]])) as Partial<Labels> as Labels);
  must(embed === "built-in" || embed === "none" || has(embed, EMBEDDER), "embed", "\"built-in\", \"none\" or an embedder");
  must(model === undefined || has(model, MODEL), "model", "a model");
  must(reranker === undefined || typeof reranker === "function", "reranker", "a function");
  must(Object.values(counters ?? {}).every((counter) => typeof counter === "function"), "counters", "functions by name");
  must(from === undefined || (from instanceof Uint8Array && from.length > 0), "from", "a backup's bytes, as a Uint8Array");
  const settings: Settings = { tenant, policy, device, from, embedder: embed === "none" ? "none" : "default" };
  const services: Services = { embedder: typeof embed === "string" ? undefined : embed, model, reranker, counters };
  return { settings, services, labels, builtIn: embed === "built-in" };
}

/** A user's view of a store, once the engine has taken the labels. Where it refuses them, the store is let go. */
export async function viewOf(link: Link, labels: Labels): Promise<UserMemory> {
  try {
    await link.request({ op: "queryText", scope: labels, args: { text: "" } });
    return new UserMemory(link, labels);
  } catch (error) {
    await link.close();
    throw error;
  }
}

const COMMON = ["tenant", "policy", "embed", "model", "reranker", "counters", "key", "device", "from"];
const EMBEDDER = { name: "string", dimensions: "number", embed: "function" };
const MODEL = { name: "string", ask: "function" };
