// What recalls wait for: the vector of their text, a reranker's scores, a tokenizer's counts, as far as the
// services have them.
import { MemoletError } from "../errors.ts";
import type { Answer, Request } from "../raw/types.ts";
import type { Asked } from "./asked.ts";
import { isAbsent, isObject } from "./convert.ts";
import { attempt, ownEmbedder } from "./drain.ts";
import { unlessAborted } from "./queue.ts";
import type { Session } from "./session.ts";
import { operation as find, type Operation } from "./table.ts";

/** Times that one recall is asked, at most. */
const MOST_ROUNDS = 8;

/** What became of a task that a recall waits for. `theirs`: it is for whoever sends the requests. */
type Errand = "done" | "unranked" | "uncounted" | "theirs";

/** A task of a recall and what the services said to it: the same is not asked of them twice. */
type Said = Map<string, Answer>;

/** A recall, or why it left a memory out: asked again until the answer is final or waits for somebody else. */
export async function read(session: Session, operation: Operation, asked: Asked, signal?: AbortSignal): Promise<unknown> {
  if (operation.name !== "whyNot") return rounds(session, operation, asked, signal);
  // The reason goes by what the reranker and the tokenizer have said: a recall lets them say it first.
  const recall = find("recall");
  if (recall && canDo(session, asked)) {
    const { id: _, ...query } = asked.args;
    await rounds(session, recall, { ...asked, args: query }, signal);
  }
  return session.call(operation, asked);
}

/**
 * The same request with the embedding of a text of it, where the services make the store's vectors. An
 * embedder that fails leaves recall to the words.
 */
export async function embedded(
  session: Session,
  text: string,
  asked: Asked,
  signal?: AbortSignal,
): Promise<Asked> {
  const embedder = ownEmbedder(session);
  const queryText = find("queryText");
  if (!embedder || !queryText) return asked;
  const words = session.call(queryText, { op: "queryText", now: asked.now, scope: asked.scope, args: { text } });
  const answer = await unlessAborted(attempt(async () => {
    return { tag: "vectors", val: await embedder.embed([(words as { text: string }).text], "query", signal) };
  }), signal);
  if (answer.tag === "vectors" && answer.val[0]) {
    return { ...asked, args: { ...asked.args, embedding: answer.val[0] } };
  }
  session.notice(`recalled by words alone: embeddings: ${answer.tag === "failed" ? answer.val : "none came"}`);
  return asked;
}

/** The text whose embedding a request may carry and does not: what is recalled, by a query or by a tool. */
export function toEmbed(operation: Operation, { args }: Asked): string | undefined {
  if (!isAbsent(args.embedding)) return undefined;
  const takesVector = operation.parameters.some(({ is, name }) => is === "value" && name === "embedding");
  const isQuery = operation.parameters.some(({ is, name }) => is === "fields" && name === "query");
  const text = isQuery ? args.text : takesVector ? queried(args.arguments) : undefined;
  return typeof text === "string" && text !== "" ? text : undefined;
}

/** What a tool's arguments ask for, be they JSON or a text of it. */
function queried(given: unknown): unknown {
  if (typeof given !== "string") return isObject(given) ? given.query : undefined;
  try {
    return queried(JSON.parse(given) as object);
  } catch {
    return undefined;
  }
}

async function rounds(session: Session, operation: Operation, asked: Asked, signal?: AbortSignal): Promise<unknown> {
  const args = { ...asked.args };
  const again = { ...asked, args };
  const said: Said = new Map();
  const ours = canDo(session, asked);
  let answer = session.call(operation, again);
  for (let round = 1; round < MOST_ROUNDS; round++) {
    const { ticket } = answer as { ticket?: number };
    if (ticket === undefined) break;
    const became = await errand(session, ticket, ours, asked.now, said, signal);
    if (became === "theirs") break;
    if (became === "unranked") delete args.rerank;
    if (became === "uncounted") delete args.counter;
    answer = await live(session, asked.now, () => session.call(operation, again));
  }
  return answer;
}

/** Whether a recall waits for something, and all of it is the services' to do. */
function canDo({ services }: Session, { args }: Asked): boolean {
  const reranks = args.rerank === true;
  const counts = typeof args.counter === "string";
  const hasCounter = !counts || counterOf(services, args.counter as string) !== undefined;
  return (reranks || counts) && (!reranks || services.reranker !== undefined) && hasCounter;
}

/** Carries out the task of a ticket: outside the queue what a service does, within it what the engine does. */
async function errand(session: Session, ticket: number, ours: boolean, now: number, said: Said, signal?: AbortSignal): Promise<Errand> {
  const work = await live(session, now, () => taken(session, ticket, ours, now));
  // Something that another read waits for has made room for itself: this one asks again.
  if (work === "gone") return "done";
  const call = work && service(session, work, signal);
  if (!work || !call) return "theirs";
  const task = JSON.stringify(work.task);
  const answer = said.get(task) ?? (await unlessAborted(attempt(call), signal));
  said.set(task, answer);
  if (answer.tag === "failed") session.notice(`recalled without the ${work.task.tag === "count" ? "tokenizer" : "reranker"}: ${answer.val}`);
  await live(session, now, () => hand(session, work.ticket, answer, now));
  if (answer.tag !== "failed") return "done";
  return work.task.tag === "count" ? "uncounted" : "unranked";
}

/**
 * The task of a ticket. What other reads wait for before it is dropped where this one is ours to do: those
 * reads open it again. `gone`: it was dropped so itself.
 */
function taken(session: Session, ticket: number, ours: boolean, now: number): Request | "gone" | undefined {
  for (;;) {
    const work = session.poll(now);
    const waits = work?.task.tag === "rerank" || work?.task.tag === "count";
    if (work?.ticket === ticket && waits) return work;
    if (!waits || !ours) return ours ? "gone" : undefined;
    session.answer(work.ticket, { tag: "failed", val: "nobody did it" }, now);
  }
}

function hand(session: Session, ticket: number, answer: Answer, now: number): void {
  try {
    session.answer(ticket, answer, now);
  } catch (error) {
    // Another read or an erasure has dropped it: the recall opens it again.
    if (MemoletError.from(error).tag !== "stale-ticket") throw error;
  }
}

function service({ services }: Session, { task }: Request, signal?: AbortSignal): (() => Promise<Answer>) | undefined {
  if (task.tag === "rerank") {
    const { reranker } = services;
    const { query, documents } = task.val;
    return reranker && (async () => ({ tag: "scores", val: await reranker(query, documents, signal) }));
  }
  if (task.tag !== "count") return undefined;
  const counter = counterOf(services, task.val.counter);
  const { texts } = task.val;
  return counter && (async () => ({ tag: "counts", val: await counter(texts, signal) }));
}

function counterOf({ counters }: Session["services"], name: string) {
  return counters && Object.hasOwn(counters, name) ? counters[name] : undefined;
}

/** Within the queue, on an open store. */
function live<T>(session: Session, now: number, job: () => T): Promise<T> {
  return session.queue.run(async () => {
    await session.ensure(now);
    return job();
  });
}
