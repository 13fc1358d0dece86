// <memolet-activity>: the record of every change, what was refused and why, and the receipts.
import { css, html, nothing, type TemplateResult } from "lit";
import type { Entry, Memory, Receipt } from "../contract/types.ts";
import type { MemoletError } from "../errors.ts";
import type { UserMemory } from "../memory.ts";
import { Part, define } from "./part.ts";
import { problem } from "./problem.ts";
import { receipt } from "./receipt.ts";
import { HOUSEKEEPING, coded, explained, isRefusal, reversible, sentence } from "./rules.ts";
import { Live, found, settled } from "./store.ts";
import { filled } from "./strings.ts";
import { ago } from "./times.ts";

const PAGE = 50;
/** Memories of an entry that are looked up; a sweep may name hundreds. */
const NAMED = 8;

type Shown = "all" | "refused" | "erased" | "everything";

interface Record {
  /** Newest first. */
  entries: Entry[];
  memories: Map<string, Memory | undefined>;
  receipts: Receipt[];
  /** Whether there are older entries. */
  more: boolean;
}

export class MemoletActivity extends Part {
  static override properties = {
    ...Part.properties,
    shown: { state: true },
    fresh: { state: true },
    failed: { state: true },
    verified: { state: true },
    busy: { state: true },
  };
  static override styles = [Part.styles, css`
    :host { display: block; }
    .tools { justify-content: space-between; align-items: end; }
    .tools label { flex: 0 1 200px; }
    .status { min-block-size: 34px; margin-block: -8px; }
    @media (pointer: coarse) { .status { min-block-size: 40px; } }
    .entries li { padding: 10px 0; border-block-start: 1px solid var(--line); }
    .entry { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 16px; align-items: start; }
    .entry > * { grid-column: 1; }
    .entry > button { grid-column: 2; grid-row: 1 / span 3; }
    .entry > details, .entry > .problem { grid-column: 1 / -1; }
    .room { min-block-size: 480px; }
    summary { cursor: pointer; border-radius: 4px; inline-size: fit-content; }
    .receipt { margin-block-start: 8px; }
  `];
  declare shown: Shown;
  /** Something happened since the record was read. */
  declare fresh: boolean;
  declare failed: { sequence: number; error: MemoletError } | undefined;
  declare verified: string;
  declare busy: boolean;
  #limit = PAGE;
  readonly #live = new Live(
    this, (memory) => read(memory, this.#limit, this.shown), () => { this.fresh = true; },
  );

  constructor() {
    super();
    Object.assign(this, { shown: "all", fresh: false, verified: "", busy: false });
  }

