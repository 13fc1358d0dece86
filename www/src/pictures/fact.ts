// A fact over time, as the panel draws it.
import { LitElement, css, html, nothing } from "lit";
import type { History, Hit, UserMemory } from "memolet";
import { base } from "../look/base.ts";
import { plain } from "../store/plain.ts";

const LANGUAGE = document.documentElement.lang;

export class Fact extends LitElement {
  static override properties = {
    hits: { attribute: false }, memory: { attribute: false }, chosen: { state: true },
    history: { state: true }, problem: { state: true },
  };
  declare hits: Hit[];
  declare memory: UserMemory;
  declare chosen: string;
  declare history: History | undefined;
  declare problem: string;

  static override styles = [base, css`
    :host {
      display: grid;
      gap: 12px;
      min-block-size: 160px;
      align-content: start;
    }
    select {
      inline-size: 100%;
      text-overflow: ellipsis;
    }
  `];

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("hits")) return;
    void this.#choose(this.hits[0]?.id ?? "");
  }

  override render() {
    const option = ({ id, text }: Hit) => html`<option value=${id}>${text}</option>`;
    return html`
      ${this.hits.length > 1 ? html`
        <label class="hidden" for="which">Memory</label>
        <select id="which" @change=${this.#other}>
          ${this.hits.map(option)}
        </select>` : nothing}
      ${this.problem ? html`<p>${this.problem}</p>` : nothing}
      ${this.history
        ? html`<memolet-timeline .history=${this.history} lang=${LANGUAGE}></memolet-timeline>` : nothing}
    `;
  }

  #other(event: Event): void {
    void this.#choose((event.target as HTMLSelectElement).value);
  }

  async #choose(id: string): Promise<void> {
    this.chosen = id;
    this.problem = "";
    try {
      const history = await this.memory.history(id);
      if (this.chosen === id) this.history = history;
    } catch (thrown) {
      this.history = undefined;
      this.problem = plain(thrown);
    }
  }
}

customElements.define("app-fact", Fact);
