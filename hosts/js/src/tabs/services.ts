// A page's services, asked from its worker.
import { other } from "../errors.ts";
import type { Ask, Counter, Reranker, Services } from "../services.ts";
import type { Served } from "./wire.ts";

/** Which services a page has, as data. */
export interface Offered {
  embedder?: { name: string; dimensions: number };
  model?: { name: string };
  reranker: boolean;
  counters: string[];
}

interface Texts {
  texts: string[];
}

/** What a page tells its worker of its services. */
export function offered({ embedder, model, reranker, counters }: Services): Offered {
  return {
    ...(embedder && { embedder: { name: embedder.name, dimensions: embedder.dimensions } }),
    ...(model && { model: { name: model.name } }),
    reranker: reranker !== undefined,
    counters: Object.keys(counters ?? {}),
  };
}

/** The page's end. Vectors are copied, not moved: an embedder may keep those that it gave. */
export function served({ embedder, model, reranker, counters = {} }: Services): Served {
  return {
    embed: ({ texts, purpose }: Texts & { purpose: "query" | "passage" }, signal) =>
      here("embedder", embedder).embed(texts, purpose, signal),
    ask: (ask: Ask, signal) => here("model", model).ask(ask, signal),
    rerank: ({ query, documents }: { query: string; documents: string[] }, signal) =>
      here("reranker", reranker)(query, documents, signal),
    count: ({ counter, texts }: Texts & { counter: string }, signal) =>
      here("counter", Object.hasOwn(counters, counter) ? counters[counter] : undefined)(texts, signal),
  };
}

/** Asks the page for a service by its name here. */
export type AskPage = <T>(service: string, argument: unknown, signal?: AbortSignal) => Promise<T>;

/** The worker's end: services like any other, which ask the page. */
export function reached({ embedder, model, reranker, counters }: Offered, page: AskPage): Services {
  const rerank: Reranker = (query, documents, signal) => page("rerank", { query, documents }, signal);
  const counterOf = (counter: string): Counter =>
    (texts, signal) => page("count", { counter, texts }, signal);
  return {
    embedder: embedder && {
      ...embedder,
      embed: (texts, purpose, signal) => page("embed", { texts, purpose }, signal),
    },
    model: model && { ...model, ask: (ask, signal) => page("ask", ask, signal) },
    reranker: reranker ? rerank : undefined,
    counters: Object.fromEntries(counters.map((name) => [name, counterOf(name)])),
  };
}

function here<T>(what: string, service: T | undefined): T {
  if (service === undefined) throw other(`this page has no ${what}`);
  return service;
}