  protected override render() {
    const { words } = this.context;
    const record = this.#live.value;
    return html`
      <div class="stack room">
        <p class="muted">${words.activity.intro}</p>
        ${this.#tools()}
        <div class="row status">
          ${this.fresh ? html`
            <button class="fresh" @click=${this.#showFresh}>${words.activity.fresh}</button>` : nothing}
          <p class="muted" role="status">${this.verified}</p>
        </div>
        ${problem(this.#live.error, words, this.#renew)}
        ${record ? this.#record(record) : html`<div class="skeleton" aria-hidden="true"></div>`}
      </div>`;
  }

  #tools() {
    const { activity } = this.context.words;
    const show = (event: Event) => {
      this.shown = (event.target as HTMLSelectElement).value as Shown;
      this.#limit = PAGE;
      this.#renew();
    };
    return html`
      <div class="row tools">
        <label>
          <span>${activity.show}</span>
          <select @change=${show}>
            ${(["all", "refused", "erased", "everything"] as const).map((name) => html`
              <option value=${name} ?selected=${name === this.shown}>${activity[name]}</option>`)}
          </select>
        </label>
        <button class="verify" @click=${this.#verify}>${activity.verify}</button>
      </div>`;
  }

  #record(record: Record) {
    const { activity, common } = this.context.words;
    if (!record.entries.length) {
      const empty = { refused: activity.emptyRefused, erased: activity.emptyErased, all: activity.empty };
      return html`<p class="empty">${this.shown === "everything" ? empty.all : empty[this.shown]}</p>`;
    }
    return html`
      <ol class="entries" tabindex="-1">
        ${record.entries.map((entry) => html`<li>${this.#entry(entry, record)}</li>`)}
      </ol>
      ${record.more ? html`
        <div class="row"><button @click=${this.#extend}>${common.more}</button></div>` : nothing}`;
  }

  #entry(entry: Entry, record: Record) {
    const { words, lang } = this.context;
    const { rules } = coded(entry.code);
    const given = receiptOf(entry, record.receipts);
    const number = filled(words.activity.number, { number: entry.sequence });
    const failed = this.failed?.sequence === entry.sequence ? this.failed.error : undefined;
    return html`
      <div class="entry" data-sequence=${entry.sequence}>
        <p class="text">${filled(sentence(entry, words), { what: this.#what(entry, record) })}</p>
        ${rules.length ? html`<p class="small">${explained(rules, words).join(" ")}</p>` : nothing}
        <p class="muted">${ago(entry.at, lang)} · ${number}</p>
        ${this.#isLast(entry, record) ? html`
          <button class="quiet undo" ?disabled=${this.busy} @click=${() => this.#undo(entry)}>
            ${words.activity.undo}<span class="hidden"> ${number}</span>
          </button>` : nothing}
        ${given ? html`
          <details>
            <summary class="small">${words.receipt.title}</summary>
            ${receipt(given, this.context)}
          </details>` : nothing}
        ${problem(failed, words)}
      </div>`;
  }

  /** Whether nothing has changed since what the entry's command touched: then it can be taken back. */
  #isLast(entry: Entry, { memories }: Record): boolean {
    return reversible(entry) && entry.ids.every((id) => memories.get(id)?.version === entry.sequence);
  }

  /** The memories of an entry in their own words, where they are still here. */
  #what(entry: Entry, record: Record): TemplateResult {
    const { words, open } = this.context;
    const there = entry.ids.slice(0, NAMED).flatMap((id) => record.memories.get(id) ?? []);
    // A change of one memory marks those beside it: the first is what the command was about.
    const named = entry.op === "sweep" ? there.slice(0, 3) : there.slice(0, 1);
    if (!named.length) return html`<span class="muted">${words.common.gone}</span>`;
    return html`${named.map((memory, place) => html`${place ? ", " : nothing}<button class="link" dir="auto"
      @click=${() => open(memory.id)}>${clipped(memory.text)}</button>`)}`;
  }

  async #undo({ sequence }: Entry): Promise<void> {
    this.busy = true;
    const [, error] = await settled(this.context.memory.undo(sequence));
    Object.assign(this, { busy: false, failed: error && { sequence, error } });
    if (error) return;
    this.context.done(this.context.words.common.undone);
    this.#renew();
    await this.#live.next;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[data-sequence="${sequence}"] button`)?.focus();
  }

  async #verify(): Promise<void> {
    const [verified, error] = await settled(this.context.memory.verify());
    if (error) this.#live.error = error;
    this.verified = verified ? this.context.words.activity.verified(verified.entries) : "";
  }

  #renew = (): void => {
    this.fresh = false;
    this.failed = undefined;
    this.#live.refresh();
  };

  #showFresh = async (): Promise<void> => {
    this.#renew();
    await this.#live.next;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(".entries")?.focus();
  };

  #extend = (): void => {
    this.#limit += PAGE;
    this.#live.refresh();
  };
}

/** The newest entries of a sort, with the memories that they name. */
async function read(memory: UserMemory, limit: number, shown: Shown): Promise<Record> {
  const [{ sequence }, receipts] = await Promise.all([memory.stats(), memory.receipts()]);
  const entries: Entry[] = [];
  let from = sequence;
  while (from > 0 && entries.length < limit) {
    const upTo = from;
    from = Math.max(0, from - Math.max(limit, 200));
    const stretch: Entry[] = [];
    for await (const entry of memory.audit(from)) {
      if (entry.sequence > upTo) break;
      if (wanted(entry, shown, receipts)) stretch.push(entry);
    }
    entries.push(...stretch.reverse());
  }
  const more = from > 0 || entries.length > limit;
  const kept = entries.slice(0, limit);
  const ids = [...new Set(kept.flatMap(({ ids }) => ids.slice(0, NAMED)))];
  const memories = await Promise.all(ids.map(async (id) => [id, await found(memory.get(id))] as const));
  return { entries: kept, memories: new Map(memories), receipts, more };
}

function wanted(entry: Entry, shown: Shown, receipts: Receipt[]): boolean {
  const { op, code, ids } = entry;
  if (shown === "refused") return isRefusal(code);
  if (shown === "erased") return receiptOf(entry, receipts) !== undefined;
  return shown === "everything" || (!HOUSEKEEPING.has(op) && (op !== "sweep" || ids.length > 0));
}

/** The receipt of an entry's erasure. */
function receiptOf({ at, ids }: Entry, receipts: Receipt[]): Receipt | undefined {
  return receipts.find((receipt) => receipt.at === at && receipt.removed.some((id) => ids.includes(id)));
}

function clipped(text: string): string {
  const graphemes = [...new Intl.Segmenter().segment(text.slice(0, 400))].map(({ segment }) => segment);
  return graphemes.length > 90 ? `${graphemes.slice(0, 90).join("")}…` : text;
}

define("memolet-activity", MemoletActivity);
