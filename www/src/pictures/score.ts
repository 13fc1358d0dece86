// What each hit's score is made of, drawn and named as in the panel.
import { LitElement, css, html } from "lit";
import type { Hit } from "memolet";
import { english } from "memolet/panel";
import { base } from "../look/base.ts";

const MOST_HITS = 4;

export class Score extends LitElement {
  static override properties = { hits: { attribute: false }, formula: {}, threshold: { type: Number } };
  declare hits: Hit[];
  /** The formula by the engine's names. */
  declare formula: string;
  /** What a match has to reach. */
  declare threshold: number;

  static override styles = [base, css`
    :host {
      display: grid;
      gap: 16px;
    }
    figcaption {
      margin-block-end: 6px;
      overflow-wrap: anywhere;
    }
  `];

  override render() {
    const rest = this.hits.length - MOST_HITS;
    return html`
      <p class="small">${english.why.score} = ${named(this.formula)}</p>
      ${this.hits.slice(0, MOST_HITS).map((hit) => this.#hit(hit))}
      ${rest > 0 ? html`<p class="small">and ${rest} more below these</p>` : ""}
    `;
  }

  #hit({ text, score, parts }: Hit) {
    return html`
      <figure>
        <figcaption dir="auto">${text}</figcaption>
        <memolet-score .parts=${parts} .score=${score} .threshold=${this.threshold}></memolet-score>
      </figure>
    `;
  }
}

/** With the panel's words for the engine's names. */
function named(formula: string): string {
  return formula.replace(/[a-z]+/g, (name) => {
    const words = english.parts[name];
    return words ? `“${words}”` : name;
  });
}

customElements.define("app-score", Score);
