// Before the first word: what this is, what stays where, and a few sentences to try.
import { LitElement, css, html } from "lit";
import type { UserMemory } from "memolet";
import { base } from "../look/base.ts";
import { questions } from "./questions.ts";

const FIRST = [
  "I live in York since 2019", "I'm allergic to walnuts and shellfish", "I prefer tea over coffee",
];

/** Fires `say` with a sentence. */
export class Start extends LitElement {
  static override properties = { isNew: { attribute: false }, memory: { attribute: false }, asks: { state: true } };
  declare isNew: boolean;
  declare memory: UserMemory;
  /** Questions that the memory can answer, once they are known. */
  declare asks: string[];

  static override styles = [base, css`
    :host {
      margin-block: auto;
      padding-block: 24px;
    }
    h2 {
      font-size: 22px;
      line-height: 1.3;
      letter-spacing: -0.01em;
    }
    p {
      margin-block-start: 8px;
      max-inline-size: 52ch;
      color: var(--muted);
    }
    h3 {
      margin-block: 28px 8px;
      font-size: 13px;
      font-weight: 600;
      color: var(--muted);
    }
    ul {
      display: grid;
      gap: 8px;
      justify-items: start;
    }
    .again {
      min-block-size: 176px;
      align-content: start;
    }
    button {
      padding: 8px 14px;
      border-color: var(--line);
      border-radius: 10px;
      text-align: start;
    }
  `];

  constructor() {
    super();
    this.asks = [];
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (this.isNew || !(changed.has("memory") || changed.has("isNew"))) return;
    questions(this.memory).then((asks) => (this.asks = asks), () => undefined);
  }

  override render() {
    const sentence = (text: string) =>
      html`<li><button @click=${() => this.#say(text)}>${text}</button></li>`;
    return html`
      <h2>${this.isNew ? "Tell me something about you. I'll remember it." : "I remember. Ask me."}</h2>
      <p>${this.isNew
        ? "You can see everything I keep, correct it, and have it forgotten for good. There is no account,"
          + " and it works without a network."
        : "This conversation begins afresh; what you told me before is on the other side, and yours to"
          + " change."}</p>
      <h3>Try one</h3>
      <ul class=${this.isNew ? "" : "again"}>${(this.isNew ? FIRST : this.asks).map(sentence)}</ul>
    `;
  }

  #say(text: string): void {
    this.dispatchEvent(new CustomEvent("say", { detail: text }));
  }
}

customElements.define("app-start", Start);
