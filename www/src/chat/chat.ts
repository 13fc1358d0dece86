// The chat pane: now or as of then, the conversation, and where to write.
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { UserMemory } from "memolet";
import "../asof/asof.ts";
import type { Moment } from "../asof/moment.ts";
import { moment as words } from "../look/time.ts";
import { base } from "../look/base.ts";
import "./composer.ts";
import "./message.ts";
import "./start.ts";
import type { Talk } from "./talk.ts";
import type { Offer, Turn } from "./turns.ts";

export class Chat extends LitElement {
  static override properties = {
    talk: { attribute: false }, memory: { attribute: false }, model: {}, isNew: { attribute: false },
  };
  declare talk: Talk;
  declare memory: UserMemory;
  /** Whom the answers come from, where a model elsewhere gives them. */
  declare model: string;
  /** Nothing is remembered yet. */
  declare isNew: boolean;
  readonly #changed = () => this.requestUpdate();
  #shown: readonly Turn[] = [];
  /** The end is kept in sight, until the person scrolls away from it. */
  #sticks = true;
  /** Where it was scrolled to. */
  #top = 0;

  static override styles = [base, css`
    :host {
      display: grid;
      grid-template-rows: auto minmax(0, 1fr) auto;
      min-block-size: 0;
    }
    :host([then]) {
      background: var(--then);
    }
    .bar {
      padding: 4px 16px;
      border-block-end: 1px solid var(--line);
    }
    .scroll {
      overflow-y: auto;
      overscroll-behavior: contain;
      scrollbar-gutter: stable;
    }
    .column {
      inline-size: 100%;
      max-inline-size: 720px;
      margin-inline: auto;
      padding-inline: 16px;
    }
    .scroll .column {
      display: flex;
      flex-direction: column;
      padding-block: 24px;
      min-block-size: 100%;
    }
    .talk {
      display: flex;
      flex-direction: column;
      gap: 20px;
    }
    .talk[hidden] {
      display: none;
    }
    /* As wide as what scrolls above it. */
    .foot {
      overflow: hidden;
      scrollbar-gutter: stable;
    }
    .foot .column {
      padding-block: 8px 12px;
    }
    .foot .small {
      margin-block-start: 6px;
      text-align: center;
    }
  `];

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("talk")) return;
    (changed.get("talk") as Talk | undefined)?.removeEventListener("change", this.#changed);
    this.talk.addEventListener("change", this.#changed);
  }

  override render() {
    const { turns, busy, moment } = this.talk;
    const isEmpty = turns.length === 0;
    return html`
      <div class="bar">
        <app-as-of .moment=${moment} .memory=${this.memory} @moment=${this.#look}></app-as-of>
      </div>
      <div class="scroll" @scroll=${this.#scrolled}>
        <div class="column">
          ${isEmpty ? html`<app-start .isNew=${this.isNew} .memory=${this.memory} @say=${this.#say}></app-start>` : nothing}
          <div role="log" aria-live="polite" aria-label="Conversation" class="talk" ?hidden=${isEmpty}>
            ${repeat(turns, ({ id }) => id, (turn) => this.#message(turn))}
          </div>
        </div>
      </div>
      <div class="foot">
        <div class="column">
          <app-composer .busy=${busy} .hint=${hint(moment)} @say=${this.#say} @stop=${this.#stop}>
          </app-composer>
          <p class="small">${this.model
            ? `What you write, the memories that bear on it, and this conversation since you chose it, go to ${this.model}.`
            : "Everything stays on this device."}</p>
        </div>
      </div>
    `;
  }

  #message(turn: Turn): TemplateResult {
    return html`
      <app-message .turn=${turn} .memory=${this.memory} role-of=${turn.role} @offer=${this.#offer}></app-message>
    `;
  }

  override updated(): void {
    this.toggleAttribute("then", this.talk.moment !== undefined);
    if (this.talk.turns !== this.#shown && this.#sticks) requestAnimationFrame(() => this.#toEnd());
    this.#shown = this.talk.turns;
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>("app-composer")?.focus();
  }

  /** What sticks to the end does so when the pane changes its size: a keyboard comes up, lines are typed. */
  override firstUpdated(): void {
    const pane = this.renderRoot.querySelector(".scroll");
    if (pane) new ResizeObserver(() => this.#sticks && this.#toEnd()).observe(pane);
  }

  #stop(): void {
    this.talk.stop();
    this.focus();
  }

  #toEnd(): void {
    const scroll = this.renderRoot.querySelector(".scroll");
    scroll?.scrollTo(0, scroll.scrollHeight);
  }

  #scrolled(event: Event): void {
    const { scrollHeight, scrollTop, clientHeight } = event.target as HTMLElement;
    if (scrollHeight - scrollTop - clientHeight < 48) this.#sticks = true;
    // Away from the end is upwards: below what is seen, the pane and the conversation change by themselves.
    else if (scrollTop < this.#top) this.#sticks = false;
    this.#top = scrollTop;
  }

  #say(event: CustomEvent<string>): void {
    this.#sticks = true;
    void this.talk.say(event.detail);
    this.focus();
  }

  /** What the panel shows is for the page that has it. */
  #offer({ detail: { turn, offer } }: CustomEvent<{ turn: Turn; offer: Offer }>): void {
    if (offer.does !== "show") void this.talk.take(turn, offer);
  }

  #look(event: CustomEvent<Moment | null>): void {
    // An event has null where it was given nothing.
    this.talk.look(event.detail ?? undefined);
  }
}

function hint(moment: Moment | undefined): string {
  return moment ? `Ask about ${words(moment.at)}` : "Tell me something, or ask";
}

customElements.define("app-chat", Chat);
