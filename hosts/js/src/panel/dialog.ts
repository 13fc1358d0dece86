// <memolet-dialog>: one question at a time, with its failure or its answer in place.
import { css, html, nothing, type TemplateResult } from "lit";
import type { MemoletError } from "../errors.ts";
import { Part, define } from "./part.ts";
import { problem } from "./problem.ts";
import { settled } from "./store.ts";

/** One field of a question. */
export interface Field {
  name: string;
  label: string;
  /** A line, several lines, or a local date and time. */
  kind: "line" | "words" | "when";
  value?: string | undefined;
  required?: boolean;
  hint?: string;
  /** What has to be typed, to the letter. */
  match?: string;
}

/** What the dialog asks. */
export interface Question {
  title: string;
  text?: string;
  /** A memory's words, shown as a quote. */
  quote?: string;
  fields?: Field[];
  confirm: string;
  danger?: boolean;
  /** Carries it out. What it gives is shown in the question's place; nothing closes the dialog. */
  run(values: Record<string, string>): Promise<TemplateResult | void>;
}

export class MemoletDialog extends Part {
  static override properties = {
    ...Part.properties,
    question: { state: true },
    busy: { state: true },
    error: { state: true },
    answer: { state: true },
    values: { state: true },
  };
  static override styles = [Part.styles, css`
    dialog {
      inline-size: min(460px, calc(100vw - 24px)); max-block-size: calc(100dvh - 24px); overflow: auto;
      padding: 20px; border: 1px solid var(--line); border-radius: 14px;
      background: var(--raised); color: var(--ink);
      box-shadow: 0 12px 40px rgb(0 0 0 / 0.18);
    }
    dialog::backdrop { background: rgb(0 0 0 / 0.35); }
    h2 { font-size: 17px; margin-block-end: 8px; }
    form { gap: 14px; }
    blockquote {
      margin: 0; padding-inline-start: 12px; border-inline-start: 3px solid var(--line);
      max-block-size: 8lh; overflow: auto;
    }
    .row { justify-content: flex-end; margin-block-start: 4px; }
    .hint { margin-block-start: 4px; font-size: 13px; color: var(--muted); }
    @media (prefers-reduced-motion: no-preference) {
      dialog[open] { animation: appear 120ms ease-out; }
      @keyframes appear { from { opacity: 0; transform: translateY(6px); } }
    }
  `];
  declare question: Question | undefined;
  declare busy: boolean;
  declare error: MemoletError | undefined;
  declare answer: TemplateResult | undefined;
  declare values: Record<string, string>;

  /** Asks a question, in place of one that is open. */
  async open(question: Question): Promise<void> {
    const values = (question.fields ?? []).map(({ name, value }) => [name, value ?? ""]);
    Object.assign(this, {
      question, busy: false, error: undefined, answer: undefined, values: Object.fromEntries(values),
    });
    await this.updateComplete;
    if (!this.#dialog.open) this.#dialog.showModal();
    this.renderRoot.querySelector<HTMLElement>("textarea, input, .main, .confirm")?.focus();
  }

  protected override render() {
    const { question } = this;
    return html`
      <dialog aria-labelledby="title" @close=${this.#closed} @cancel=${this.#cancel}>
        ${question ? (this.answer ? this.#answered(question, this.answer) : this.#asked(question)) : nothing}
      </dialog>`;
  }

  #asked(question: Question) {
    const { words } = this.context;
    const ready = (question.fields ?? []).every((field) => isFilled(field, this.values[field.name] ?? ""));
    return html`
      <h2 id="title">${question.title}</h2>
      <form class="stack" @submit=${this.#submit} aria-busy=${this.busy}>
        ${question.quote ? html`
          <blockquote class="words" dir="auto" tabindex="0">${question.quote}</blockquote>` : nothing}
        ${question.text ? html`<p>${question.text}</p>` : nothing}
        ${question.fields?.map((field) => this.#field(field))}
        ${problem(this.error, words)}
        <div class="row">
          <button type="button" ?disabled=${this.busy} @click=${this.#close}>${words.common.cancel}</button>
          <button class=${question.danger ? "danger confirm" : "main"} ?disabled=${this.busy || !ready}>
            ${question.confirm}
          </button>
        </div>
      </form>`;
  }

  #field(field: Field) {
    const { words } = this.context;
    const value = this.values[field.name] ?? "";
    const input = (event: Event) => {
      this.values = { ...this.values, [field.name]: (event.target as HTMLInputElement).value };
    };
    const hint = field.hint ? `hint-${field.name}` : nothing;
    const optional = field.required || field.match ? nothing : html` (${words.common.optional})`;
    const type = field.kind === "when" ? "datetime-local" : "text";
    return html`
      <div>
        <label>
          <span>${field.label}${optional}</span>
          ${field.kind === "words"
            ? html`<textarea dir="auto" name=${field.name} aria-describedby=${hint}
                ?required=${field.required} .value=${value} @input=${input}></textarea>`
            : html`<input type=${type} dir="auto" name=${field.name} aria-describedby=${hint}
                ?required=${field.required} autocomplete="off" .value=${value} @input=${input}>`}
        </label>
        ${field.hint ? html`<p class="hint" id=${hint}>${field.hint}</p>` : nothing}
      </div>`;
  }

  #answered(question: Question, answer: TemplateResult) {
    return html`
      <h2 id="title">${question.title}</h2>
      <div class="stack" role="status">${answer}</div>
      <div class="row">
        <button class="main" @click=${this.#close}>${this.context.words.common.close}</button>
      </div>`;
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const { question } = this;
    if (!question || this.busy) return;
    this.busy = true;
    const [answer, error] = await settled(question.run(this.values));
    if (this.question !== question) return;
    Object.assign(this, { busy: false, error });
    if (error) return;
    if (!answer) return this.#close();
    this.answer = answer;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(".main")?.focus();
  }

  get #dialog(): HTMLDialogElement {
    return this.renderRoot.querySelector("dialog")!;
  }

  #close = (): void => this.#dialog.close();

  /** What is under way is waited for: its outcome has to be seen. */
  #cancel(event: Event): void {
    if (this.busy) event.preventDefault();
  }

  #closed(): void {
    this.question = this.answer = undefined;
    this.dispatchEvent(new Event("memolet-answered"));
  }
}

function isFilled({ match, required }: Field, value: string): boolean {
  const said = value.trim();
  return match ? said.toLowerCase() === match.toLowerCase() : !required || said !== "";
}

define("memolet-dialog", MemoletDialog);
