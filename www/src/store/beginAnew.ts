// The way out where a memory does not open: it is erased, and another begins.
import { LitElement, css, html } from "lit";
import { base } from "../look/base.ts";

const WORD = "erase";

/** Fires `begin-anew` once the word was typed. */
export class BeginAnew extends LitElement {
  static override properties = { summary: {}, typed: { state: true } };
  /** What it is called before it is opened. */
  declare summary: string;
  declare typed: string;

  static override styles = [base, css`
    summary {
      inline-size: fit-content;
      padding-block: 10px;
      color: var(--muted);
      cursor: pointer;
    }
    form {
      display: grid;
      gap: 12px;
      justify-items: start;
    }
    button:not([disabled]) {
      border-color: var(--danger);
      color: var(--danger);
    }
  `];

  constructor() {
    super();
    this.summary = this.typed = "";
  }

  override render() {
    return html`
      <details>
        <summary>${this.summary}</summary>
        <form class="box" @submit=${this.#submit}>
          <p>You can erase this memory and begin anew. Everything in it is lost, and nobody can bring it back.</p>
          <label for="word">Type “${WORD}” to go on</label>
          <input id="word" autocomplete="off" autocapitalize="off" spellcheck="false" @input=${this.#type}>
          <button ?disabled=${!this.#isTyped}>Erase it and begin anew</button>
        </form>
      </details>
    `;
  }

  get #isTyped(): boolean {
    return this.typed.trim().toLowerCase() === WORD;
  }

  #type(event: Event): void {
    this.typed = (event.target as HTMLInputElement).value;
  }

  #submit(event: Event): void {
    event.preventDefault();
    if (this.#isTyped) this.dispatchEvent(new Event("begin-anew", { bubbles: true, composed: true }));
  }
}

customElements.define("app-begin-anew", BeginAnew);
