// One message: its words, the memories that it made or used, and how it came about.
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { describe } from "../asof/moment.ts";
import { base } from "../look/base.ts";
import { ago, onDay } from "../look/time.ts";
import "../pictures/trace.ts";
import type { UserMemory } from "memolet";
import type { Card, Named, Offer, Turn } from "./turns.ts";

const MARKS: Record<Card["mark"], string> = {
  kept: "Kept", known: "Known", ended: "No longer true", wrong: "Was wrong", away: "Put away", waits: "Waits for your decision", unsure: "Unsure",
  answer: "",
};

const OFFERS: Record<Exclude<Offer["does"], "show">, string> = {
  lift: "Let it be remembered again", wrong: "Was wrong", now: "Go back to now",
};
const PAGES = { remembered: "Show me everything", device: "Show me where" };

/** Fires `open-memory` with an id, and `offer` with what was taken up. */
export class Message extends LitElement {
  static override properties = { turn: { attribute: false }, memory: { attribute: false } };
  declare turn: Turn;
  declare memory: UserMemory;

  static override styles = [base, css`
    :host {
      max-inline-size: 100%;
    }
    :host([role-of="user"]) {
      align-self: end;
      max-inline-size: 85%;
    }
    .words {
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
    .user {
      padding: 8px 14px;
      border-radius: 14px;
      border-end-end-radius: 4px;
      background: var(--sunken);
    }
    .assistant {
      display: grid;
      gap: 8px;
      justify-items: start;
    }
    .assistant > * {
      max-inline-size: 100%;
    }
    .moment {
      color: var(--warn);
      font-size: 13px;
      font-weight: 600;
    }
    .gone {
      color: var(--muted);
      font-style: italic;
    }
    .failed {
      padding-inline-start: 12px;
      border-inline-start: 3px solid var(--danger);
    }
    .card {
      display: grid;
      gap: 2px;
      inline-size: fit-content;
      max-inline-size: 100%;
      padding: 10px 14px;
      border: 1px solid var(--line);
      border-radius: 10px;
      background: var(--raised);
      text-align: start;
    }
    .card .claim {
      font-size: 17px;
      line-height: 1.4;
      overflow-wrap: anywhere;
    }
    /* A long message is read in whole in the memory. */
    .card .claim {
      display: -webkit-box;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 6;
      overflow: hidden;
    }
    .mark {
      color: var(--accent);
      font-weight: 600;
    }
    .mark.waits,
    .mark.unsure,
    .mark.wrong,
    .mark.ended {
      color: var(--warn);
    }
    .chips {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 6px;
    }
    .chip {
      max-inline-size: min(280px, 100%);
      min-block-size: 28px;
      padding: 2px 10px;
      border-color: var(--line);
      border-radius: 999px;
      font-size: 13px;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    @media (pointer: coarse) {
      .chip {
        min-block-size: 40px;
      }
    }
    .dots {
      display: inline-flex;
      gap: 4px;
      block-size: 24px;
      align-items: center;
    }
    .dots i {
      inline-size: 6px;
      block-size: 6px;
      border-radius: 50%;
      background: var(--muted);
      animation: breathe 1.2s infinite alternate;
    }
    .dots i:nth-child(2) {
      animation-delay: 0.2s;
    }
    .dots i:nth-child(3) {
      animation-delay: 0.4s;
    }
    @keyframes breathe {
      from {
        opacity: 0.3;
      }
    }
    app-trace {
      inline-size: 100%;
    }
  `];

  override render() {
    const { role, state } = this.turn;
    if (state === "forgotten") return html`<p class="gone">${gone(role)}</p>`;
    if (role === "user") {
      return html`<h2 class="hidden">You</h2><p class="words user" dir="auto">${this.turn.text}</p>`;
    }
    return html`<h2 class="hidden">Memolet</h2><div class="assistant">${this.#answer()}</div>`;
  }

  #answer(): TemplateResult {
    const { text, state, cards, named, namedAs, moment, trace, offers, note } = this.turn;
    const isWaiting = state === "writing" && !text;
    return html`
      ${moment ? html`<p class="moment">${capital(describe(moment))}</p>` : nothing}
      ${isWaiting ? html`<p class="dots" aria-label="Thinking"><i></i><i></i><i></i></p>` : nothing}
      ${text ? html`<p class="words ${state}" dir="auto">${text}</p>` : nothing}
      ${cards.map((card) => this.#card(card))}
      ${state !== "writing" ? offers.map((offer) => this.#offer(offer)) : nothing}
      ${named.length > 0 ? this.#chips(named, namedAs) : nothing}
      ${note ? html`<p class="small">${note}</p>` : nothing}
      ${trace && trace.hits.length > 0 && state === "done"
        ? html`<app-trace .trace=${trace} .memory=${this.memory}></app-trace>` : nothing}
    `;
  }

  #offer(offer: Offer): TemplateResult {
    const words = offer.does === "show" ? PAGES[offer.tab] : OFFERS[offer.does];
    const detail = { turn: this.turn, offer };
    return html`<button
      @click=${() => this.dispatchEvent(new CustomEvent("offer", { detail, bubbles: true, composed: true }))}
      >${words}</button>`;
  }

  #card(card: Card): TemplateResult {
    const { id, text, mark, from, at, since, until, before } = card;
    return html`
      <button class="card" @click=${() => this.#open(id)}>
        <span class="claim" dir="auto">${text}</span>
        <span class="small">
          ${MARKS[mark] ? html`<span class="mark ${mark}">${MARKS[mark]}</span> · ` : nothing}${from} ${ago(at)}
          ${since ? html`· true ${since > Date.now() ? "from" : "since"} ${onDay(since)}` : nothing}
          ${until ? html`· true until ${onDay(until)}` : nothing}
        </span>
        ${before ? html`<span class="small">In place of: <bdi>${before.text}</bdi></span>` : nothing}
      </button>
    `;
  }

  #chips(named: Named[], as: string): TemplateResult {
    const chip = ({ id, text }: Named) => html`
      <li><button class="chip" dir="auto" title=${text} @click=${() => this.#open(id)}>${text}</button></li>
    `;
    return html`
      <div class="chips"><span class="small">${as}:</span> <ul class="chips">${named.map(chip)}</ul></div>
    `;
  }

  #open(id: string): void {
    this.dispatchEvent(new CustomEvent("open-memory", { detail: id, bubbles: true, composed: true }));
  }
}

function gone(role: Turn["role"]): string {
  return role === "user"
    ? "What you said here is forgotten." : "This answer showed something that is forgotten.";
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

customElements.define("app-message", Message);
