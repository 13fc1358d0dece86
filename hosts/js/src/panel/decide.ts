// <memolet-decide>: what waits for a person's decision, beside what it contradicts.
import { css, html, nothing } from "lit";
import type { Memory, PendingErasure } from "../contract/types.ts";
import type { MemoletError } from "../errors.ts";
import type { UserMemory } from "../memory.ts";
import { question } from "./acts.ts";
import { held } from "./card.ts";
import { Part, define } from "./part.ts";
import { problem } from "./problem.ts";
import { coded, explained, live } from "./rules.ts";
import { Live, found, settled } from "./store.ts";
import { filled } from "./strings.ts";
import { exact } from "./times.ts";

const MOST = 100;

interface Case {
  memory: Memory;
  /** What it contradicts, as far as it is here. */
  known: Memory[];
  /** Names of the rules that set it aside. */
  rules: string[];
}

export class MemoletDecide extends Part {
  static override properties = { ...Part.properties, failed: { state: true }, busy: { state: true } };
  static override styles = [Part.styles, css`
    :host { display: block; }
    .cases { gap: 16px; }
    .case { padding: 16px; gap: 12px; }
    .case p.words { font-size: 16px; }
    .sides {
      display: grid; gap: 12px; grid-template-columns: repeat(auto-fit, minmax(min(240px, 100%), 1fr));
    }
    .side { border-inline-start: 3px solid var(--line); padding-inline-start: 12px; }
    .side.new { border-inline-start-color: var(--warn); }
    .room { min-block-size: 480px; }
  `];
  /** Where a decision failed: the memory and the failure. */
  declare failed: { id: string; error: MemoletError } | undefined;
  declare busy: boolean;
  readonly #live = new Live(this, waiting);

  protected override render() {
    const { words } = this.context;
    const { cases, erasures } = this.#live.value ?? {};
    return html`
      <div class="stack cases room">
        <p class="muted">${words.decide.intro}</p>
        ${problem(this.#live.error, words, () => this.#live.refresh())}
        ${cases?.length === 0 && erasures?.length === 0 ? html`
          <div class="empty">
            <p>${words.decide.empty}</p>
            <p class="small">${words.decide.emptyMore}</p>
          </div>` : nothing}
        ${erasures?.map((item) => this.#erasure(item))}
        ${cases?.map((item) => this.#case(item)) ?? html`<div class="skeleton" aria-hidden="true"></div>`}
      </div>`;
  }

