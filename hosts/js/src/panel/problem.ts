// A failure in plain words, with what to do.
import { html, nothing } from "lit";
import type { MemoletError } from "../errors.ts";
import { type Strings, filled } from "./strings.ts";

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

/** Failures whose plain words say all that a person can use: what the store says names ids and versions. */
const PLAIN: ReadonlySet<string> = new Set(["conflict", "not-found", "authority"]);

function explained({ tag, message }: MemoletError, words: Strings): { title: string; detail: string } {
  const rule = /admission rule ([a-z-]+)/.exec(message)?.[1];
  if (rule && words.rules[rule]) return { title: words.rules[rule], detail: "" };
  // An import judges its lines by themselves: what fails is the first.
  if (tag === "invalid" && message.startsWith("header: ")) return { title: noExport("1", words), detail: "" };
  const title = words.problems[tag] ?? words.problems.other ?? "";
  return { title, detail: message && !PLAIN.has(tag) ? `${words.common.says} ${message}` : "" };
}

function noExport(line: string, words: Strings): string {
  return filled(words.problems["no-export"] ?? "", { line }).join("");
}
