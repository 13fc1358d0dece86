// The parts of each hit's score as bars, by the formula's own names.
import { LitElement, css, html, svg } from "lit";
import type { Hit } from "memolet";
import { base } from "../look/base.ts";

/** What each part says, in plain words. Others go by their name alone. */
const MEANS: Record<string, string> = {
  relevance: "bears on the question", match: "held against the threshold", keyword: "shared words",
  vector: "like meaning", recency: "how lately used", importance: "how much it matters",
  rerank: "the reranker's view",
};
/** The formula's own parts first, then what relevance is made of. */
const ORDER = ["relevance", "recency", "importance", "match", "keyword", "vector"];
const MOST_HITS = 4;

export class Score extends LitElement {
  static override properties = { hits: { attribute: false }, formula: {} };
  declare hits: Hit[];
  declare formula: string;

  static override styles = [base, css`
    :host {
      display: grid;
      gap: 16px;
    }
    figcaption {
      display: flex;
      justify-content: space-between;
      gap: 12px;
      margin-block-end: 6px;
      overflow-wrap: anywhere;
    }
    .total {
      font-weight: 600;
      font-variant-numeric: tabular-nums;
    }
    dl {
      display: grid;
      grid-template-columns: 6.5rem minmax(0, 1fr) 2.5rem;
      gap: 4px 10px;
      align-items: center;
      font-size: 13px;
    }
    dd {
      display: contents;
      font-variant-numeric: tabular-nums;
    }
    dd span {
      text-align: end;
    }
    svg {
      display: block;
      inline-size: 100%;
      block-size: 8px;
    }
    .track {
      fill: var(--sunken);
    }
    .fill {
      fill: var(--muted);
    }
    .own .fill {
      fill: var(--accent);
    }
  `];

  override render() {
    const shown = this.hits.slice(0, MOST_HITS);
    // Relevance may be over 1: all bars are to one scale.
    const full = Math.max(1, ...shown.flatMap(({ parts }) => Object.values(parts)));
    const rest = this.hits.length - MOST_HITS;
    return html`
      <p class="small">Score = ${this.formula}</p>
      ${shown.map((hit) => this.#hit(hit, full))}
      ${rest > 0 ? html`<p class="small">and ${rest} more below these</p>` : ""}
    `;
  }

  #hit({ text, score, parts }: Hit, full: number) {
    const names = Object.keys(parts).sort((a, b) => place(a) - place(b));
    return html`
      <figure>
        <figcaption><bdi>${text}</bdi><span class="total">${score.toFixed(2)}</span></figcaption>
        <dl>${names.map((name) => part(name, parts[name] ?? 0, full))}</dl>
      </figure>
    `;
  }
}

function part(name: string, value: number, full: number) {
  const share = Math.max(0, value / full) * 100;
  return html`
    <dt title=${MEANS[name] ?? ""}>${name}</dt>
    <dd class=${place(name) < 3 ? "own" : ""}>
      ${svg`<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="100" height="8"></rect><rect class="fill" width=${share} height="8"></rect>
      </svg>`}
      <span>${value.toFixed(2)}</span>
    </dd>
  `;
}

function place(name: string): number {
  const place = ORDER.indexOf(name);
  return place < 0 ? ORDER.length : place;
}

customElements.define("app-score", Score);
