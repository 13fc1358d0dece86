// <memolet-toast>: what was just done, with its undo. It goes after a while, but not from under a hand.
import { css, html, nothing } from "lit";
import type { MemoletError } from "../errors.ts";
import { Part, define } from "./part.ts";
import { problem } from "./problem.ts";
import { settled } from "./store.ts";

/** Milliseconds for which it stays: to be read, or to be thought over. The activity keeps every undo. */
const READ = 8_000;
const UNDO = 30_000;

export class MemoletToast extends Part {
  static override properties = {
    ...Part.properties,
    text: { state: true },
    sequence: { state: true },
    error: { state: true },
    busy: { state: true },
  };
  static override styles = [Part.styles, css`
    :host {
      display: flex; justify-content: center; align-items: end;
      position: sticky; inset-block-end: 0; z-index: 2;
      min-block-size: 64px; padding: 12px; pointer-events: none;
    }
    .place { display: flex; justify-content: center; max-inline-size: 100%; }
    .toast {
      display: flex; gap: 12px; align-items: center; padding-block: 6px; padding-inline: 16px 6px;
      border-radius: var(--radius); background: var(--ink); color: var(--paper); font-size: 14px;
      pointer-events: auto;
    }
    .toast button { background: none; border-color: transparent; color: inherit; text-decoration: underline; }
    .toast button:hover:not([disabled]) { border-color: currentColor; color: inherit; }
    .toast button:focus-visible { outline-color: var(--paper); outline-offset: -3px; }
    .failed {
      padding-inline-start: 6px; background: var(--raised); color: var(--ink); border: 1px solid var(--line);
    }
    .failed .problem { border: 0; }
    @media (prefers-reduced-motion: no-preference) {
      .toast { animation: rise 120ms ease-out; }
      @keyframes rise { from { opacity: 0; transform: translateY(8px); } }
    }
  `];
  declare text: string;
  declare sequence: number | undefined;
  declare error: MemoletError | undefined;
  declare busy: boolean;
  #from: HTMLElement | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Says it, and offers to take the command of a sequence back. */
  say(text: string, sequence?: number): void {
    Object.assign(this, { text, sequence, error: undefined, busy: false });
    clearTimeout(this.#timer);
    if (text) this.#timer = setTimeout(this.#leave, sequence === undefined ? READ : UNDO);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  #leave = (): void => {
    if (this.matches(":hover, :focus-within")) this.#timer = setTimeout(this.#leave, READ);
    else this.say("");
  };

  protected override render() {
    const { words } = this.context;
    const toast = html`
      <div class="toast">
        <span>${this.text}</span>
        ${this.sequence === undefined ? nothing : html`
          <button class="undo" ?disabled=${this.busy} @click=${this.#undo}>${words.common.undo}</button>`}
        <button class="close" @click=${this.#close}>${words.common.close}</button>
      </div>`;
    return html`
      <div class="place" role="status" aria-live="polite" @focusin=${this.#entered}>
        ${this.error ? html`
          <div class="toast failed">
            <div>${problem(this.error, words)}</div>
            <button class="close" @click=${this.#close}>${words.common.close}</button>
          </div>` : this.text ? toast : nothing}
      </div>`;
  }

  async #undo(): Promise<void> {
    if (this.sequence === undefined) return;
    this.busy = true;
    const [, error] = await settled(this.context.memory.undo(this.sequence));
    this.say(error ? "" : this.context.words.common.undone);
    this.error = error;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("button")?.focus();
  }

  /** Where the focus was before it came here: it goes back there when the toast goes. */
  #entered(event: FocusEvent): void {
    if (event.relatedTarget instanceof HTMLElement) this.#from = event.relatedTarget;
  }

  #close = (): void => {
    this.say("");
    this.#from?.focus();
  };
}

define("memolet-toast", MemoletToast);
