// The conversation: what was said, what answers, and what may still be shown of it.
import type { UserMemory } from "memolet";
import type { Assistant, Said } from "../assistant/assistant.ts";
import { byRules } from "../assistant/byRules.ts";
import { observed } from "../assistant/observed.ts";
import type { Moment } from "../asof/moment.ts";
import { plain } from "../store/plain.ts";
import { beside, shown, without, type Card, type Offer, type Reply, type Turn } from "./turns.ts";

/** Tells `change` of every change. Nothing of it is stored. */
export class Talk extends EventTarget {
  turns: readonly Turn[] = [];
  /** Undefined: now. */
  moment: Moment | undefined;
  #assistant: Assistant = byRules;
  #memory!: UserMemory;
  /** Names this conversation in the evidence of memories. */
  readonly #name = `${new Date().toISOString().slice(0, 10)}/${crypto.randomUUID().slice(0, 8)}`;
  #unlisten = () => {};
  #stop: AbortController | undefined;
  #ready: Promise<unknown> = Promise.resolve();
  /** Where the conversation with this assistant begins: what was said to another is not for it. */
  #begins = 0;

  /** Who answers from now on. */
  choose(assistant: Assistant): void {
    this.#assistant = assistant;
    this.#begins = this.turns.length;
  }

  /** From now on it goes with this memory: the first, or the same in another place. */
  use(memory: UserMemory): void {
    this.#unlisten();
    this.#memory = memory;
    this.#unlisten = memory.on("change", () => void this.#forgetErased());
  }

  /** What is said from now on waits until the memory is there. */
  wait(ready: Promise<unknown>): void {
    this.#ready = ready;
  }

  /** An answer is under way. */
  get busy(): boolean {
    return this.#stop !== undefined;
  }

  /** Says something, and resolves when it is answered. Failures become part of the conversation. */
  async say(text: string): Promise<void> {
    if (this.busy || !text.trim()) return;
    const before = this.turns.slice(this.#begins);
    const said = this.#add("user", { text: text.trim(), state: "done" });
    const answer = this.#add("assistant", { state: "writing", moment: this.moment });
    const write = (reply: Reply) => this.#change(answer.id, reply);
    await this.#answer(answer.id, async (stop) => {
      await this.#ready;
      const message = this.#message(said, before);
      await this.#assistant.answer(message, write, stop).catch((thrown: unknown) => {
        if (this.#assistant === byRules || stop.aborted) throw thrown;
        write({ text: "", note: `${plain(thrown)} This answer is from memory alone.` });
        return byRules.answer(message, write, stop);
      });
      return {};
    });
  }

  /** Does what an answer offers. */
  async take(turn: Turn, offer: Offer): Promise<void> {
    if (offer.does === "now") return this.look(undefined);
    const said = this.turns.find(({ id }) => id === turn.id - 1);
    if (this.busy || !said?.ref || !turn.offers.includes(offer)) return;
    if (this.moment) return this.#change(turn.id, { note: "Go back to now for that." });
    const rest = turn.offers.filter((one) => one !== offer);
    await this.#answer(turn.id, async (stop) => {
      const { offers = [], ...reply } = await this.#taken(turn, said, offer, stop);
      return { ...reply, offers: [...rest, ...offers], state: "done" };
    });
  }

  async #taken(turn: Turn, said: Turn, offer: Offer, stop: AbortSignal): Promise<Reply> {
    const message = this.#message(said, []);
    if (offer.does === "lift") {
      for (const text of offer.texts) {
        await this.#memory.liftTombstone(text, { reason: "user-request", signal: stop });
      }
      return more(turn, await observed(message, stop, true));
    }
    if (offer.does !== "wrong") return {};
    await this.#memory.invalidate(offer.id, { reason: "said so in the conversation", signal: stop });
    const cards = turn.cards.map((card): Card => (card.id === offer.id ? { ...card, mark: "wrong" } : card));
    return { text: "I won't go by that any more.", cards };
  }

  stop(): void {
    this.#stop?.abort();
  }

  look(moment: Moment | undefined): void {
    this.moment = moment;
    this.#tell();
  }

  close(): void {
    this.stop();
    this.#unlisten();
  }

  #message({ text, ref = "", at }: Turn, before: readonly Turn[]): Said {
    return { text, ref, at, before, memory: this.#memory, moment: this.moment };
  }

  /** Makes one answer, of which what fails is a part; then looks whether all that is shown may still be. */
  async #answer(id: number, make: (stop: AbortSignal) => Promise<Reply>): Promise<void> {
    const stop = (this.#stop = new AbortController());
    this.#tell();
    try {
      this.#change(id, await make(stop.signal));
    } catch (thrown) {
      if (stop.signal.aborted) this.#change(id, { state: "done", note: "Stopped." });
      else this.#change(id, { state: "failed", text: plain(thrown) });
    }
    this.#stop = undefined;
    this.#tell();
    await this.#forgetErased();
  }

  #add(role: Turn["role"], reply: Reply): Turn {
    const id = this.turns.length + 1;
    const turn: Turn = {
      id, role, text: "", at: Date.now(), state: "writing", cards: [], named: [], namedAs: "Also found", offers: [],
      ref: role === "user" ? `chat://${this.#name}/${id}` : undefined, ...reply,
    };
    this.turns = [...this.turns, turn];
    this.#tell();
    return turn;
  }

  #change(id: number, reply: Reply): void {
    const isMeant = (turn: Turn) => turn.id === id && turn.state !== "forgotten";
    this.turns = this.turns.map((turn) => (isMeant(turn) ? { ...turn, ...reply } : turn));
    this.#tell();
  }

  /** What was erased is not to be read here either: in answers that show it, in what it was taken from. */
  async #forgetErased(): Promise<void> {
    const ids = [...new Set(this.turns.flatMap((turn) => [...shown(turn), ...beside(turn)]))];
    const gone = new Set<string>();
    await Promise.all(ids.map((id) => this.#memory.get(id).catch((thrown) => {
      if (thrown?.tag === "not-found") gone.add(id);
    })));
    if (gone.size === 0) return;
    const names = ({ cards, named, kept = [] }: Turn) =>
      [...cards, ...named].some(({ id }) => gone.has(id)) || kept.some((id) => gone.has(id));
    const sources = new Set(this.turns.filter(names).map(({ id }) => id - 1));
    this.turns = this.turns.map((turn) => {
      const isSource = turn.role === "user" && sources.has(turn.id);
      return isSource || shown(turn).some((id) => gone.has(id)) ? forgotten(turn) : without(turn, gone);
    });
    this.#tell();
  }

  #tell(): void {
    this.dispatchEvent(new Event("change"));
  }
}

/** An answer after what it offered was done: what was there before stays, but for words that are overtaken. */
function more({ cards }: Turn, reply: Reply): Reply {
  return { ...reply, named: [], cards: [...cards, ...(reply.cards ?? [])] };
}

function forgotten(turn: Turn): Turn {
  const { id, role, at, moment, namedAs } = turn;
  return { id, role, at, moment, namedAs, text: "", state: "forgotten", cards: [], named: [], offers: [] };
}
