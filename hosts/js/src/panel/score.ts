// <memolet-score>: what a score is made of, as bars with their numbers.
import { LitElement, css, html, nothing, svg } from "lit";
import { define } from "./part.ts";
import { type Strings, english } from "./strings.ts";
import { elements, tokens } from "./styles.ts";
import { decimal } from "./times.ts";

export class MemoletScore extends LitElement {
  static override properties = {
    parts: { attribute: false },
    score: { type: Number },
    threshold: { type: Number },
    words: { attribute: false },
    lang: {},
  };
  static override styles = [tokens, elements, css`
    :host { display: block; }
    dl {
      display: grid; grid-template-columns: minmax(80px, max-content) minmax(40px, 1fr) max-content;
      gap: 4px 12px;
    }
    dl div { display: contents; }
    dt, dd { font-size: 13px; line-height: 20px; }
    dt { color: var(--muted); grid-column: 1; }
    .total dt, .total dd { color: var(--ink); font-weight: 600; }
    .bar { grid-column: 2; }
    .number { grid-column: 3; text-align: end; }
    svg { display: block; inline-size: 100%; block-size: 20px; }
    svg:dir(rtl) { transform: scaleX(-1); }
    .room { fill: var(--line); }
    .share { fill: var(--accent); }
    .mark { stroke: var(--ink); stroke-width: 2; }
  `];
  /** Parts by the engine's names, each about 0..1. */
  declare parts: Record<string, number>;
  /** The sum; left out: it has none. */
  declare score: number | undefined;
  /** What `match` had to reach. */
  declare threshold: number | undefined;
  declare words: Strings;
  declare lang: string;

  constructor() {
    super();
    Object.assign(this, { parts: {}, words: english, lang: "en" });
  }

  protected override render() {
    const { score, words } = this;
    return html`
      <dl>
        ${Object.entries(this.parts).map(([name, value]) => this.#row(name, value))}
        ${score === undefined ? nothing : html`
          <div class="total">
            <dt>${words.why.score}</dt><dd class="number">${decimal(score, this.lang)}</dd>
          </div>`}
      </dl>`;
  }

  #row(name: string, value: number) {
    const share = Math.min(Math.max(value, 0), 1) * 100;
    const mark = name === "match" && this.threshold !== undefined ? `${this.threshold * 100}%` : undefined;
    return html`
      <div>
        <dt>${this.words.parts[name] ?? name}</dt>
        <dd class="bar"><svg aria-hidden="true">
          <rect class="room" width="100%" height="6" y="7" rx="3"></rect>
          <rect class="share" width="${share.toFixed(1)}%" height="6" y="7" rx="3"></rect>
          ${mark ? svg`<line class="mark" x1=${mark} x2=${mark} y1="2" y2="18"></line>` : nothing}
        </svg></dd>
        <dd class="number">${decimal(value, this.lang)}</dd>
      </div>`;
  }
}

define("memolet-score", MemoletScore);
