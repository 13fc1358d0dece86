// <memolet-list>: what is remembered, searched or in groups.
import { css, html, nothing } from "lit";
import type { Kind, Memory } from "../contract/types.ts";
import { card, cardStyles } from "./card.ts";
import { Part, define } from "./part.ts";
import { problem } from "./problem.ts";
import { Reader } from "./reader.ts";
import { SHOWN, type Shown } from "./rules.ts";
import { type Place, Shelf } from "./shelf.ts";
import { month } from "./times.ts";

type Grouping = "kind" | "subject" | "time";
interface Group { title: string; places: Place[] }

const KINDS: Kind[] = ["fact", "preference", "procedure", "episode"];
const CHOICES = Object.keys(SHOWN) as Shown[];
/** Milliseconds that typing must rest before a search starts. */
const REST = 150;

export class MemoletList extends Part {
  static override properties = {
    ...Part.properties,
    opened: {},
    text: { state: true },
    shown: { state: true },
    kind: { state: true },
    grouping: { state: true },
  };
  static override styles = [Part.styles, cardStyles, css`
    :host { display: block; }
    .tools { display: grid; gap: 8px 12px; grid-template-columns: repeat(3, minmax(0, 1fr)); }
    .tools .search { grid-column: 1 / -1; }
    @container (max-width: 384px) {
      .tools { grid-template-columns: repeat(2, minmax(0, 1fr)); }
      .tools label:last-child { grid-column: 1 / -1; }
    }
    .tools select { padding-inline: 8px; text-overflow: ellipsis; }
    .status {
      display: flex; justify-content: space-between; align-items: center; gap: 8px; min-block-size: 34px;
    }
    @media (pointer: coarse) { .status { min-block-size: 40px; } }
    .status button { font-size: 13px; }
    .groups { gap: 20px; }
    section > h2 { margin-block-end: 8px; overflow-wrap: anywhere; }
    section ul { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; }
  `];
  /** The memory that is shown in detail beside the list. */
  declare opened: string | undefined;
  declare text: string;
  declare shown: Shown;
  declare kind: Kind | "";
  declare grouping: Grouping;
  readonly #shelf: Shelf;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    Object.assign(this, { text: "", shown: "current", kind: "", grouping: "kind" });
    const kinds = () => (this.kind ? [this.kind] : []);
    const choice = () => ({ text: this.text, shown: this.shown, kinds: kinds() });
    const reader = new Reader(this, () => this.#shelf.settle());
    this.#shelf = new Shelf(this, choice, () => reader.isThere);
  }

  /** Puts the focus on a memory's words, or on the search. */
  focusOn(id: string | undefined): void {
    const titles = [...this.renderRoot.querySelectorAll<HTMLElement>(".title")];
    (titles.find((title) => title.dataset.id === id) ?? this.renderRoot.querySelector("input"))?.focus();
  }

  protected override render() {
    const { places, error, more } = this.#shelf;
    return html`
      <div class="stack">
        ${this.#tools()}
        ${problem(error, this.context.words, this.#shelf.renew)}
        ${this.#status()}
        ${places ? this.#groups(places) : this.#skeletons()}
        ${more ? html`<div class="row"><button @click=${this.#extend}>
          ${this.context.words.common.more}</button></div>` : nothing}
      </div>`;
  }

  #tools() {
    const { list, kinds } = this.context.words;
    const named = (kind: Kind): [Kind, string] => [kind, kinds[kind] ?? kind];
    const groupings: [Grouping, string][] = [
      ["kind", list.byKind], ["subject", list.bySubject], ["time", list.byTime],
    ];
    return html`
      <div class="tools head" role="search">
        <label class="search">
          <span>${list.search}</span>
          <input type="search" dir="auto" .value=${this.text} @input=${this.#typed} autocomplete="off">
        </label>
        ${choice(list.show, CHOICES.map((name) => [name, list[name]]), this.shown,
          (shown) => this.#show({ shown }))}
        ${choice<Kind | "">(list.kind, [["", list.allKinds], ...KINDS.map(named)], this.kind,
          (kind) => this.#show({ kind }))}
        ${choice(list.group, groupings, this.grouping, (grouping) => { this.grouping = grouping; })}
      </div>`;
  }

