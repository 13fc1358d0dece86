// <memolet-why>: whether a question would recall a memory, and what decided it.
import { css, html, nothing } from "lit";
import type { Hit, Why } from "../contract/types.ts";
import type { MemoletError } from "../errors.ts";
import { Part, define } from "./part.ts";
import { problem } from "./problem.ts";
import "./score.ts";
import { settled } from "./store.ts";
import { filled } from "./strings.ts";
import { decimal } from "./times.ts";

interface Told { why: Why; hit: Hit | undefined; threshold: number }

export class MemoletWhy extends Part {
  static override properties = {
    ...Part.properties,
    memoryId: {},
    told: { state: true },
    error: { state: true },
    busy: { state: true },
  };
  static override styles = [Part.styles, css`
    :host { display: block; }
    form { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 4px 8px; align-items: end; }
    .told { margin-block-start: 12px; gap: 8px; }
  `];
  /** The memory that is asked about. */
  declare memoryId: string;
  declare told: Told | undefined;
  declare error: MemoletError | undefined;
  declare busy: boolean;

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("memoryId")) this.told = this.error = undefined;
  }

  protected override render() {
    const { words } = this.context;
    return html`
      <form @submit=${this.#ask}>
        <label>
          <span>${words.why.question}</span>
          <input type="text" name="question" dir="auto" autocomplete="off" required>
        </label>
        <button ?disabled=${this.busy}>${words.why.ask}</button>
      </form>
      <div role="status">
        ${problem(this.error, words)}
        ${this.told ? this.#answer(this.told) : nothing}
      </div>`;
  }

  #answer({ why, hit, threshold }: Told) {
    const { words, lang } = this.context;
    const needed = { number: decimal(threshold, lang) };
    return html`
      <div class="stack told">
        <p><strong>${words.steps[why.step] ?? why.step}</strong>
          ${why.step === "threshold" ? html`
            <span class="muted">(${filled(words.why.threshold, needed)})</span>` : nothing}
        </p>
        ${hit ? html`
          <memolet-score .parts=${hit.parts} .score=${hit.score} .threshold=${threshold} .words=${words}
            .lang=${lang}></memolet-score>` : nothing}
      </div>`;
  }

  async #ask(event: Event): Promise<void> {
    event.preventDefault();
    const text = String(new FormData(event.target as HTMLFormElement).get("question")).trim();
    if (!text) return;
    this.busy = true;
    const id = this.memoryId;
    const [told, error] = await settled(this.#tell(id, text));
    if (id === this.memoryId) Object.assign(this, { told, error });
    this.busy = false;
  }

  /** The verdict of a usual recall, and the score even where it was not enough. */
  async #tell(id: string, text: string): Promise<Told> {
    const { memory } = this.context;
    const [why, usual, every, policy] = await Promise.all([
      memory.whyNot(id, text),
      memory.recall(text),
      memory.recall({ text, k: 1000, minRelevance: 0 }),
      memory.policy(),
    ]);
    const hit = [...usual.hits, ...every.hits].find((hit) => hit.id === id);
    return { why, hit, threshold: Number(policy.minRelevance) };
  }
}

define("memolet-why", MemoletWhy);