  /** What a model was to forget: the words, who asked, and what else would go. */
  #erasure({ memory, since, quote, others }: PendingErasure) {
    const { words, lang } = this.context;
    const { pending, decide } = words;
    const { failed } = this;
    return html`
      <article class="card stack case erasure" data-id=${memory.id}>
        ${this.#side(pending.heading, memory, "new")}
        <div>
          <p class="heading">${decide.why}</p>
          <p>${filled(quote === undefined ? pending.unasked : pending.asked, {
            when: exact(since, lang), quote: html`<q class="words" dir="auto">${quote}</q>`,
          })}</p>
          ${others.length ? html`<p>${pending.others(others.length)}</p>` : nothing}
        </div>
        ${failed?.id === memory.id ? problem(failed.error, words) : nothing}
        <div class="row" role="group" aria-label=${words.actions.label}>
          <button class="keep" ?disabled=${this.busy} @click=${() => this.#remember(memory)}>
            ${pending.drop}</button>
          <button class="danger" ?disabled=${this.busy}
            @click=${() => this.context.ask(question("forget", memory, this.context)!)}>
            ${pending.confirm}</button>
          <button class="look" @click=${() => this.context.open(memory.id)}>${decide.look}</button>
        </div>
      </article>`;
  }

  #case({ memory, known, rules }: Case) {
    const { words } = this.context;
    const { decide, actions } = words;
    const against = known.length > 0;
    const { failed } = this;
    return html`
      <article class="card stack case" data-id=${memory.id}>
        <div class="sides">
          ${this.#side(decide.fresh, memory, "new")}
          ${known.map((other) => this.#side(decide.known, other, "known"))}
        </div>
        <div>
          <p class="heading">${decide.why}</p>
          ${explained(rules, words).map((reason) => html`<p>${reason}</p>`)}
        </div>
        ${failed?.id === memory.id ? problem(failed.error, words) : nothing}
        <div class="row" role="group" aria-label=${words.actions.label}>
          <button class="keep" ?disabled=${this.busy} @click=${() => this.#keep(memory)}>
            ${against ? decide.keepNew : decide.keep}</button>
          <button class="drop" ?disabled=${this.busy} @click=${() => this.#drop(memory, against)}>
            ${against ? decide.keepOld : decide.drop}</button>
          <button class="danger" @click=${() => this.context.ask(question("forget", memory, this.context)!)}>
            ${actions.forget}</button>
          <button class="look" @click=${() => this.context.open(memory.id)}>${decide.look}</button>
        </div>
      </article>`;
  }

  #side(title: string, memory: Memory, side: string) {
    const { words, lang } = this.context;
    return html`
      <div class="side ${side}">
        <p class="heading">${title}</p>
        <p class="words" dir="auto">${memory.text}</p>
        <p class="muted">${words.sources[memory.source]} · ${held(memory, words, lang)}</p>
      </div>`;
  }

  #remember = ({ id }: Memory) => this.#decide(id, (memory) => memory.dropErasure(id), "dropErasure");

  #keep = ({ id }: Memory) => this.#decide(id, (memory) => memory.approve(id), "approve");

  #drop = ({ id }: Memory, against: boolean) =>
    this.#decide(id, (memory) => memory.invalidate(id), against ? "keepOld" : "reject");

  async #decide(id: string, act: (memory: UserMemory) => Promise<void>, done: string): Promise<void> {
    this.failed = undefined;
    this.busy = true;
    const shown = [...this.renderRoot.querySelectorAll("article")];
    const place = shown.findIndex(({ dataset }) => dataset.id === id);
    const [, error] = await settled(act(this.context.memory));
    this.busy = false;
    if (error) this.failed = { id, error };
    else this.context.done(this.context.words.done[done] ?? "", id);
    if (!error) this.#goOn(place);
  }

  /** The case is gone: the focus goes to the one that took its place, or to the intro. */
  async #goOn(place: number): Promise<void> {
    await this.#live.next;
    await this.updateComplete;
    const cases = this.renderRoot.querySelectorAll("article");
    cases[Math.min(place, cases.length - 1)]?.querySelector<HTMLElement>("button")?.focus();
  }
}

/** Erasures first: what they are about is out of recall only until somebody looks. */
async function waiting(memory: UserMemory): Promise<{ cases: Case[]; erasures: PendingErasure[] }> {
  const [{ memories }, erasures] = await Promise.all([
    memory.page({ states: ["quarantined"], limit: MOST }), memory.pendingErasures(),
  ]);
  return { cases: await Promise.all(memories.map((doubtful) => asCase(memory, doubtful))), erasures };
}

async function asCase(store: UserMemory, memory: Memory): Promise<Case> {
  const [history, ...others] = await Promise.all([
    found(store.history(memory.id)), ...memory.contradicts.map((id) => found(store.get(id))),
  ]);
  const known = others.filter((other) => other !== undefined).filter(live);
  const changes = (history?.changes ?? []).filter(({ state }) => state === "quarantined");
  const codes = changes.map(({ code }) => coded(code));
  const rules = codes.flatMap(({ outcome, rules }) => (rules.length ? rules : REASONS[outcome] ?? []));
  return { memory, known, rules: [...new Set(rules)] };
}

/** Why a memory waits, by the reason code of the change that set it aside. */
const REASONS: Record<string, string[]> = {
  conflict: ["conflict"], quarantine: ["review"], quarantined: ["review"], consolidated: ["review"],
};

define("memolet-decide", MemoletDecide);