  #status() {
    const { list, common } = this.context.words;
    const { places, more, fresh } = this.#shelf;
    const count = places?.length ?? 0;
    const text = !places ? common.loading : this.#shelf.text ? list.found(count) : list.count(count, more);
    return html`
      <div class="status" aria-busy=${this.#shelf.text !== this.text.trim()}>
        <p class="muted" role="status">${text}</p>
        ${fresh.length ? html`
          <button class="fresh" @click=${this.#showFresh}>${list.fresh(fresh.length)}</button>` : nothing}
      </div>`;
  }

  #groups(places: Place[]) {
    const { list } = this.context.words;
    if (!places.length) {
      const all = this.shown === "current" && !this.kind;
      const why = this.#shelf.text ? list.emptySearch : all ? list.empty : list.emptyFilter;
      return html`<p class="empty">${why}</p>`;
    }
    const look = { opened: this.opened, kind: this.grouping !== "kind" || this.#shelf.text !== "" };
    return html`
      <div class="stack groups" @keydown=${this.#keys}>
        ${this.#grouped(places).map(({ title, places }, place) => html`
          <section aria-labelledby="group-${place}">
            <h2 class="heading" id="group-${place}" dir="auto">${title}</h2>
            <ul>${places.map(({ memory }) => html`<li>${card(memory, this.context, look)}</li>`)}</ul>
          </section>`)}
      </div>`;
  }

  #grouped(places: Place[]): Group[] {
    const { list, groups: named } = this.context.words;
    if (this.#shelf.text) {
      const { best } = this.#shelf;
      const groups = [
        { title: list.best, places: places.slice(0, best) },
        { title: list.holding, places: places.slice(best) },
      ];
      return groups.filter((group) => group.places.length);
    }
    const title = (memory: Memory): string => {
      if (this.grouping === "kind") return named[memory.kind] ?? memory.kind;
      if (this.grouping === "time") return month(memory.observedAt, this.context.lang);
      return memory.address?.entity ?? list.noSubject;
    };
    const groups = gathered(places, title);
    if (this.grouping === "time") return groups;
    const order = this.grouping === "kind" ? KINDS.map((kind) => named[kind] ?? kind) : [];
    const last = (group: Group) => Number(group.title === list.noSubject);
    return groups.sort((a, b) => last(a) - last(b) || order.indexOf(a.title) - order.indexOf(b.title)
      || a.title.localeCompare(b.title, this.context.lang));
  }

  #skeletons() {
    const six = Array.from({ length: 6 }, () => html`<div class="skeleton"></div>`);
    return html`<div class="stack" aria-hidden="true">${six}</div>`;
  }

  #typed(event: Event): void {
    this.text = (event.target as HTMLInputElement).value;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(this.#shelf.renew, REST);
  }

  #show(choice: Partial<Pick<MemoletList, "shown" | "kind">>): void {
    Object.assign(this, choice);
    this.#shelf.renew();
  }

  /** The focus goes to the first of what is new: the button has done its work. */
  #showFresh = async (): Promise<void> => {
    const [id] = this.#shelf.fresh;
    this.#shelf.renew();
    await this.#shelf.renewed;
    await this.updateComplete;
    this.focusOn(id);
  };

  #extend = async (): Promise<void> => {
    const last = this.#shelf.places?.length ?? 0;
    await this.#shelf.extend();
    await this.updateComplete;
    this.focusOn(this.#shelf.places?.[last]?.id);
  };

  /** Up and down go from memory to memory. */
  #keys(event: KeyboardEvent): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const titles = [...this.renderRoot.querySelectorAll<HTMLElement>(".title")];
    const at = titles.indexOf(event.target as HTMLElement);
    if (!step || at < 0) return;
    event.preventDefault();
    titles[at + step]?.focus();
  }
}

function choice<T extends string>(
  label: string, options: [T, string][], chosen: T, choose: (value: T) => void,
) {
  return html`
    <label>
      <span>${label}</span>
      <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value as T)}>
        ${options.map(([value, name]) => html`
          <option value=${value} ?selected=${value === chosen}>${name}</option>`)}
      </select>
    </label>`;
}

function gathered(places: Place[], titled: (memory: Memory) => string): Group[] {
  const groups = new Map<string, Place[]>();
  // What is forgotten keeps its place beside its neighbour.
  const first = places.find(({ memory }) => memory)?.memory;
  let last = first ? titled(first) : "";
  for (const place of places) {
    last = place.memory ? titled(place.memory) : last;
    groups.set(last, [...(groups.get(last) ?? []), place]);
  }
  return [...groups].map(([title, places]) => ({ title, places }));
}

define("memolet-list", MemoletList);
