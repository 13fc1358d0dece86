// What filled the token budget: one bar, a piece a memory, the frame around them, and what is left.
import { LitElement, css, html, svg, type TemplateResult } from "lit";
import type { Budget as Filled } from "../chat/turns.ts";
import { base } from "../look/base.ts";

interface Piece {
  name: string;
  tokens: number;
  /** Also a class of its look. */
  sort: "note" | "other" | "frame" | "rest";
}

export class Budget extends LitElement {
  static override properties = { budget: { attribute: false } };
  declare budget: Filled;

  static override styles = [base, css`
    :host {
      display: grid;
      gap: 12px;
    }
    svg {
      display: block;
      inline-size: 100%;
      block-size: 28px;
      border-radius: 6px;
    }
    .note {
      fill: var(--accent);
    }
    .other {
      fill: var(--accent-soft);
    }
    .frame {
      fill: var(--muted);
    }
    .rest {
      fill: var(--sunken);
    }
    ol {
      display: grid;
      gap: 6px;
      font-size: 13px;
    }
    li {
      display: grid;
      grid-template-columns: 12px minmax(0, 1fr) auto;
      gap: 8px;
      align-items: baseline;
      font-variant-numeric: tabular-nums;
    }
    li svg {
      inline-size: 10px;
      block-size: 10px;
      border-radius: 2px;
      border: 1px solid var(--line);
    }
    bdi {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
  `];

  override render() {
    const { most } = this.budget;
    const all = pieces(this.budget);
    const used = most - (all.at(-1)?.tokens ?? 0);
    return html`
      <p class="small">${used} of ${most} tokens that memory may take of a prompt</p>
      ${bar(all, most)}
      <ol>${all.map(entry)}</ol>
    `;
  }
}

function pieces({ most, notes, frame }: Filled): Piece[] {
  const rest = Math.max(most - frame - notes.reduce((sum, { tokens }) => sum + tokens, 0), 0);
  return [
    ...notes.map(({ text, tokens }, place): Piece => {
      return { name: text, tokens, sort: place % 2 ? "other" : "note" };
    }),
    { name: "Heading around the notes", tokens: frame, sort: "frame" },
    { name: "Free", tokens: rest, sort: "rest" },
  ];
}

function bar(pieces: Piece[], most: number): TemplateResult {
  let start = 0;
  const rects = pieces.map(({ name, tokens, sort }) => {
    const x = start;
    start += tokens;
    const width = Math.max(tokens - (sort === "rest" ? 0 : most / 300), 0);
    const title = `${name}: ${tokens} tokens`;
    return svg`<rect class=${sort} x=${x} width=${width} height="28"><title>${title}</title></rect>`;
  });
  return html`<svg viewBox="0 0 ${most} 28" preserveAspectRatio="none" aria-hidden="true">${rects}</svg>`;
}

function entry({ name, tokens, sort }: Piece): TemplateResult {
  return html`
    <li>
      ${svg`<svg viewBox="0 0 1 1" aria-hidden="true"><rect class=${sort} width="1" height="1"></rect></svg>`}
      <bdi title=${name}>${name}</bdi><span>${tokens}</span>
    </li>
  `;
}

customElements.define("app-budget", Budget);
