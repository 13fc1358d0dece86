// The receipt of an erasure, and the way back for its words.
import { html, nothing, type TemplateResult } from "lit";
import type { CopyState, Receipt } from "../contract/types.ts";
import "./again.ts";
import type { Context } from "./part.ts";
import { filled } from "./strings.ts";
import { exact } from "./times.ts";

/** How much is gone, what became of what was made from it, and which copies have confirmed. */
export function receipt(given: Receipt, context: Context): TemplateResult {
  const { words, lang } = context;
  const { receipt: say } = words;
  const left = given.derived.filter(({ became }) => became === "kept").length;
  return html`
    <div class="stack receipt">
      <p>${say.forgotten(given.removed.length)} ${given.turns ? say.turns(given.turns) : nothing}</p>
      ${given.derived.length ? html`
        <p>
          ${say.derived(given.derived.length)}
          ${given.derived.length - left} ${say.erased}, ${left} ${say.kept}.
        </p>
      ` : nothing}
      ${given.kept.length ? html`
        <div class="kept">
          <p>${say.keptBack(given.kept.length)}</p>
          <ul>${given.kept.map(({ id, why }) => html`<li><span class="small">${id}</span>: ${words.keeping[why] ?? why}</li>`)}</ul>
        </div>
      ` : nothing}
      <dl class="facts">
        ${given.copies.map((copy) => html`
          <dt>${named(copy, words)}</dt><dd>${confirmed(copy, words, lang)}</dd>`)}
        <dt>${say.reason}</dt><dd>${words.reasons[given.code] ?? given.code}</dd>
        <dt>${say.id}</dt><dd class="small">${given.id}</dd>
      </dl>
      <p><strong>${finished(given, words)}</strong></p>
      <memolet-again .context=${context}></memolet-again>
    </div>`;
}

function finished({ complete, kept }: Receipt, { receipt: say }: Context["words"]): string {
  return complete ? say.complete : kept.length ? say.partly : say.incomplete;
}

function named({ name }: CopyState, { receipt: say }: Context["words"]): string {
  return name === "journal" ? say.journal : name === "snapshot" ? say.snapshot : name;
}

function confirmed({ confirmedAt }: CopyState, { receipt: say }: Context["words"], lang: string) {
  if (confirmedAt === undefined) return html`<span class="warn">${say.pending}</span>`;
  return filled(say.confirmed, { when: exact(confirmedAt, lang) });
}
