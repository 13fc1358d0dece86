// The settings, as a dialog: what answers, how it looks, how memories are found and locked.
import { LitElement, css, html } from "lit";
import type { UserMemory } from "memolet";
import { base } from "../look/base.ts";
import "./answers.ts";
import type { Answers } from "./answers.ts";
import "./device.ts";
import type { Preferences } from "./preferences.ts";
import { form } from "./form.ts";

/** Fires `preferences` with what is to hold from now on. */
export class Settings extends LitElement {
  static override properties = { preferences: { attribute: false }, memory: { attribute: false } };
  declare preferences: Preferences;
  declare memory: UserMemory;

  static override styles = [base, form, css`
    dialog {
      inline-size: min(560px, calc(100vw - 24px));
      max-block-size: min(760px, calc(100dvh - 24px));
      padding: 0;
      border: 1px solid var(--line);
      border-radius: 14px;
      background: var(--paper);
      color: var(--ink);
      box-shadow: 0 12px 40px rgb(0 0 0 / 0.18);
    }
    dialog::backdrop {
      background: rgb(0 0 0 / 0.35);
    }
    .head {
      position: sticky;
      inset-block-start: 0;
      z-index: 1;
      display: flex;
      justify-content: space-between;
      align-items: center;
      padding: 12px 20px;
      border-block-end: 1px solid var(--line);
      background: var(--paper);
    }
    .head h2 {
      font-size: 17px;
    }
    .body {
      display: grid;
      gap: 28px;
      padding: 20px;
    }
  `];

  override render() {
    const { preferences, memory } = this;
    return html`
      <dialog aria-labelledby="title" @click=${this.#outside}>
        <div class="head">
          <h2 id="title">Settings</h2>
          <button class="quiet" @click=${() => this.close()}>Close</button>
        </div>
        <div class="body">
          <app-answers .preferences=${preferences}></app-answers>
          ${this.#look()}
          <app-device .preferences=${preferences} .memory=${memory}></app-device>
        </div>
      </dialog>
    `;
  }

  /** Opens as things are now, whatever was tried before. */
  open(): void {
    this.renderRoot.querySelector<Answers>("app-answers")?.reset();
    this.renderRoot.querySelector("dialog")?.showModal();
  }

  close(): void {
    this.renderRoot.querySelector("dialog")?.close();
  }

  #look() {
    const option = (theme: Preferences["theme"], words: string) => html`
      <label class="choice">
        <input type="radio" name="theme" value=${theme} .checked=${this.preferences.theme === theme}
          @change=${() => this.#theme(theme)}>
        <span>${words}</span>
      </label>
    `;
    return html`
      <fieldset class="inline">
        <legend>Look</legend>
        ${option("system", "As the device")} ${option("light", "Light")} ${option("dark", "Dark")}
      </fieldset>
    `;
  }

  #theme(theme: Preferences["theme"]): void {
    const detail: Preferences = { ...this.preferences, theme };
    this.dispatchEvent(new CustomEvent("preferences", { detail, bubbles: true, composed: true }));
  }

  /** A click beside the dialog closes it. */
  #outside(event: Event): void {
    if (event.composedPath()[0] === this.renderRoot.querySelector("dialog")) this.close();
  }
}

customElements.define("app-settings", Settings);
