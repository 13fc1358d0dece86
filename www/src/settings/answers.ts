// What answers: memory alone, a model at an endpoint, the browser's own.
import { LitElement, html, nothing } from "lit";
import { availability } from "../assistant/byBuiltIn.ts";
import { complete } from "../assistant/endpoint.ts";
import { base } from "../look/base.ts";
import { plain } from "../store/plain.ts";
import { form } from "./form.ts";
import { loadKey, saveKey, type Preferences } from "./preferences.ts";

/** Fires `preferences`. The key goes no further than this page and, if wished, this tab's session. */
export class Answers extends LitElement {
  static override properties = {
    preferences: { attribute: false }, chosen: { state: true }, builtIn: { state: true },
    outcome: { state: true }, works: { state: true }, busy: { state: true },
  };
  declare preferences: Preferences;
  declare chosen: Preferences["answers"];
  declare builtIn: string;
  declare outcome: string;
  declare works: boolean;
  declare busy: boolean;

  static override styles = [base, form];

  constructor() {
    super();
    this.builtIn = "unavailable";
    this.outcome = "";
    this.works = this.busy = false;
    this.chosen = "memory";
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("preferences") && !this.busy) this.chosen = this.preferences.answers;
  }

  /** Shows what holds, and asks the browser whether it has a model. */
  reset(): void {
    this.chosen = this.preferences.answers;
    this.outcome = "";
    void availability().then((found) => (this.builtIn = found));
  }

  override render() {
    const hasOwn = this.builtIn !== "unavailable";
    return html`
      <fieldset>
        <legend>What answers</legend>
        ${this.#choice("memory", "Memory alone", "Answers in the memory's own words. Works with no network.")}
        ${this.#choice("endpoint", "A model at an address", "Any server that speaks OpenAI's chat API: one on"
          + " this device, or elsewhere. It gets what you write, the memories that bear on it, and the"
          + " conversation from then on.")}
        ${this.chosen === "endpoint" ? this.#endpoint() : nothing}
        ${this.#choice("built-in", "This browser's own model", hasOwn
          ? "Stays on this device." : "This browser offers none here.", !hasOwn)}
      </fieldset>
    `;
  }

  #choice(value: Preferences["answers"], name: string, says: string, disabled = false) {
    return html`
      <label class="choice">
        <input type="radio" name="answers" value=${value} ?disabled=${disabled}
          .checked=${this.chosen === value} @change=${() => this.#choose(value)}>
        <span>${name}</span><span class="small">${says}</span>
      </label>
    `;
  }

  #endpoint() {
    const { endpoint, model, keepKey } = this.preferences;
    return html`
      <form class="box indent" @submit=${this.#save}>
        <div class="field">
          <label for="endpoint">Address of the server</label>
          <input id="endpoint" type="url" required placeholder="http://localhost:11434/v1" .value=${endpoint}>
        </div>
        <div class="field">
          <label for="model">Model</label>
          <input id="model" required autocomplete="off" spellcheck="false" placeholder="qwen3:8b"
            .value=${model}>
        </div>
        <div class="field">
          <label for="key">Key, if it wants one</label>
          <input id="key" type="password" autocomplete="off" .value=${loadKey()}>
        </div>
        <label class="choice">
          <input id="keep" type="checkbox" .checked=${keepKey}>
          <span>Keep the key until this tab is closed</span>
          <span class="small">Otherwise a reload forgets it. It is never stored for longer.</span>
        </label>
        <div class="row">
          <button class="primary" ?disabled=${this.busy}>Try and use</button>
          <span role="status" class=${this.works || this.busy ? "good" : "bad"}>
            ${this.busy ? "Trying…" : this.outcome}
          </span>
        </div>
      </form>
    `;
  }

  #choose(answers: Preferences["answers"]): void {
    this.chosen = answers;
    this.outcome = "";
    if (answers !== "endpoint" || this.preferences.endpoint) this.#tell({ ...this.preferences, answers });
  }

  async #save(event: Event): Promise<void> {
    event.preventDefault();
    const field = (id: string) => this.renderRoot.querySelector<HTMLInputElement>(`#${id}`);
    const value = (id: string) => field(id)?.value.trim() ?? "";
    const keepKey = field("keep")?.checked ?? false;
    const [endpoint, model, key] = [value("endpoint"), value("model"), value("key")];
    this.busy = true;
    try {
      await complete({ url: endpoint, model, key }, [{ role: "user", content: "Say yes." }], [], () => {},
        AbortSignal.timeout(30_000));
      saveKey(key, keepKey);
      this.#tell({ ...this.preferences, answers: "endpoint", endpoint, model, keepKey });
      [this.works, this.outcome] = [true, "It answers."];
    } catch (thrown) {
      [this.works, this.outcome] = [false, plain(thrown)];
    }
    this.busy = false;
  }

  #tell(detail: Preferences): void {
    this.dispatchEvent(new CustomEvent("preferences", { detail, bubbles: true, composed: true }));
  }
}

customElements.define("app-answers", Answers);
