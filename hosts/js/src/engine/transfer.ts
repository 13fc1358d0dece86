// Export and import: a user's memories as JSON Lines, a header first, then one memory a line, oldest first.
//
// An import remembers each again. Admission and tombstones apply as to any candidate, so what was erased
// stays erased; ids are new; nobody's approval is taken over.
import type { Admission, Labels, Memory, Page } from "../contract/types.ts";
import { invalid, MemoletError } from "../errors.ts";
import type { Imported } from "../host.ts";
import { parse as parseJson, stringify } from "../json.ts";
import { isObject } from "../values.ts";
import type { Asked } from "./asked.ts";
import { noScope } from "./dispatch.ts";
import { definition } from "./table.ts";

/** Fields of a memory that a candidate has under the same name. */
const CARRIED = [
  "text", "kind", "actor", "source", "mode", "value", "importance", "sensitivity", "observedAt", "validFrom",
  "validTo", "expiresAt", "evidence", "metadata", "appliesTo", "extractor",
] as const;

const PAGE = 500;
/** Memories remembered between two batches of embeddings. */
const BATCH = 64;
const VERSION = 1;

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
  const memories: Memory[] = [];
  // Every one, so that the listing leaves nothing out.
  const states = [...definition("state").members.keys()];
  let after: string | undefined;
  do {
    const args = { states, limit: PAGE, after };
    const page = (await store.request({ op: "list", now, scope, args })) as Page;
    memories.push(...page.memories.filter(({ shared }) => !shared));
    after = page.next;
    store.progress(memories.length);
  } while (after !== undefined);
  const header = { memolet: "export", version: VERSION, user: (scope as Labels).user, at: now };
  const lines = [header, ...memories.reverse()].map((line) => stringify(line) + "\n");
  return { lines: lines.join(""), memories: memories.length };
}

/** Remembers every memory of an export, and says how many became what. */
export async function importLines(
  store: Store,
  { scope, now, args }: Asked,
  signal: AbortSignal | undefined,
): Promise<Imported> {
  if (typeof args.lines !== "string") throw invalid("lines: required, the text of an export");
  if (scope === undefined) throw noScope();
  const memories = readLines(args.lines);
  const counts: Imported = { memories: memories.length, outcomes: {}, retired: 0 };
  try {
    for (const [index, memory] of memories.entries()) {
      signal?.throwIfAborted();
      await importMemory(store, memory, labels(memory, scope as Labels), now, counts);
      if ((index + 1) % BATCH !== 0) continue;
      await store.embed(now);
      store.progress(index + 1, memories.length);
    }
  } finally {
    await store.embed(now);
  }
  store.progress(memories.length, memories.length);
  return counts;
}

async function importMemory(
  store: Store,
  memory: Memory,
  scope: Labels,
  now: number,
  counts: Imported,
): Promise<void> {
  const { outcome, id } = await admit(store, memory, scope, now);
  counts.outcomes[outcome] = (counts.outcomes[outcome] ?? 0) + 1;
  if (id === undefined || (outcome !== "active" && outcome !== "provisional")) return;
  const retirement = retire(memory, id);
  if (!retirement) return;
  try {
    await store.request({ ...retirement, now, scope, key: `import:${memory.id}:${retirement.op}` });
  } catch (error) {
    // It is out of recall already: its successor came before it.
    if (MemoletError.from(error).tag !== "conflict") throw error;
  }
  counts.retired += 1;
}

/**
 * Remembers once, by a key of the memory's id. A key gives its first outcome for ever; where what it speaks
 * of has been erased since, the memory is offered without one.
 */
async function admit(store: Store, memory: Memory, scope: Labels, now: number): Promise<Admission> {
  const offer: Asked = { op: "remember", now, scope, args: candidate(memory) };
  const admission = (await store.request({ ...offer, key: `import:${memory.id}` })) as Admission;
  if (admission.id === undefined) return admission;
  try {
    await store.request({ op: "get", now, scope, args: { id: admission.id } });
    return admission;
  } catch (error) {
    if (MemoletError.from(error).tag !== "not-found") return admission;
    return (await store.request(offer)) as Admission;
  }
}

/** What a memory was before it was admitted. */
function candidate(memory: Memory): Record<string, unknown> {
  const carried = CARRIED.filter((name) => memory[name] !== undefined).map((name) => [name, memory[name]]);
  const { entity, attribute } = memory.address ?? {};
  const several = memory.address && memory.several;
  // A start that was only observed is observed again.
  const validFrom = memory.startStated === false ? undefined : memory.validFrom;
  return { ...Object.fromEntries(carried), validFrom, entity, attribute, several };
}

/** The labels that the memory was written with, under the user who imports. */
function labels(memory: Memory, scope: Labels): Labels {
  const { project = scope.project, agent = scope.agent, session = scope.session } = memory;
  return { ...scope, project, agent, session, purpose: memory.retention?.purpose ?? scope.purpose };
}

/** What brings a memory out of recall that was out of recall; `id` is its new one. */
function retire({ state, address, validTo }: Memory, id: string): Pick<Asked, "op" | "args"> | undefined {
  switch (state) {
    case "invalidated":
      return { op: "invalidate", args: { id } };
    case "archived":
    case "consolidated":
    case "expired":
    case "pending-erasure":
      return { op: "archive", args: { id } };
    case "quarantined":
      return { op: "quarantine", args: { id, by: "import" } };
    case "superseded":
      // Where there is an address, the successor that comes later retires it.
      return address ? undefined : { op: "end", args: { id, at: validTo } };
    case "ended":
      return { op: "end", args: { id, at: validTo } };
    default:
      return undefined;
  }
}

function readLines(text: string): Memory[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const values = lines.map((line, index) => parse(line, index + 1));
  checkHeader(values[0]);
  return values.slice(1).map((value, index) => {
    const isMemory = isObject(value) && typeof value.text === "string" && typeof value.id === "string";
    if (isMemory) return value as unknown as Memory;
    throw invalid(`lines:${index + 2}: no memory`);
  });
}

function parse(line: string, number: number): unknown {
  try {
    return parseJson(line);
  } catch {
    // What the parser says has words of the line in it.
    throw invalid(`lines:${number}: no JSON`);
  }
}

function checkHeader(header: unknown): void {
  const { memolet, version } = isObject(header) ? header : {};
  if (memolet === "export" && version === VERSION) return;
  if (memolet === "export" && typeof version === "number") {
    throw new MemoletError("newer-format", `lines: an export of version ${version}`);
  }
  throw invalid("lines: the first line is not the header of an export");
}
