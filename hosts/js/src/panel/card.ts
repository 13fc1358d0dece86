// One memory in a list: its words, and what matters most about it.
import { css, html, nothing, type TemplateResult } from "lit";
import type { Memory } from "../contract/types.ts";
import type { Context } from "./part.ts";
import { live } from "./rules.ts";
import { type Strings, filled } from "./strings.ts";
import { day } from "./times.ts";

export const cardStyles = css`
  .item { position: relative; min-block-size: 74px; }
  .item.open { border-color: var(--accent); box-shadow: inset 3px 0 0 var(--accent); }
  .item.open:dir(rtl) { box-shadow: inset -3px 0 0 var(--accent); }
  .item:hover { border-color: var(--edge); }
  .item .title {
    display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden;
    inline-size: 100%; min-block-size: 0; padding: 0; border: 0; background: none;
    font-size: 16px; font-weight: 400; line-height: 1.5; color: inherit;
  }
  .item .title:hover { color: inherit; }
  .item .title:focus-visible { outline: none; }
  .item .title:focus-visible::after { outline: 2px solid var(--accent); outline-offset: 2px; }
  .item .title::after { content: ""; position: absolute; inset: 0; border-radius: var(--radius); }
  .item.past .title { color: var(--muted); }
  .line {
    display: flex; flex-wrap: wrap; gap: 0 8px; margin-block-start: 4px; font-size: 13px; color: var(--muted);
  }
  .line > :not(:last-child)::after { content: "·"; margin-inline-start: 8px; }
  .line .mark { color: var(--ink); font-weight: 600; }
  .line .mark::after { color: var(--muted); font-weight: 400; }
  .gone { display: flex; align-items: center; color: var(--muted); border-style: dashed; background: none; }
`;

/** How a card is shown. */
export interface Look {
  /** The memory that is open beside the list. */
  opened?: string | undefined;
  /** Whether the kind is named. */
  kind: boolean;
}

/** A memory whose words open it in detail; none: it was forgotten a moment ago. */
export function card(memory: Memory | undefined, context: Context, { opened, kind }: Look): TemplateResult {
  const { words, lang } = context;
  if (!memory) return html`<div class="card item gone">${words.list.forgotten}</div>`;
  const open = memory.id === opened;
  return html`
    <div class="card item ${open ? "open" : ""} ${live(memory) ? "" : "past"}">
      <button class="title words" dir="auto" data-id=${memory.id} aria-current=${open ? "true" : nothing}
        aria-describedby="about-${memory.id}" @click=${() => context.open(memory.id)}>${memory.text}</button>
      <p class="line" id="about-${memory.id}">
        ${memory.state === "active" ? nothing : html`<span class="mark">${words.states[memory.state]}</span>`}
        ${memory.pinned ? html`<span class="mark">${words.list.pinned}</span>` : nothing}
        ${kind ? html`<span>${words.kinds[memory.kind]}</span>` : nothing}
        ${live(memory) ? html`<span>${words.standing[memory.standing]}</span>` : nothing}
        <span>${words.sources[memory.source]}</span>
        <span>${held(memory, words, lang)}</span>
      </p>
    </div>`;
}

/** When the claim holds, or held. */
export function held({ validFrom, validTo }: Memory, { list }: Strings, lang: string): unknown {
  if (validTo === undefined) return filled(list.since, { when: day(validFrom, lang) });
  return filled(list.span, { from: day(validFrom, lang), to: day(validTo, lang) });
}
