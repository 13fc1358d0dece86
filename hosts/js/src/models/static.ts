// The built-in embedder: a table of vectors that the engine looks words up in.
import { invalid, MemoletError } from "../errors.ts";
import type { Embedder } from "../services.ts";
import { embedder } from "./embedder.ts";
import { guarded, type Progress } from "./guard.ts";
import { cached, drop, fetched, keep, unreachable } from "./table.ts";

/** What the table is called in a store, and the length of its vectors. */
const NAME = "potion-base-8m-128";
const DIMENSIONS = 128;
/** Texts that the engine takes at once. */
const MOST_TEXTS = 1024;

/** An embedder of the raw engine. */
export interface RawEmbedder {
  info(): { name: string; dimensions: number };
  embed(texts: string[]): ArrayLike<number>[];
}

/** The part of the raw engine that reads tables: its `Embedder` class. Throws `corrupt` for damaged bytes. */
export interface TableReader {
  load(table: Uint8Array): RawEmbedder;
}

export interface StaticSettings {
  /** The raw engine's `Embedder` class, or the promise of it while the engine is being loaded. */
  engine: TableReader | Promise<TableReader>;
  /** Where `potion-base-8m-128.bin` lies, or its bytes. Default: beside this file. */
  table?: string | URL | Uint8Array | undefined;
  progress?: Progress | undefined;
}

/** The built-in embedder. English; about 10 µs a short text. */
export interface StaticEmbedder extends Embedder {
  /** Settles when the first load has: nothing needs to wait for it, since `embed` does. */
  readonly ready: Promise<void>;
}

/** What is loaded, by address: once a realm. What could not be loaded may be tried again. */
const loads = new Map<string, Promise<RawEmbedder>>();

/**
 * The built-in embedder, at once: its table begins to load now, and `embed` waits for it. The table is
 * kept in Cache Storage where there is one. When it cannot be had, `embed` throws `other`, which says
 * where it was looked for and what to do, and the next `embed` tries again.
 */
export function staticEmbedder({ engine, table, progress }: StaticSettings): StaticEmbedder {
  const load = loader(engine, table, progress);
  const ready = guarded("the built-in embedder", undefined, load).then(() => undefined);
  ready.catch(() => undefined); // `embed` says it to whoever wants a vector
  const inner = embedder({
    name: NAME,
    dimensions: DIMENSIONS,
    embed: async (texts) => inChunks(await load(), texts),
  });
  return { ...inner, ready };
}

function loader(engine: StaticSettings["engine"], table: StaticSettings["table"], progress?: Progress) {
  if (table instanceof Uint8Array) {
    let loaded: Promise<RawEmbedder> | undefined;
    return () => (loaded ??= Promise.resolve(engine).then((reader) => read(reader, table)));
  }
  const url = resolved(table);
  return (): Promise<RawEmbedder> => {
    let loaded = loads.get(url.href);
    if (!loaded) {
      loaded = fromAddress(engine, url, progress);
      loads.set(url.href, loaded);
      loaded.catch(() => loads.delete(url.href));
    }
    return loaded;
  };
}

/** The bytes come while the engine does. A kept copy that is found damaged is dropped and fetched again. */
async function fromAddress(
  engine: StaticSettings["engine"],
  url: URL,
  progress?: Progress,
): Promise<RawEmbedder> {
  const source = cached(url).then(async (kept) => ({
    kept,
    bytes: kept ?? (await fetched(url, false, progress)),
  }));
  const [{ kept, bytes }, reader] = await Promise.all([source, engine]);
  if (!kept) return fresh(reader, url, bytes);
  try {
    return read(reader, kept);
  } catch {
    await drop(url);
    return fresh(reader, url, await fetched(url, true, progress));
  }
}

/** Reads what was just fetched, and keeps it only when it is a table. */
function fresh(reader: TableReader, url: URL, bytes: Uint8Array<ArrayBuffer>): RawEmbedder {
  try {
    const raw = read(reader, bytes);
    void keep(url, bytes);
    return raw;
  } catch (thrown) {
    throw unreachable(url, `what lies there is no such table: ${MemoletError.from(thrown).message}`, thrown);
  }
}

function read(reader: TableReader, bytes: Uint8Array): RawEmbedder {
  const raw = reader.load(bytes);
  const { name, dimensions } = raw.info();
  if (name === NAME && dimensions === DIMENSIONS) return raw;
  const text = `the table is ${name} with ${dimensions} dimensions, not ${NAME} with ${DIMENSIONS}`;
  throw new MemoletError("embedder-mismatch", text);
}

function inChunks(raw: RawEmbedder, texts: string[]): ArrayLike<number>[] {
  const vectors: ArrayLike<number>[] = [];
  for (let at = 0; at < texts.length; at += MOST_TEXTS)
    vectors.push(...raw.embed(texts.slice(at, at + MOST_TEXTS)));
  return vectors;
}

/** Bundlers know the first form, and put the file beside what they make. */
function resolved(table: string | URL | undefined): URL {
  try {
    if (table === undefined) return new URL("./potion-base-8m-128.bin", import.meta.url);
    return new URL(table, globalThis.location?.href);
  } catch (cause) {
    throw invalid("table is the address of a table, or its bytes", { cause });
  }
}
