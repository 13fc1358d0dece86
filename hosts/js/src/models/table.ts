// Where the bytes of the built-in embedder's table come from: Node's files, else the cache, else the network.
import { MemoletError, other } from "../errors.ts";
import type { Progress } from "./guard.ts";
import { readBounded } from "./read.ts";

/** The cache's name. Its number goes up when what is kept changes its meaning; older ones are dropped. */
const CACHE = "memolet-tables-1";
const CACHES = /^memolet-tables-\d+$/;
/** Bytes of a table, at most. */
const MOST_BYTES = 64 << 20;
/** A download that brings nothing for so many milliseconds is given up. */
const STALLED = 30_000;

/** The kept copy. Undefined where there is none, or no cache. */
export async function cached(url: URL): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const kept = await inCache(async (cache) => (await cache.match(url.href))?.arrayBuffer());
  return kept && new Uint8Array(kept);
}

/** Keeps a copy and drops those of earlier versions. No room or no right to it is no failure. */
export async function keep(url: URL, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await inCache(async (cache) => {
    await cache.put(
      url.href,
      new Response(bytes, { headers: { "content-type": "application/octet-stream" } }),
    );
    const old = (await caches.keys()).filter((name) => CACHES.test(name) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
  });
}

/** Drops the kept copy. */
export async function drop(url: URL): Promise<void> {
  await inCache((cache) => cache.delete(url.href));
}

/** The table from where it lies. `fresh` passes the browser's HTTP cache by. */
export async function fetched(
  url: URL,
  fresh: boolean,
  progress?: Progress,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const bytes = url.protocol === "file:" ? await readFile(url) : await download(url, fresh, progress);
    if (bytes) return bytes;
  } catch (thrown) {
    throw unreachable(url, thrown instanceof Error ? thrown.message : String(thrown), thrown);
  }
  throw unreachable(url, `it is over ${MOST_BYTES} bytes`);
}

/** A table that cannot be had: where it was looked for, and what to do. */
export function unreachable(url: URL, why: string, cause?: unknown): MemoletError {
  const text =
    `the built-in embedder's table could not be loaded from ${shown(url)} (${why}): ` +
    "serve the file there and be online the first time, or give another address or its bytes as `table`";
  return other(text, { cause });
}

async function download(
  url: URL,
  fresh: boolean,
  progress?: Progress,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const stop = new AbortController();
  let timer = setTimeout(() => stop.abort(new Error("it stalled")), STALLED);
  try {
    const response = await fetch(url, { signal: stop.signal, cache: fresh ? "reload" : "default" });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const of = encoded(response.headers) ? 0 : Number(response.headers.get("content-length"));
    return await readBounded(response, MOST_BYTES, (read) => {
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(new Error("it stalled")), STALLED);
      progress?.(read, of > 0 ? of : undefined);
    });
  } finally {
    clearTimeout(timer);
    stop.abort(); // a body that was not read to its end is let go
  }
}

/** Of a compressed answer the length is that of the compressed bytes, and not what is read. */
function encoded(headers: Headers): boolean {
  return !["", "identity"].includes(headers.get("content-encoding") ?? "");
}

/** Node's own files, asked for in a way that no bundler follows. */
async function readFile(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const files = globalThis.process?.getBuiltinModule?.("node:fs/promises");
  if (!files) throw new Error("files are read in Node alone");
  return new Uint8Array(await files.readFile(url));
}

async function inCache<T>(act: (cache: Cache) => Promise<T>): Promise<T | undefined> {
  if (typeof caches === "undefined") return undefined;
  try {
    return await act(await caches.open(CACHE));
  } catch {
    return undefined; // a page without the right to a cache, or without room
  }
}

/** Without a query: it may hold a signature. */
function shown(url: URL): string {
  if (url.protocol === "data:" || url.protocol === "blob:") return `a ${url.protocol} address`;
  return `${url.protocol}//${url.host}${url.pathname}`;
}
