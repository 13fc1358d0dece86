// A failure in plain words, with what to do.
import { html, nothing } from "lit";
import type { MemoletError } from "../errors.ts";
import type { Strings } from "./strings.ts";

/** A failure where it happened. `retry` puts a button beside it. */
export function problem(error: MemoletError | undefined, words: Strings, retry?: () => void) {
  if (!error) return nothing;
  const { title, detail } = explained(error, words);
  return html`
    <div class="problem" role="alert">
      <strong>${title}</strong>
      ${detail ? html`<p class="small">${detail}</p>` : nothing}
      ${retry ? html`<p><button @click=${retry}>${words.common.retry}</button></p>` : nothing}
    </div>`;
}

function explained(error: MemoletError, words: Strings): { title: string; detail: string } {
  const rule = /admission rule ([a-z-]+)/.exec(error.message)?.[1];
  if (rule && words.rules[rule]) return { title: words.rules[rule], detail: "" };
  const title = words.problems[error.tag] ?? words.problems.other ?? "";
  return { title, detail: error.message && `${words.common.says} ${error.message}` };
}
