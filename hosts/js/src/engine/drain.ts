// Vectors and questions: what the engine asks of the services. They are called outside the queue, so that
// nobody waits for them who wants to write or to read; their answers go in within it.
import { MemoletError } from "../errors.ts";
import type { Answer, Ask, Request } from "../raw/types.ts";
import type { Embedder, Model } from "../services.ts";
import type { Session } from "./session.ts";

/** Replies to one question, at most. The engine decides by itself after fewer. */
const MOST_REPLIES = 8;

/** Carries out the engine's tasks. Its promises never reject: what cannot be done is a notice, and stays open. */
export class Drain {
  readonly #session: Session;
  #embedding: Promise<void> | undefined;
  #asking: Promise<void> | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Embeds what waits for a vector, until nothing does or the embedder fails. */
  embed(now: number): Promise<void> {
    const embedder = ownEmbedder(this.#session);
    if (!embedder) return Promise.resolve();
    return (this.#embedding ??= this.#quietly(async () => {
      const done = () => (this.#embedding = undefined);
      while (await this.#embedBatch(embedder, now, done));
    }));
  }

  /** Puts the open questions to the model, each once. */
  ask(now: number): Promise<void> {
    const { model } = this.#session.services;
    if (!model) return Promise.resolve();
    return (this.#asking ??= this.#quietly(async () => {
      const asked = new Set<number>();
      const done = () => (this.#asking = undefined);
      while (await this.#askNext(model, asked, now, done));
    }));
  }

  /** Carries out everything that is open. */
  async settle(now: number): Promise<void> {
    await this.embed(now);
    await this.ask(now);
  }

  /** One batch. `done` is called within the queue: who writes after it starts anew. */
  async #embedBatch(embedder: Embedder, now: number, done: () => void): Promise<boolean> {
    const session = this.#session;
    const work = await session.queue.run(() => this.#next(now, "embed") ?? void done());
    if (work?.task.tag !== "embed") return false;
    const texts = work.task.val;
    const answer = await attempt(async (): Promise<Answer> => {
      return { tag: "vectors", val: await embedder.embed(texts, "passage", session.closing.signal) };
    });
    return session.queue.run(async () => {
      const isDone = await this.#hand(work.ticket, answer, "memories wait to be embedded", now);
      if (!isDone) done();
      return isDone;
    });
  }

  async #askNext(model: Model, asked: Set<number>, now: number, done: () => void): Promise<boolean> {
    const work = await this.#session.queue.run(() => {
      const next = this.#next(now, "ask");
      // A question comes again where it could not be put: there are no others.
      return next && !asked.has(next.ticket) ? next : void done();
    });
    if (work?.task.tag !== "ask") return false;
    asked.add(work.ticket);
    await this.#put(model, work.ticket, work.task.val, now);
    await this.embed(now);
    return true;
  }

  /** Puts one question, and again with what was wrong with the reply where it could not be used. */
  async #put(model: Model, ticket: number, ask: Ask, now: number): Promise<void> {
    const session = this.#session;
    const question = { purpose: ask.purpose as "reconcile", prompt: ask.prompt, schema: ask.schema };
    for (let replies = 0; replies < MOST_REPLIES; replies++) {
      const answer = await attempt(async (): Promise<Answer> => {
        return { tag: "reply", val: await model.ask(question, session.closing.signal) };
      });
      const why = await session.queue.run(() => this.#reply(ticket, answer, now));
      if (why === undefined) return;
      question.prompt += `\nYour last reply could not be used (${why}). Reply with the JSON alone.\n`;
    }
  }

  /** Hands in a reply. Gives why the engine could not use it, where the question is still open. */
  async #reply(ticket: number, answer: Answer, now: number): Promise<string | undefined> {
    try {
      await this.#hand(ticket, answer, "a question to the model stays open", now);
    } catch (error) {
      const { tag, message } = MemoletError.from(error);
      if (tag === "malformed-reply" || tag === "not-shown") return message;
      throw error;
    }
    return undefined;
  }

  /** Gives an answer to the engine and stores what came of it. False: the service had failed. */
  async #hand(ticket: number, answer: Answer, notice: string, now: number): Promise<boolean> {
    const session = this.#session;
    await session.ensure(now);
    if (answer.tag === "failed") session.notice(`${notice}: ${answer.val}`);
    try {
      session.answer(ticket, answer, now);
    } catch (error) {
      // It was answered or erased meanwhile.
      if (MemoletError.from(error).tag !== "stale-ticket") throw error;
    }
    await session.flush(now);
    await session.compact(now);
    return answer.tag !== "failed";
  }

  /** The next task, if it is of a sort. What no read waits for any more is dropped: it would hold it up. */
  #next(now: number, tag: "embed" | "ask"): Request | undefined {
    const session = this.#session;
    if (!session.isOpen) return undefined;
    let work = session.poll(now);
    while (work && (work.task.tag === "rerank" || work.task.tag === "count")) {
      session.answer(work.ticket, { tag: "failed", val: "nobody did it" }, now);
      work = session.poll(now);
    }
    return work?.task.tag === tag ? work : undefined;
  }

  async #quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#session.closing.signal.aborted) this.#session.notice(MemoletError.from(error).message);
      this.#embedding = undefined;
      this.#asking = undefined;
    }
  }
}

/** The embedder of the services, where it makes this store's vectors. */
export function ownEmbedder({ services, opened }: Session): Embedder | undefined {
  const ours = services.embedder;
  const theirs = opened.embedder;
  return ours && theirs?.name === ours.name && theirs.dimensions === ours.dimensions ? ours : undefined;
}

/** An answer, or that it could not be had. */
export async function attempt(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    return { tag: "failed", val: MemoletError.from(error).message };
  }
}
