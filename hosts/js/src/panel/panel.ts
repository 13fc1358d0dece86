// <memolet-panel>: a person's view of what is remembered about them.
import { LitElement, html, nothing } from "lit";
import type { UserMemory } from "../memory.ts";
import "./activity.ts";
import "./decide.ts";
import "./detail.ts";
import type { MemoletDetail } from "./detail.ts";
import "./device.ts";
import "./dialog.ts";
import type { MemoletDialog } from "./dialog.ts";
import { frame } from "./frame.ts";
import "./list.ts";
import type { MemoletList } from "./list.ts";
import { type Context, define } from "./part.ts";
import { Live, found } from "./store.ts";
import { type Strings, type StringsInput, english, worded } from "./strings.ts";
import { elements, tokens } from "./styles.ts";
import "./toast.ts";
import type { MemoletToast } from "./toast.ts";

const TABS = ["remembered", "decide", "activity", "device"] as const;
export type Tab = (typeof TABS)[number];

/**
 * The panel. Give it a `memory`; it loads, and follows every change of the store.
 *
 * - `theme="light"` or `"dark"`; left out, the page's `color-scheme`.
 * - `lang`: the language of dates and numbers; left out, the document's.
 * - `tab`: `remembered`, `decide`, `activity` or `device`.
 * - `strings`: words in another language.
 *
 * Events, which bubble: `memolet-open` with `detail.id` when a memory is shown in detail;
 * `memolet-destroyed` when the store was removed from the device.
 */
export class MemoletPanel extends LitElement {
  static override properties = {
    memory: { attribute: false },
    strings: { attribute: false },
    lang: { reflect: false },
    theme: { reflect: true },
    tab: {},
    opened: { state: true },
    destroyed: { state: true },
  };
  static override styles = [tokens, elements, frame];
  /** The memories to show. */
  declare memory: UserMemory | undefined;
  /** Words in another language, as far as they are given. */
  declare strings: StringsInput | undefined;
  declare theme: "light" | "dark" | undefined;
  /** The page that is turned to. */
  declare tab: Tab;
  declare opened: string | undefined;
  declare destroyed: boolean;
  /** What the parts are given. */
  context: Context | undefined;
  #words: Strings = english;
  /** How many memories wait for a decision. */
  readonly #waiting = new Live(this, waiting);
  /** The tab from which a memory was opened. */
  #from: Tab = "remembered";

  constructor() {
    super();
    Object.assign(this, { tab: "remembered", destroyed: false });
  }

  /** Shows a memory in detail. */
  show(id: string): void {
    if (this.tab !== "remembered" || !this.opened) this.#from = this.tab;
    Object.assign(this, { tab: "remembered", opened: id });
    this.dispatchEvent(new CustomEvent("memolet-open", { detail: { id }, bubbles: true, composed: true }));
    void this.updateComplete.then(() => this.#part<MemoletDetail>("memolet-detail")?.focusOnWords());
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!TABS.includes(this.tab)) this.tab = "remembered";
    if (!["memory", "strings", "lang"].some((name) => changed.has(name))) return;
    if (changed.has("strings")) this.#words = worded(this.strings);
    if (changed.has("memory")) Object.assign(this, { destroyed: false, opened: undefined });
    this.context = this.memory && {
      memory: this.memory,
      words: this.#words,
      lang: known(this.lang) ?? known(document.documentElement.lang) ?? "en",
      ask: (question) => {
        this.#part<MemoletToast>("memolet-toast")?.say("");
        void this.#part<MemoletDialog>("memolet-dialog")?.open(question);
      },
      done: (text, id) => void this.#done(text, id),
      open: (id) => this.show(id),
    };
  }

  protected override render() {
    const { context } = this;
    const words = this.#words;
    if (this.destroyed) return html`<p class="choose" role="status">${words.device.destroyed}</p>`;
    if (!context) return html`<p class="choose">${words.common.noMemory}</p>`;
    return html`
      ${this.#tabs()}
      ${TABS.map((tab) => this.#page(tab, context))}
      <memolet-toast .context=${context}></memolet-toast>
      <memolet-dialog .context=${context} @memolet-answered=${this.#answered}></memolet-dialog>`;
  }

