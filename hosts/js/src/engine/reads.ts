// What recalls wait for: a reranker's scores and a tokenizer's counts, as far as the services have them.
import { MemoletError } from "../errors.ts";
import type { Answer, Request } from "../raw/types.ts";
import type { Counter, Services } from "../services.ts";
import type { Asked } from "./asked.ts";
import { attempt, unlessAborted } from "./patience.ts";
import type { Session } from "./session.ts";
import { operation as find, type Operation } from "./table.ts";

/** Times that one recall is asked, at most. */
const MOST_ROUNDS = 8;

/** What became of a task that a recall waits for. `theirs`: it is for whoever sends the requests. */
type Errand = "done" | "unranked" | "uncounted" | "theirs";

/** A recall, or why it left a memory out: asked until the answer is final or waits for somebody else. */
export async function read(
  session: Session,
  operation: Operation,
  asked: Asked,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const recall = find("recall");
  if (operation.name !== "whyNot" || !recall) return new Reading(session, asked, signal).rounds(operation);
  // The reason goes by what the reranker and the tokenizer have said: a recall lets them say it first.
  const { id: _, ...query } = asked.args;
  const before = new Reading(session, { ...asked, args: query }, signal);
  if (before.isOurs) await before.rounds(recall);
  return session.call(operation, asked);
}

/** One read, and what it takes to its end. */
class Reading {
  /** Whether it waits for something, and all of it is the services' to do. */
  readonly isOurs: boolean;
  readonly #session: Session;
  readonly #asked: Asked;
  readonly #signal: AbortSignal | undefined;
  /** What the services said to a task: the same is not asked of them twice. */
  readonly #said = new Map<string, Answer>();

  constructor(session: Session, asked: Asked, signal: AbortSignal | undefined) {
    this.#session = session;
    this.#asked = { ...asked, args: { ...asked.args } };
    this.#signal = signal;
    this.isOurs = canDo(session.services, asked);
  }

  async rounds(operation: Operation): Promise<unknown> {
    const { args } = this.#asked;
    let answer = this.#session.call(operation, this.#asked);
    for (let round = 1; round < MOST_ROUNDS; round++) {
      const { ticket } = answer as { ticket?: number };
      if (ticket === undefined) break;
      const became = await this.#errand(ticket);
      if (became === "theirs") break;
      if (became === "unranked") delete args.rerank;
      if (became === "uncounted") delete args.counter;
      answer = await this.#live(() => this.#session.call(operation, this.#asked));
    }
    return answer;
  }

  /** Carries out a task: what a service does outside the queue, what the engine does within it. */
  async #errand(ticket: number): Promise<Errand> {
    const work = await this.#live(() => this.#task(ticket));
    // Another read took its place: this one opens it again.
    if (work === "gone") return "done";
    const call = work && service(this.#session.services, work, this.#signal);
    if (!work || !call) return "theirs";
    const task = JSON.stringify(work.task);
    const answer = this.#said.get(task) ?? (await unlessAborted(attempt(call), this.#signal));
    this.#said.set(task, answer);
    const failed = await this.#live(() => this.#hand(work, answer));
    if (!failed) return "done";
    return work.task.tag === "count" ? "uncounted" : "unranked";
  }

  /**
   * The task of a ticket. What other reads left undone before it is dropped where this one is ours to do:
   * those reads open it again. `gone`: it was dropped so itself.
   */
  #task(ticket: number): Request | "gone" | undefined {
    for (;;) {
      const work = this.#session.poll(this.#asked.now);
      const isErrand = work?.task.tag === "rerank" || work?.task.tag === "count";
      if (isErrand && work.ticket === ticket) return work;
      if (!this.isOurs) return undefined;
      if (!isErrand) return "gone";
      this.#session.answer(work.ticket, { tag: "failed", val: "nobody did it" }, this.#asked.now);
    }
  }

  /** Gives an answer to the engine. Says whether the read has to do without it. */
  #hand({ ticket, task }: Request, answer: Answer): boolean {
    const session = this.#session;
    try {
      session.answer(ticket, answer, this.#asked.now);
    } catch (error) {
      const failure = MemoletError.from(error);
      // Another read or an erasure has dropped it: the recall opens it again.
      if (failure.tag === "stale-ticket") return false;
      if (answer.tag === "failed" || !session.isOpen) throw failure;
      return this.#hand({ ticket, task }, { tag: "failed", val: failure.message });
    }
    if (answer.tag !== "failed") return false;
    session.notice(`recalled without the ${task.tag === "count" ? "tokenizer" : "reranker"}: ${answer.val}`);
    return true;
  }

  /** Within the queue, on an open store. */
  #live<T>(job: () => T): Promise<T> {
    const session = this.#session;
    return session.queue.run(async () => {
      await session.ensure(this.#asked.now);
      return job();
    }, this.#signal);
  }
}

function canDo(services: Services, { args }: Asked): boolean {
  const reranks = args.rerank === true;
  const counter = typeof args.counter === "string" ? args.counter : undefined;
  const isCounted = counter === undefined || counterOf(services, counter) !== undefined;
  return (reranks || counter !== undefined) && (!reranks || services.reranker !== undefined) && isCounted;
}

/** The call that does a task; undefined where no service does. */
function service(
  services: Services,
  { task }: Request,
  signal: AbortSignal | undefined,
): (() => Promise<Answer>) | undefined {
  if (task.tag === "rerank") {
    const { reranker } = services;
    const { query, documents } = task.val;
    return reranker && (async () => ({ tag: "scores", val: await reranker(query, documents, signal) }));
  }
  if (task.tag !== "count") return undefined;
  const { counter: name, texts } = task.val;
  const counter = counterOf(services, name);
  return counter && (async () => ({ tag: "counts", val: await counter(texts, signal) }));
}

function counterOf({ counters }: Services, name: string): Counter | undefined {
  return counters && Object.hasOwn(counters, name) ? counters[name] : undefined;
}
