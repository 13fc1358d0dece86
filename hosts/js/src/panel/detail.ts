// <memolet-detail>: all that is known of one memory, and what can be done with it.
import { css, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { EvictionState, History, Memory, Receipt } from "../contract/types.ts";
import type { MemoletError } from "../errors.ts";
import type { UserMemory } from "../memory.ts";
import { type Act, offered, perform, question } from "./acts.ts";
import { facts } from "./facts.ts";
import { Part, define } from "./part.ts";
import { problem } from "./problem.ts";
import { receipt } from "./receipt.ts";
import { live } from "./rules.ts";
import "./score.ts";
import { Live, found, settled } from "./store.ts";
import { filled } from "./strings.ts";
import { both } from "./times.ts";
import "./timeline.ts";
import "./why.ts";

interface Known {
  id: string;
  history: History | undefined;
  eviction: EvictionState | undefined;
  /** Memories that this one names, as far as they are here. */
  related: Map<string, Memory>;
  /** Where it was forgotten. */
  receipt: Receipt | undefined;
}

export class MemoletDetail extends Part {
  static override properties = {
    ...Part.properties,
    memoryId: {},
    error: { state: true },
    busy: { state: true },
  };
  static override styles = [Part.styles, css`
    :host { display: block; }
    .body { gap: 20px; }
    .top { padding-inline-end: var(--room-at-end, 0); }
    .said { font-size: 20px; line-height: 1.45; outline-offset: 4px; border-radius: 2px; font-weight: 400; }
    .head { gap: 12px; }
    .state { color: var(--muted); }
    .state strong { color: var(--ink); font-weight: 600; }
    section { border-block-start: 1px solid var(--line); padding-block-start: 16px; }
    section > h3 { margin-block-end: 10px; }
    details { margin-block-start: 10px; }
    summary { cursor: pointer; border-radius: 4px; inline-size: fit-content; }
    details > .facts { margin-block-start: 8px; }
    .leaving { gap: 8px; }
    .room { min-block-size: 480px; }
  `];
  declare memoryId: string;
  declare error: MemoletError | undefined;
  declare busy: boolean;
  readonly #live = new Live(this, (memory) => this.#load(memory));
  /** What the memory shown now had replaced: there again when that is taken back. */
  #replaced: string | undefined;
  #announced = "";
  /** The act whose button had the focus. */
  #acting: Act | undefined;

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("memoryId")) return;
    this.error = this.#acting = undefined;
    this.#live.refresh();
  }

  /** Puts the focus on the memory's words. */
  focusOnWords(): void {
    this.#announced = this.memoryId;
    this.#focusIfThere();
  }

  protected override updated(): void {
    this.#focusIfThere();
    this.keepFocus();
  }

  /** Where the button of the last act is gone and took the focus with it, it goes to the memory's words. */
  keepFocus(): void {
    const act = this.#acting;
    const isLost = document.activeElement === document.body;
    if (!act || !isLost || this.renderRoot.querySelector(`[data-act=${act}]`)) return;
    this.#acting = undefined;
    this.renderRoot.querySelector<HTMLElement>(".said")?.focus({ preventScroll: true });
  }

  #focusIfThere(): void {
    if (this.#announced !== this.memoryId || this.#live.value?.id !== this.memoryId) return;
    this.#announced = "";
    this.renderRoot.querySelector<HTMLElement>(".said")?.focus({ preventScroll: true });
  }

  protected override render() {
    const { words } = this.context;
    const known = this.#live.value;
    const retry = () => this.#live.refresh();
    if (!known) return html`<div class="room">${problem(this.#live.error, words, retry)}</div>`;
    if (!known.history) return this.#missing(known);
    const { memory } = known.history;
    return html`
      <article class="stack body" aria-label=${words.detail.label}>
        ${this.#head(memory)}
        ${this.#section("about", words.detail.about, facts(memory, this.context, known.related))}
        ${this.#section("history", words.detail.history, html`
          <memolet-timeline .history=${known.history} .words=${words} .lang=${this.context.lang}>
          </memolet-timeline>`)}
        ${this.#section("why", words.why.title, html`
          <memolet-why .context=${this.context} .memoryId=${memory.id}></memolet-why>`)}
        ${known.eviction
          ? this.#section("leaving", words.detail.leaving, this.#leaving(known.eviction))
          : nothing}
      </article>`;
  }

  #head(memory: Memory) {
    const { words } = this.context;
    return html`
      <div class="stack head">
        <div class="top"><h2 class="said words" dir="auto" tabindex="-1">${memory.text}</h2></div>
        <p class="state small">
          <strong>${words.states[memory.state]}</strong>
          · ${words.kinds[memory.kind]}
          ${live(memory) ? html`· ${words.standing[memory.standing]}` : nothing}
          ${memory.pinned ? html`· <strong>${words.list.pinned}</strong>` : nothing}
        </p>
        ${this.#writable(memory)
          ? html`<div class="row" role="group" aria-label=${words.actions.label}>
              ${repeat(offered(memory), (act) => act, (act) => this.#button(act, memory))}
            </div>`
          : html`<p class="muted">${words.detail.shared}</p>`}
        ${problem(this.error, words)}
      </div>`;
  }

  #button(act: Act, memory: Memory) {
    const run = async () => {
      this.error = undefined;
      this.#acting = act;
      const asked = question(act, memory, this.context);
      if (asked) return this.context.ask(asked);
      this.busy = true;
      [, this.error] = await settled(perform(act, memory, this.context));
      this.busy = false;
    };
    return html`
      <button class=${act === "forget" ? "danger" : ""} data-act=${act} ?disabled=${this.busy} @click=${run}>
        ${this.context.words.actions[act]}</button>`;
  }

  #section(name: string, title: string, content: unknown) {
    return html`<section aria-labelledby=${name}><h3 id=${name}>${title}</h3>${content}</section>`;
  }

  #leaving({ leavesAt, place, of, exempt, priority, parts }: EvictionState) {
    const { words, lang } = this.context;
    const { detail } = words;
    return html`
      <div class="stack leaving">
        <p>
          ${leavesAt === undefined ? nothing : filled(detail.leavesAt, { when: both(leavesAt, lang) })}
          ${leavesAt === undefined && !exempt ? detail.leavesNever : nothing}
          ${exempt ? words.exempt[exempt] ?? exempt : nothing}
          ${place === undefined ? nothing : detail.place(place, of)}
        </p>
        <h4 class="small muted">${detail.priority}</h4>
        <memolet-score .parts=${parts} .score=${priority} .words=${words} .lang=${lang}></memolet-score>
      </div>`;
  }

  #missing({ receipt: given }: Known) {
    const { words, lang } = this.context;
    const { detail } = words;
    return html`
      <div class="stack room">
        <div class="top"><h2 class="said" tabindex="-1">${given
          ? filled(detail.missingReceipt, { when: both(given.at, lang) })
          : detail.missing}</h2></div>
        ${given ? receipt(given, this.context) : nothing}
      </div>`;
  }

  #writable(memory: Memory): boolean {
    return !memory.shared || this.context.memory.labels.sharedWriter === true;
  }

  async #load(memory: UserMemory): Promise<Known> {
    const id = this.memoryId;
    const history = await found(memory.history(id));
    if (!history) return this.#gone(memory, id);
    this.#replaced = history.memory.supersedes[0];
    const { supersedes, supersededBy, contradicts, supports } = history.memory;
    const names = [...supersedes, ...(supersededBy ? [supersededBy] : []), ...contradicts, ...supports];
    const [eviction, ...others] = await Promise.all([
      found(memory.eviction(id)), ...names.map((name) => found(memory.get(name))),
    ]);
    const related = new Map(others.flatMap((other) => (other ? [[other.id, other] as const] : [])));
    return { id, history, eviction, related, receipt: undefined };
  }

  async #gone(memory: UserMemory, id: string): Promise<Known> {
    const receipts = await memory.receipts();
    const receipt = receipts.find(({ removed, derived }) =>
      removed.includes(id) || derived.some((other) => other.id === id && other.became === "erased"));
    const before = this.#replaced;
    this.#replaced = undefined;
    if (!receipt && before) this.context.open(before);
    return { id, history: undefined, eviction: undefined, related: new Map(), receipt };
  }
}

define("memolet-detail", MemoletDetail);
