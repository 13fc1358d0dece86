// How an answer came about, as pictures: the score's parts, what filled the budget, the fact over time.
import { LitElement, css, html, nothing } from "lit";
import type { UserMemory } from "memolet";
import type { Trace } from "../chat/turns.ts";
import { base } from "../look/base.ts";
import "./budget.ts";
import "./fact.ts";
import "./score.ts";

type View = "Score" | "Budget" | "Over time";

export class TraceView extends LitElement {
  static override properties = {
    trace: { attribute: false }, memory: { attribute: false }, view: { state: true }, open: { state: true },
  };
  declare trace: Trace;
  declare memory: UserMemory;
  declare view: View;
  declare open: boolean;

  static override styles = [base, css`
    summary {
      inline-size: fit-content;
      padding: 4px 2px;
      border-radius: 6px;
      color: var(--muted);
      font-size: 13px;
      cursor: pointer;
    }
    summary:hover {
      color: var(--ink);
    }
    @media (pointer: coarse) {
      summary {
        padding-block: 10px;
      }
    }
    .body {
      display: grid;
      gap: 14px;
      margin-block-start: 6px;
      padding-block-end: 16px;
    }
    .views {
      display: flex;
      flex-wrap: wrap;
      gap: 4px;
    }
    .views button[aria-pressed="true"] {
      color: var(--ink);
      background: var(--sunken);
      font-weight: 600;
    }
  `];

  constructor() {
    super();
    this.view = "Score";
    this.open = false;
  }

  override render() {
    return html`
      <details @toggle=${this.#toggled}>
        <summary>Why this answer</summary>
        ${this.open ? this.#body() : nothing}
      </details>
    `;
  }

  /** A picture is drawn when it is looked at, and brought into sight. */
  async #toggled(event: Event): Promise<void> {
    this.open = (event.target as HTMLDetailsElement).open;
    await this.updateComplete;
    if (this.open) this.scrollIntoView({ block: "nearest" });
  }

  #body() {
    return html`
      <div class="box body">${this.#views()}<h3 class="hidden">${this.view}</h3>${this.#picture()}</div>
    `;
  }

  #views() {
    const views: View[] = this.trace.budget ? ["Score", "Budget", "Over time"] : ["Score", "Over time"];
    const button = (view: View) => html`
      <button class="quiet" aria-pressed=${String(view === this.view)} @click=${() => (this.view = view)}>
        ${view}
      </button>
    `;
    return html`<div class="views" role="group" aria-label="Picture">${views.map(button)}</div>`;
  }

  #picture() {
    const { hits, formula, threshold, budget } = this.trace;
    if (this.view === "Score") {
      return html`<app-score .hits=${hits} .formula=${formula} .threshold=${threshold}></app-score>`;
    }
    if (this.view === "Budget" && budget) return html`<app-budget .budget=${budget}></app-budget>`;
    return html`<app-fact .hits=${hits} .memory=${this.memory}></app-fact>`;
  }
}

customElements.define("app-trace", TraceView);
