// The door of an encrypted memory.
import { LitElement, css, html, nothing } from "lit";
import { base } from "../look/base.ts";
import "./beginAnew.ts";

/** Fires `unlock` with the passphrase, and `begin-anew`. */
export class Unlock extends LitElement {
  static override properties = { busy: { type: Boolean }, problem: {} };
  declare busy: boolean;
  declare problem: string;

  static override styles = [base, css`
    :host {
      margin: auto;
      padding: 24px;
      inline-size: min(400px, 100%);
    }
    form {
      display: grid;
      gap: 12px;
      margin-block-end: 16px;
    }
    h2 {
      font-size: 22px;
    }
    p {
      color: var(--muted);
    }
    [role="alert"] {
      color: var(--danger);
    }
  `];

  constructor() {
    super();
    this.busy = false;
    this.problem = "";
  }

  override render() {
    return html`
      <form @submit=${this.#submit}>
        <h2>Your memory is locked</h2>
        <p>It is encrypted on this device. Nobody can read it without the passphrase, and nobody can bring the
          passphrase back.</p>
        <label for="passphrase">Passphrase</label>
        <input id="passphrase" type="password" autocomplete="current-password" required autofocus>
        ${this.problem ? html`<p role="alert">${this.problem}</p>` : nothing}
        <button class="primary" ?disabled=${this.busy}>Unlock</button>
      </form>
      <app-begin-anew summary="I have forgotten the passphrase"></app-begin-anew>
    `;
  }

  #submit(event: Event): void {
    event.preventDefault();
    const detail = this.renderRoot.querySelector("input")?.value ?? "";
    if (!this.busy && detail) this.dispatchEvent(new CustomEvent("unlock", { detail }));
  }
}

customElements.define("app-unlock", Unlock);
