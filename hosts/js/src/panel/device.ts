// <memolet-device>: where the store lies, how much it is, and how it is taken along or erased.
import { css, html, nothing, type TemplateResult } from "lit";
import type { Counters, Imported, RefusedLine } from "../contract/types.ts";
import type { MemoletError } from "../errors.ts";
import type { StorageState } from "../host.ts";
import type { ImportOptions, UserMemory } from "../memory.ts";
import { type Row, table } from "./facts.ts";
import { Part, define } from "./part.ts";
import { problem } from "./problem.ts";
import { receipt } from "./receipt.ts";
import { SHOWN, coded, explained } from "./rules.ts";
import { Live, settled } from "./store.ts";
import { filled } from "./strings.ts";
import { bytes } from "./times.ts";

/** Lines that are named of those that an import refused. */
const MOST_NAMED = 20;

/** Whose export it is, where it may come in only by name. */
const OTHERS = /^the export is of the (user|tenant) `(.*)`;/;

interface Known {
  storage: StorageState;
  stats: Counters;
  /** Whether anybody else's memories are in the store. */
  isShared: boolean;
}

export class MemoletDevice extends Part {
  static override properties = {
    ...Part.properties,
    busy: { state: true },
    progress: { state: true },
    imported: { state: true },
    moved: { state: true },
    error: { state: true },
  };
  static override styles = [Part.styles, css`
    :host { display: block; }
    .room { gap: 24px; min-block-size: 480px; }
    section { border-block-start: 1px solid var(--line); padding-block-start: 16px; gap: 10px; }
    section:first-of-type { border: 0; padding: 0; }
    .status { min-block-size: 24px; }
    .place { min-block-size: 116px; }
    .numbers { min-block-size: 190px; }
    progress { inline-size: 100%; accent-color: var(--accent); }
    .erase { min-block-size: 40px; }
  `];
  declare busy: boolean;
  declare progress: { done: number; of: number | undefined } | undefined;
  declare imported: Imported | undefined;
  declare moved: string;
  declare error: MemoletError | undefined;
  readonly #live = new Live(this, known);

  constructor() {
    super();
    Object.assign(this, { busy: false, moved: "" });
  }

  protected override render() {
    const { words } = this.context;
    const { device } = words;
    const { value, error } = this.#live;
    return html`
      <div class="stack room">
        ${problem(error, words, () => this.#live.refresh())}
        ${this.#section("place", device.storage, value && this.#storage(value.storage))}
        ${this.#section("numbers", device.numbers, value && this.#numbers(value.stats))}
        ${this.#section("move", device.move, this.#move())}
        ${this.#section("erase", device.erase, value && this.#erase(value))}
      </div>`;
  }

