// Where the person writes. Enter sends, Shift and Enter begins a line.
import { LitElement, css, html } from "lit";
import { base } from "../look/base.ts";

/** The most that one message may hold, in characters. */
const MOST = 8_000;

/** Fires `say` with the text, and `stop`. */
export class Composer extends LitElement {
  static override properties = { busy: { type: Boolean }, hint: {} };
  declare busy: boolean;
  declare hint: string;

  static override styles = [base, css`
    form {
      display: grid;
      grid-template-columns: 1fr auto;
      gap: 8px;
      align-items: end;
      padding: 8px;
      border: 1px solid var(--edge);
      border-radius: 14px;
      background: var(--raised);
    }
    form:focus-within {
      border-color: var(--accent);
      box-shadow: 0 0 0 1px var(--accent);
    }
    textarea {
      grid-column: 1;
      border: 0;
      padding: 7px 6px;
      min-block-size: 36px;
      max-block-size: 160px;
      resize: none;
      field-sizing: content;
      background: none;
    }
    /* The form around it shows the focus. */
    textarea:focus-visible {
      outline: none;
    }
    button {
      min-block-size: 36px;
      inline-size: 72px;
    }
    @media (pointer: coarse) {
      textarea {
        font-size: 16px;
      }
      textarea,
      button {
        min-block-size: 40px;
      }
    }
  `];

  constructor() {
    super();
    this.busy = false;
    this.hint = "";
  }

  override render() {
    return html`
      <form @submit=${this.#submit}>
        <label class="hidden" for="message">Message</label>
        <textarea id="message" rows="1" dir="auto" maxlength=${MOST} enterkeyhint="send"
          placeholder=${this.hint} @keydown=${this.#key}></textarea>
        ${this.busy
          ? html`<button type="button" @click=${() => this.dispatchEvent(new Event("stop"))}>Stop</button>`
          : html`<button class="primary">Send</button>`}
      </form>
    `;
  }

  override focus(): void {
    this.#field?.focus();
  }

  get #field(): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector("textarea");
  }

  #submit(event: Event): void {
    event.preventDefault();
    const text = this.#field?.value.trim();
    if (!text || this.busy || !this.#field) return;
    this.#field.value = "";
    this.dispatchEvent(new CustomEvent("say", { detail: text }));
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    this.#submit(event);
  }
}

customElements.define("app-composer", Composer);
