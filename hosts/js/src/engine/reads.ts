// What recalls wait for: a reranker's scores and a tokenizer's counts, as far as the services have them.
import { unlessAborted } from "../abort.ts";
import { MemoletError } from "../errors.ts";
import type { Answer, Request } from "../raw/types.ts";
import type { Counter, Services } from "../services.ts";
import type { Asked } from "./asked.ts";
import { attempt } from "./patience.ts";
import type { Session } from "./session.ts";
import { operation as find, type Operation } from "./table.ts";

/** Times that one recall is asked, at most. */
const MOST_ROUNDS = 8;

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
  #rounds = 1;

  constructor(session: Session, asked: Asked, signal: AbortSignal | undefined) {
    this.#session = session;
    this.#asked = { ...asked, args: { ...asked.args } };
    this.#signal = signal;
    this.isOurs = canDo(session.services, asked);
  }

  async rounds(operation: Operation): Promise<unknown> {
    const session = this.#session;
    const first = session.call(operation, this.#asked);
    if ((first as Waiting).ticket === undefined) return first;
    for (;;) {
      const { answer, work, call } = await session.queue.run(async () => {
        await session.ensure(this.#asked.now);
        return this.#goOn(operation);
      }, this.#signal);
      if (!work || !call) return answer;
      this.#said.set(JSON.stringify(work.task), await unlessAborted(attempt(call), this.#signal));
    }
  }

  /** Asks again and again, as far as it gets with what was said. Gives what a service has to do next. */
  #goOn(operation: Operation): Step {
    for (;;) {
      const answer = this.#session.call(operation, this.#asked);
      const { ticket } = answer as Waiting;
      if (ticket === undefined || this.#rounds >= MOST_ROUNDS) return { answer };
      const work = this.#task(ticket);
      const call = work && service(this.#session.services, work, this.#signal);
      const said = work && this.#said.get(JSON.stringify(work.task));
      if (!work || !call || !said) return { answer, work, call };
      this.#rounds += 1;
      this.#hand(work, said);
    }
  }

  /**
   * The task of a ticket. What other reads left undone before it is dropped where this one is ours to do:
   * those reads open it again.
   */
  #task(ticket: number): Request | undefined {
    const { now } = this.#asked;
    const work = this.isOurs ? this.#session.dropErrands(now, ticket) : this.#session.poll(now);
    return work?.ticket === ticket ? work : undefined;
  }

  /** Gives an answer to the engine. The read does without a service that failed. */
  #hand(work: Request, answer: Answer): void {
    const { ticket, task } = work;
    try {
      this.#session.answer(ticket, answer, this.#asked.now);
    } catch (error) {
      const failure = MemoletError.from(error);
      if (answer.tag === "failed" || !this.#session.isOpen) throw failure;
      return this.#hand(work, { tag: "failed", val: failure.message });
    }
    if (answer.tag !== "failed") return;
    const [service, argument] = task.tag === "count" ? ["tokenizer", "counter"] : ["reranker", "rerank"];
    delete this.#asked.args[argument];
    this.#session.notice(`recalled without the ${service}: ${answer.val}`);
  }
}

/** What a recall's answer has where it waits for a task. */
interface Waiting {
  ticket?: number;
}

/** How far a read got: its answer, and the task that it waits for with the call that does it. */
interface Step {
  answer: unknown;
  work?: Request | undefined;
  call?: (() => Promise<Answer>) | undefined;
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