  #tabs() {
    const { tabs } = this.#words;
    const waiting = this.#waiting.value ?? 0;
    return html`
      <div class="tabs" role="tablist" aria-label=${tabs.label} @keydown=${this.#keys}>
        ${TABS.map((tab) => html`
          <button role="tab" id="tab-${tab}" aria-controls="page-${tab}" aria-selected=${this.tab === tab}
            tabindex=${this.tab === tab ? 0 : -1} @click=${() => this.#choose(tab)}>
            <span class="name" data-name=${tabs[tab]}>${tabs[tab]}</span>
            ${tab === "decide" && waiting ? html`
              <span class="count number" role="img" aria-label=${tabs.waiting(waiting)}>
                ${waiting}</span>` : nothing}
          </button>`)}
      </div>`;
  }

  /** The list stays as it was left; the other pages are read anew when they are turned to. */
  #page(tab: Tab, context: Context) {
    const here = this.tab === tab;
    const parts = {
      remembered: () => this.#remembered(context),
      decide: () => html`<memolet-decide class="page" .context=${context}></memolet-decide>`,
      activity: () => html`<memolet-activity class="page" .context=${context}></memolet-activity>`,
      device: () => html`<memolet-device class="page" .context=${context}
        @memolet-destroyed=${this.#gone}></memolet-device>`,
    };
    return html`
      <div role="tabpanel" id="page-${tab}" aria-labelledby="tab-${tab}" ?hidden=${!here}>
        ${here || tab === "remembered" ? parts[tab]() : nothing}
      </div>`;
  }

  #remembered(context: Context) {
    const { opened } = this;
    const { common, list } = context.words;
    return html`
      <div class="page split ${opened ? "open" : ""}" @keydown=${this.#escape}>
        <memolet-list .context=${context} .opened=${opened}></memolet-list>
        ${opened
          ? html`<div class="side">
              <p class="back"><button @click=${this.#back}>
                <span class="narrow">${common.back}</span>
                <span class="wide">${common.close}</span>
              </button></p>
              <memolet-detail .context=${context} .memoryId=${opened}></memolet-detail>
            </div>`
          : html`<p class="side choose">${list.choose}</p>`}
      </div>`;
  }

  #part<T extends Element>(name: string): T | null {
    return this.renderRoot.querySelector<T>(name);
  }

  #choose(tab: Tab): void {
    this.tab = tab;
    this.#part<MemoletToast>("memolet-toast")?.say("");
  }

  /** Arrows, Home and End go from tab to tab, in reading direction. */
  async #keys(event: KeyboardEvent): Promise<void> {
    const ahead = getComputedStyle(this).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const behind = ahead === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
    const at = TABS.indexOf(this.tab);
    const to = { [ahead]: at + 1, [behind]: at - 1, Home: 0, End: TABS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#choose(TABS[(to + TABS.length) % TABS.length]!);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`#tab-${this.tab}`)?.focus();
  }

  #escape(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !this.opened || event.composedPath()[0] instanceof HTMLInputElement) return;
    this.#back();
  }

  #back = async (): Promise<void> => {
    const id = this.opened;
    this.opened = undefined;
    this.tab = this.#from;
    this.#from = "remembered";
    await this.updateComplete;
    if (this.tab === "remembered") this.#part<MemoletList>("memolet-list")?.focusOn(id);
    else this.renderRoot.querySelector<HTMLElement>(`#tab-${this.tab}`)?.focus();
  };

  /** A memory's version is the sequence of its last change: what `undo` takes. */
  async #done(text: string, id: string | undefined): Promise<void> {
    const changed = id === undefined ? undefined : this.memory?.get(id);
    const memory = changed && (await found(changed).catch(() => undefined));
    this.#part<MemoletToast>("memolet-toast")?.say(text, memory?.version);
  }

  #answered(): void {
    this.#part<MemoletDetail>("memolet-detail")?.keepFocus();
  }

  #gone(): void {
    this.destroyed = true;
  }
}

/** A language tag that dates and numbers can be written in. */
function known(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag || [])[0];
  } catch {
    return undefined;
  }
}

async function waiting(memory: UserMemory): Promise<number> {
  const [{ memories }, erasures] = await Promise.all([
    memory.page({ states: ["quarantined"], limit: 100 }), memory.pendingErasures(),
  ]);
  return memories.length + erasures.length;
}

define("memolet-panel", MemoletPanel);
