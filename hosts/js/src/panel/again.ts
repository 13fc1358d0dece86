// <memolet-again>: lets a text that was forgotten for good be remembered again. The words are gone from
// here, so whoever wants them back says them.
import { css, html, nothing } from "lit";
import type { MemoletError } from "../errors.ts";
import { Part, define } from "./part.ts";
import { problem } from "./problem.ts";
import { settled } from "./store.ts";

export class MemoletAgain extends Part {
  static override properties = {
    ...Part.properties,
    error: { state: true },
    busy: { state: true },
    lifted: { state: true },
  };
  static override styles = [Part.styles, css`
    :host { display: block; }
    .stack { gap: 8px; margin-block-start: 8px; }
    textarea { min-block-size: 64px; }
  `];
  declare error: MemoletError | undefined;
  declare busy: boolean;
  declare lifted: boolean;

  protected override render() {
    const { receipt: say } = this.context.words;
    return html`
      <details>
        <summary class="small">${say.again}</summary>
        <form class="stack" @submit=${this.#submit}>
          <p class="muted">${say.againText}</p>
          <label>
            <span>${say.againWords}</span>
            <textarea name="text" dir="auto" required></textarea>
          </label>
          <div role="status">${this.lifted ? html`<p>${say.lifted}</p>` : nothing}</div>
          ${this.#problem()}
          <div class="row"><button ?disabled=${this.busy}>${say.againAllow}</button></div>
        </form>
      </details>`;
  }

  #problem() {
    const { words } = this.context;
    if (this.error?.tag !== "not-found") return problem(this.error, words);
    return html`<p class="warn" role="alert">${words.receipt.againUnknown}</p>`;
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const text = String(new FormData(form).get("text")).trim();
    if (!text || this.busy) return;
    Object.assign(this, { busy: true, error: undefined, lifted: false });
    const [, error] = await settled(this.context.memory.liftTombstone(text, { reason: "user-request" }));
    Object.assign(this, { busy: false, error, lifted: !error });
    if (!error) form.reset();
  }
}

define("memolet-again", MemoletAgain);
