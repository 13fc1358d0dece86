// The conversation: what was said, what answers, and what may still be shown of it.
import type { UserMemory } from "memolet";
import type { Assistant, Said } from "../assistant/assistant.ts";
import { byRules } from "../assistant/byRules.ts";
import { keep } from "../assistant/keep.ts";
import { asSaid } from "../assistant/rules/index.ts";
import type { Moment } from "../asof/moment.ts";
import { plain } from "../store/plain.ts";
import { beside, shown, without, type Reply, type Turn } from "./turns.ts";

/** Tells `change` of every change. Nothing of it is stored. */
export class Talk extends EventTarget {
  turns: readonly Turn[] = [];
  /** Undefined: now. */
  moment: Moment | undefined;
  assistant: Assistant = byRules;
  /** Tokens that memory may take of a prompt. */
  budget = 600;
  #memory!: UserMemory;
  /** Names this conversation in the evidence of memories. */
  readonly #name = `${new Date().toISOString().slice(0, 10)}/${crypto.randomUUID().slice(0, 8)}`;
  #unlisten = () => {};
  #stop: AbortController | undefined;

  /** From now on it goes with this memory: the first, or the same in another place. */
  use(memory: UserMemory): void {
    this.#unlisten();
    this.#memory = memory;
    this.#unlisten = memory.on("change", () => void this.#forgetErased());
  }

  /** An answer is under way. */
  get busy(): boolean {
    return this.#stop !== undefined;
  }

  /** Says something, and resolves when it is answered. Failures become part of the conversation. */
  async say(text: string): Promise<void> {
    if (this.busy || !text.trim()) return;
    const before = this.turns;
    const said = this.#add("user", { text: text.trim(), state: "done" });
    const answer = this.#add("assistant", { state: "writing", moment: this.moment });
    const message = this.#message(said.text, said.ref ?? "", said.at, before);
    const write = (reply: Reply) => this.#change(answer.id, reply);
    await this.#answer(answer.id, async (stop) => {
      await this.assistant.answer(message, write, stop).catch((thrown: unknown) => {
        if (this.assistant === byRules || stop.aborted) throw thrown;
        write({ text: "", note: `${plain(thrown)} This answer is from memory alone.` });
        return byRules.answer(message, write, stop);
      });
      return {};
    });
  }

  /** Keeps a message word for word, where the answer to it offers that. */
  async keep(turn: Turn): Promise<void> {
    const said = this.turns.find(({ id }) => id === turn.id - 1);
    if (this.busy || !turn.offer || !said?.ref) return;
    if (this.moment) return this.#change(turn.id, { note: "Go back to now to have it kept." });
    this.#change(turn.id, { offer: undefined, text: "", named: [], state: "writing" });
    const message = this.#message(said.text, said.ref, said.at, []);
    await this.#answer(turn.id, (stop) => keep([{ kind: "fact", text: asSaid(said.text) }], message, stop));
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

  #message(text: string, ref: string, at: number, before: readonly Turn[]): Said {
    return { text, ref, at, before, memory: this.#memory, moment: this.moment, budget: this.budget };
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
      id, role, text: "", at: Date.now(), state: "writing", cards: [], named: [], namedAs: "Also found",
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
    const names = ({ cards, named }: Turn) => [...cards, ...named].some(({ id }) => gone.has(id));
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

function forgotten(turn: Turn): Turn {
  const { id, role, at, moment, namedAs } = turn;
  return { id, role, at, moment, namedAs, text: "", state: "forgotten", cards: [], named: [] };
}
