// On this device: how memories are found, and whether they are locked. Each change makes a new store; the old
// one goes when the new one has what it is to have.
import { LitElement, html, nothing } from "lit";
import type { UserMemory } from "memolet";
import { base } from "../look/base.ts";
import { move, type Change, type Moved } from "../store/open.ts";
import { plain } from "../store/plain.ts";
import { form } from "./form.ts";
import type { Preferences } from "./preferences.ts";

const LEAST = 10;

/** Fires `moved` with the memory's new home. */
export class Device extends LitElement {
  static override properties = {
    preferences: { attribute: false }, memory: { attribute: false }, busy: { state: true },
    asks: { state: true }, problem: { state: true },
  };
  declare preferences: Preferences;
  declare memory: UserMemory;
  declare busy: boolean;
  /** Whether memories are to be found otherwise is being asked. */
  declare asks: boolean;
  declare problem: string;

  static override styles = [base, form];

  constructor() {
    super();
    this.busy = this.asks = false;
    this.problem = "";
  }

  override render() {
    return html`
      <fieldset ?disabled=${this.busy}>
        <legend>On this device</legend>
        ${this.#search()}
        ${this.preferences.seal === undefined ? this.#lock() : this.#unlock()}
        <p role="status" class="bad">${this.problem}</p>
      </fieldset>
    `;
  }

  #search() {
    const { search, seal } = this.preferences;
    return html`
      <div class="box indent">
        <p>Memories are found by
          <strong>${search === "meaning" ? "meaning and words" : "words alone"}</strong>.</p>
        ${seal !== undefined ? html`<p class="small">Take the lock off to change that.</p>`
          : this.asks ? this.#sure() : html`
          <div class="row">
            <button @click=${() => (this.asks = true)}>
              ${search === "meaning" ? "Find by words alone" : "Find by meaning too"}
            </button>
            <span class="small">Meaning is read on this device, in English.</span>
          </div>`}
      </div>
    `;
  }

  /** Before memories are remembered anew: what does not come along. */
  #sure() {
    const search = this.preferences.search === "meaning" ? "words" : "meaning";
    return html`
      <p>For that, each memory is remembered anew in another store. What stays behind is lost: the receipts of
        what was forgotten, the marks that keep it from being remembered again, the record of changes, and this
        conversation.</p>
      <div class="row">
        <button @click=${() => this.#move({ search })}>Go on</button>
        <button class="quiet" @click=${() => (this.asks = false)}>Leave it as it is</button>
        ${this.#moving()}
      </div>
    `;
  }

  #lock() {
    return html`
      <form class="box indent" @submit=${this.#seal}>
        <p>Lock your memory with a passphrase: everything is encrypted before it is stored.</p>
        <div class="field">
          <label for="new">Passphrase</label>
          <input id="new" type="password" autocomplete="new-password" minlength=${LEAST} required>
        </div>
        <div class="field">
          <label for="again">The same again</label>
          <input id="again" type="password" autocomplete="new-password" required>
        </div>
        <p class="small">It is kept nowhere. Without it your memory cannot be read any more, by anybody.</p>
        <div class="row"><button>Encrypt</button>${this.#moving()}</div>
      </form>
    `;
  }

  #unlock() {
    return html`
      <div class="box indent">
        <p>Your memory is locked with a passphrase. It is asked for whenever the app starts.</p>
        <div class="row">
          <button @click=${() => this.#move({})}>Take the lock off</button>${this.#moving()}
        </div>
      </div>
    `;
  }

  #moving() {
    return this.busy ? html`<span class="small" role="status">Moving…</span>` : nothing;
  }

  #seal(event: Event): void {
    event.preventDefault();
    const value = (id: string) => this.renderRoot.querySelector<HTMLInputElement>(`#${id}`)?.value ?? "";
    if (value("new") !== value("again")) this.problem = "The two passphrases differ.";
    else void this.#move({ passphrase: value("new") });
  }

  async #move(change: Change): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      const detail: Moved = await move(this.memory, this.preferences, change);
      this.dispatchEvent(new CustomEvent("moved", { detail, bubbles: true, composed: true }));
    } catch (thrown) {
      this.problem = plain(thrown);
    }
    this.busy = this.asks = false;
  }
}

customElements.define("app-device", Device);
