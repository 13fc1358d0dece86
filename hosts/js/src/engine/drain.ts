// Vectors and questions: what the engine asks of the services. They are called outside the queue, so that
// nobody waits for them who wants to write or to read; their answers go in within it.
import { MemoletError, other } from "../errors.ts";
import type { Answer, Ask, Request } from "../raw/types.ts";
import type { Embedder, Model, Ask as Question } from "../services.ts";
import { attempt, within } from "./patience.ts";
import type { Session } from "./session.ts";
import { ownEmbedder, vectors } from "./vectors.ts";

/** Replies to one question, at most. The engine decides by itself after fewer. */
const MOST_REPLIES = 8;
/** Milliseconds that a command waits for the vectors of what it wrote. They come all the same. */
const WAIT_FOR_VECTORS = 10_000;

/** Carries out the engine's tasks. Its promises never reject: what cannot be done is told, and stays open. */
export class Drain {
  readonly #session: Session;
  #embedding: Promise<void> | undefined;
  #asking: Promise<void> | undefined;
  /** The embedder has kept somebody waiting, and is still at it: nobody else waits for it. */
  #isSlow = false;

  constructor(session: Session) {
    this.#session = session;
  }

  /** After a command: vectors before it resolves, unless they take long; questions behind it. */
  async afterWrite(now: number): Promise<void> {
    void this.settle(now);
    await this.embedSoon(now);
  }

  /** Embeds what waits for a vector, and waits for it no longer than is fit. */
  async embedSoon(now: number): Promise<void> {
    const embeds = this.embed(now);
    if (this.#isSlow || (await within(embeds, WAIT_FOR_VECTORS))) return;
    this.#isSlow = true;
    void embeds.then(() => (this.#isSlow = false));
    this.#session.notice("memories are still being embedded");
  }

  /** Embeds what waits for a vector, until nothing does or the embedder fails. */
  embed(now: number): Promise<void> {
    const embedder = ownEmbedder(this.#session);
    if (!embedder) return Promise.resolve();
    const done = () => (this.#embedding = undefined);
    return (this.#embedding ??= this.#repeat(() => this.#embedBatch(embedder, now, done), done));
  }

  /** Puts the open questions to the model, each once. */
  ask(now: number): Promise<void> {
    const { model } = this.#session.services;
    if (!model) return Promise.resolve();
    const asked = new Set<number>();
    const done = () => (this.#asking = undefined);
    return (this.#asking ??= this.#repeat(() => this.#askNext(model, asked, now, done), done));
  }

  /** Carries out everything that is open. */
  async settle(now: number): Promise<void> {
    await this.embed(now);
    await this.ask(now);
  }

  /** Works until there is no more. `done` is called within the queue: who writes after it starts anew. */
  async #repeat(step: () => Promise<boolean>, done: () => void): Promise<void> {
    try {
      while (await step());
    } catch (error) {
      done();
      if (!this.#session.closing.signal.aborted) this.#session.notice(MemoletError.from(error).message);
    }
  }

  async #embedBatch(embedder: Embedder, now: number, done: () => void): Promise<boolean> {
    const session = this.#session;
    const work = await session.queue.run(() => this.#next(now, "embed") ?? void done());
    if (work?.task.tag !== "embed") return false;
    const answer = await vectors(embedder, work.task.val, "passage", session.closing.signal);
    return session.queue.run(async () => {
      await this.#hand(work.ticket, answer, "memories wait to be embedded", now);
      if (answer.tag === "failed") done();
      return answer.tag !== "failed";
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
  async #put(model: Model, ticket: number, { purpose, prompt, schema }: Ask, now: number): Promise<void> {
    const { queue, closing } = this.#session;
    const question = { purpose: purpose as Question["purpose"], prompt, schema };
    for (let replies = 0; replies < MOST_REPLIES; replies++) {
      const answer = await attempt(async () => {
        const reply = await model.ask({ ...question }, closing.signal);
        if (typeof reply !== "string") throw other("the model's reply is no text");
        return { tag: "reply", val: reply };
      });
      const why = await queue.run(() => this.#reply(ticket, answer, now));
      if (why === undefined) return;
      question.prompt += `\nYour last reply could not be used (${why}). Reply with the JSON alone.\n`;
    }
  }

  /** Hands in a reply. Gives why the engine could not use it, where the question is still open. */
  async #reply(ticket: number, answer: Answer, now: number): Promise<string | undefined> {
    try {
      await this.#hand(ticket, answer, "a question to the model stays open", now);
      return undefined;
    } catch (error) {
      const { tag, message } = MemoletError.from(error);
      if (tag === "malformed-reply" || tag === "not-shown") return message;
      throw error;
    }
  }

  /** Gives an answer to the engine and stores what came of it. */
  async #hand(ticket: number, answer: Answer, notice: string, now: number): Promise<void> {
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
  }

  /** The next task, if it is of a sort. */
  #next(now: number, tag: "embed" | "ask"): Request | undefined {
    const session = this.#session;
    if (!session.isOpen) return undefined;
    const work = session.dropErrands(now);
    return work?.task.tag === tag ? work : undefined;
  }
}