  #section(name: string, title: string, content: unknown) {
    return html`<section class="stack" aria-labelledby=${name}><h2 class="heading" id=${name}>${title}</h2>
      <div class=${name}>${content ?? nothing}</div></section>`;
  }

  #storage(storage: StorageState): TemplateResult {
    const { words: { device, disks, common }, lang } = this.context;
    const size = bytes(storage.snapshot + storage.journal, lang);
    const { persisted, quota, usage } = storage;
    return table([
      [device.place, disks[storage.kind] ?? storage.kind],
      [device.size, filled(device.sizeText, { size, journal: bytes(storage.journal, lang) })],
      [device.encrypted, storage.encrypted ? common.yes : device.encryptedNo],
      [device.persisted, persisted === undefined ? undefined
        : persisted ? device.persistedYes : device.persistedNo],
      [device.quota, quota === undefined ? undefined
        : filled(device.quotaText, { usage: bytes(usage ?? 0, lang), quota: bytes(quota, lang) })],
    ]);
  }

  #numbers(stats: Counters): TemplateResult {
    const { words: { device, states }, lang } = this.context;
    const number = new Intl.NumberFormat(lang);
    const byState = Object.entries(stats.byState).filter(([, count]) => count > 0);
    return table([
      [device.memories, number.format(stats.memories)],
      ...byState.map(([state, count]): Row => [states[state] ?? state, number.format(count)]),
      [device.conflicts, stats.conflicts ? number.format(stats.conflicts) : undefined],
      [device.refused, number.format(stats.refused)],
      [device.tombstones, number.format(stats.tombstones)],
      [device.reviews, stats.reviewsDue ? number.format(stats.reviewsDue) : undefined],
      [device.embedder, stats.vectors ? number.format(stats.vectors) : undefined],
      [device.commands, number.format(stats.sequence)],
    ]);
  }

  #move() {
    const { words } = this.context;
    const { device } = words;
    return html`
      <div class="stack">
        <p>${device.moveText}</p>
        <div class="row">
          <button class="export" ?disabled=${this.busy} @click=${this.#export}>${device.export}</button>
          <button class="import" ?disabled=${this.busy} @click=${this.#choose}>${device.import}</button>
          <input type="file" hidden accept=".jsonl,.json,.txt,application/x-ndjson" @change=${this.#import}
            aria-label=${device.import}>
        </div>
        <div class="status" role="status">
          ${this.progress ? this.#progress(this.progress) : nothing}
          ${this.imported ? this.#imported(this.imported) : nothing}
          ${this.moved ? html`<p>${this.moved}</p>` : nothing}
        </div>
        ${problem(this.error, words)}
      </div>`;
  }

  #progress({ done, of }: { done: number; of: number | undefined }) {
    const text = this.context.words.device.importing(done, of);
    return html`<label><span>${text}</span>${of === undefined
      ? html`<progress></progress>` : html`<progress .value=${done} .max=${of}></progress>`}</label>`;
  }

  #imported({ memories, added, known, current, quarantined, pins, holds, links, approvals, refused }: Imported) {
    const { words } = this.context;
    const { device } = words;
    const parts = [
      added > 0 && device.added(added, current),
      quarantined > 0 && device.setAside(quarantined),
      pins + holds + links > 0 && device.kept(pins, holds, links),
      approvals > 0 && device.approvals(approvals),
      known > 0 && device.knownAlready(known),
    ];
    return html`
      <p>${device.imported(memories)}</p>
      <ul>${parts.map((part) => (part ? html`<li>${part}</li>` : nothing))}
        ${refused.length ? html`<li>${device.notIn(refused.length)}${this.#refused(refused)}</li>` : nothing}
      </ul>
      ${refused.some(({ why }) => why.includes("tombstoned")) ? html`<p class="muted">${device.letIn}</p>` : nothing}`;
  }

  /** The first lines that did not come in, each with the rules that refuse it, or what is wrong with it. */
  #refused(refused: RefusedLine[]) {
    const { words } = this.context;
    const why = (text: string) => {
      const { rules } = coded(`refused:${text}`);
      return /[ :]/.test(text) ? text : explained(rules, words).join(" ");
    };
    return html`<ul>${refused.slice(0, MOST_NAMED).map(({ line, why: text }) =>
      html`<li>${words.device.atLine(line, why(text))}</li>`)}</ul>`;
  }

  /** Where nobody else is in the store, all of it goes at once. */
  #erase({ isShared }: Known) {
    const { device } = this.context.words;
    const remove = () => this.#askDestroy(isShared);
    if (!isShared) {
      return html`
        <div class="row"><button class="danger destroy" @click=${remove}>${device.everything}</button></div>`;
    }
    return html`
      <div class="row">
        <button class="danger mine" @click=${this.#askMine}>${device.eraseMine}</button>
        <button class="danger destroy" @click=${remove}>${device.destroy}</button>
      </div>`;
  }

  #export = (): Promise<void> => this.#moving(async (memory) => {
    const lines = await memory.export();
    const address = URL.createObjectURL(new Blob([lines], { type: "application/x-ndjson" }));
    const day = new Date().toISOString().slice(0, 10);
    Object.assign(document.createElement("a"), { href: address, download: `memories-${day}.jsonl` }).click();
    // The download has taken the bytes by then.
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    const count = lines.split("\n").filter((line) => line.trim()).length - 1;
    this.moved = this.context.words.device.exported(count);
  });

  #choose = (): void => this.renderRoot.querySelector<HTMLInputElement>("input[type=file]")!.click();

  async #import(event: Event): Promise<void> {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (!file) return;
    input.value = "";
    await this.#take(await file.text(), {});
  }

  /** Takes an export in; another's, when the person says so. */
  async #take(lines: string, from: ImportOptions): Promise<void> {
    await this.#moving(async (memory) => {
      this.progress = { done: 0, of: undefined };
      const silence = memory.on("progress", ({ op, done, of }) => {
        if (op === "import") this.progress = { done, of };
      });
      try {
        this.imported = await memory.import(lines, from);
      } finally {
        silence();
        this.progress = undefined;
      }
    });
    const [, what, whose] = (this.error?.tag === "denied" && OTHERS.exec(this.error.message)) || [];
    if (what === undefined || whose === undefined) return;
    this.error = undefined;
    this.#askOthers(lines, from, what, whose);
  }

  async #moving(work: (memory: UserMemory) => Promise<void>): Promise<void> {
    Object.assign(this, { busy: true, error: undefined, imported: undefined, moved: "" });
    const [, error] = await settled(work(this.context.memory));
    Object.assign(this, { busy: false, error });
  }

  #askOthers(lines: string, from: ImportOptions, what: string, whose: string): void {
    const { device } = this.context.words;
    const more: ImportOptions = what === "user" ? { fromUser: whose } : { fromTenant: whose };
    this.context.ask({
      title: device.others,
      text: device.othersText(whose),
      confirm: device.takeOthers,
      run: async () => void this.#take(lines, { ...from, ...more }),
    });
  }

  #askMine = (): void => {
    const { memory, words: { device } } = this.context;
    this.context.ask({
      title: device.eraseMine,
      text: device.eraseMineText,
      fields: [typed(device.type, device.eraseWord)],
      confirm: device.eraseMine,
      danger: true,
      run: async () => receipt(await memory.erase({ user: memory.labels.user }), this.context),
    });
  };

  #askDestroy(isShared: boolean): void {
    const { memory, words: { device } } = this.context;
    const title = isShared ? device.destroy : device.everything;
    this.context.ask({
      title,
      text: isShared ? device.destroyText : device.everythingText,
      fields: [typed(device.type, device.destroyWord)],
      confirm: title,
      danger: true,
      run: async () => {
        await memory.destroy();
        this.dispatchEvent(new CustomEvent("memolet-destroyed", { bubbles: true, composed: true }));
      },
    });
  }
}

function typed(label: string, word: string) {
  return { name: "typed", kind: "line" as const, label: label.replace("{word}", word), match: word };
}

async function known(memory: UserMemory): Promise<Known> {
  const [storage, stats, own] = await Promise.all([
    memory.storage(), memory.stats(), memory.page({ states: SHOWN.all, limit: 1 }),
  ]);
  return { storage, stats, isShared: stats.users > Math.min(own.memories.length, 1) };
}

define("memolet-device", MemoletDevice);
