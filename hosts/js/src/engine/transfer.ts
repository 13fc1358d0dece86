// Export and import: the engine's lines of a user's memories, as one text. What a line holds, and what becomes of
// it, is the engine's; here they are put together and taken apart.
import type { Exported as Page, Imported } from "../contract/types.ts";
import { invalid } from "../errors.ts";
import type { Asked } from "./asked.ts";
import { noScope } from "./dispatch.ts";

/** Lines brought in between two batches of embeddings. */
const BATCH = 64;

/** What a transfer needs of a store. */
export interface Store {
  /** Carries out one operation of the engine; what is to be embedded waits. */
  request(asked: Asked): Promise<unknown>;
  /** Embeds what waits. */
  embed(now: number): Promise<void>;
  progress(done: number, of?: number): void;
}

/** An export: its lines as one text, and how many memories they hold. */
export interface Exported {
  lines: string;
  memories: number;
}

/** All memories of the scope's user, in any state; shared ones are not the user's. */
export async function exportLines(store: Store, { scope, now }: Asked): Promise<Exported> {
  if (scope === undefined) throw noScope();
  const lines: string[] = [];
  let after: string | undefined;
  do {
    const page = (await store.request({ op: "exportLines", now, scope, args: { after } })) as Page;
    lines.push(...page.lines);
    after = page.next;
    // The header is none.
    store.progress(lines.length - 1);
  } while (after !== undefined);
  return { lines: lines.map((line) => line + "\n").join(""), memories: lines.length - 1 };
}

/** Brings every line of an export in, and says what came of them. */
export async function importLines(
  store: Store,
  { scope, now, args }: Asked,
  signal: AbortSignal | undefined,
): Promise<Imported> {
  const { lines: text, ...from } = args;
  if (typeof text !== "string") throw invalid("lines: required, the text of an export");
  if (scope === undefined) throw noScope();
  const [header = "", ...rest] = text.replace(/^\uFEFF/, "").split("\n").map((line) => line.trim());
  const bring = async (first: number, lines: string[]) =>
    (await store.request({ op: "importLines", now, scope, args: { ...from, header, first, lines } })) as Imported;
  const total = rest.filter(Boolean).length;
  try {
    // The header is judged where there is no line too.
    let counts = await bring(2, []);
    for (const { first, lines } of batches(rest)) {
      signal?.throwIfAborted();
      counts = sum(counts, await bring(first, lines));
      await store.embed(now);
      store.progress(counts.memories, total);
    }
    if (total === 0) store.progress(0, 0);
    return counts;
  } finally {
    await store.embed(now);
  }
}

/** Lines that follow one another, with the number of the first; the header is line 1. */
function* batches(lines: string[]): Generator<{ first: number; lines: string[] }> {
  let at = 0;
  while (at < lines.length) {
    const start = at;
    while (at < lines.length && lines[at] && at - start < BATCH) at += 1;
    if (at > start) yield { first: start + 2, lines: lines.slice(start, at) };
    else at += 1;
  }
}

function sum(one: Imported, other: Imported): Imported {
  const added = Object.entries(other).map(([name, value]) => {
    const before = one[name as keyof Imported];
    return [name, Array.isArray(value) ? [...(before as unknown[]), ...value] : (before as number) + value];
  });
  return Object.fromEntries(added) as Imported;
}
