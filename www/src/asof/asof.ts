// The switch between now and then.
import { LitElement, css, html, nothing } from "lit";
import type { UserMemory } from "memolet";
import { base } from "../look/base.ts";
import { dayOf, endOfDay, moment as words } from "../look/time.ts";
import type { Moment } from "./moment.ts";

/** Fires `moment` with a moment, or undefined for now. */
export class AsOf extends LitElement {
  static override properties = { moment: { attribute: false }, memory: { attribute: false } };
  declare moment: Moment | undefined;
  declare memory: UserMemory;

  static override styles = [base, css`
    :host {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px 12px;
    }
    .switch {
      display: inline-flex;
      padding: 2px;
      border-radius: 10px;
      background: var(--sunken);
    }
    .switch button {
      border-color: transparent;
      background: none;
      color: var(--muted);
    }
    .switch button[aria-pressed="true"] {
      background: var(--raised);
      border-color: var(--line);
      color: var(--ink);
      font-weight: 600;
    }
    .then {
      display: contents;
    }
    select {
      max-inline-size: 100%;
    }
    @media (max-width: 800px) {
      .last {
        order: -1;
        margin-inline-start: auto;
        padding-inline: 4px;
        font-size: 13px;
      }
      .switch {
        order: -2;
      }
      input,
      select {
        flex: 1 1 0;
      }
    }
    .says {
      flex-basis: 100%;
      color: var(--warn);
      font-size: 13px;
      font-weight: 600;
    }
  `];

  override render() {
    const { moment } = this;
    return html`
      <div class="switch" role="group" aria-label="Answers as of">
        <button aria-pressed=${String(!moment)} @click=${() => this.#choose(undefined)}>Now</button>
        <button aria-pressed=${String(!!moment)} @click=${this.#then}>As of a date</button>
      </div>
      ${moment ? this.#past(moment) : nothing}
    `;
  }

  #past(moment: Moment) {
    return html`
      <div class="then">
        <label class="hidden" for="day">Day</label>
        <input id="day" type="date" required .value=${dayOf(moment.at)} max=${dayOf(Date.now())}
          @change=${this.#day}>
        <label class="hidden" for="sense">In which sense</label>
        <select id="sense" @change=${this.#sense}>
          <option value="true" ?selected=${!moment.known}>what was true then</option>
          <option value="known" ?selected=${moment.known}>what I knew then</option>
        </select>
        <button class="quiet last" @click=${this.#beforeLastChange}>Before last change</button>
      </div>
      <p class="says" role="status">
        You are looking at ${words(moment.at)}. Answers are as of then, and nothing you write is kept.
      </p>
    `;
  }

  /** The end of yesterday, to begin with. */
  #then(): void {
    const yesterday = endOfDay(dayOf(Date.now() - 86_400_000)) ?? Date.now();
    if (!this.moment) this.#choose({ at: yesterday, known: false });
  }

  #day(event: Event): void {
    const at = endOfDay((event.target as HTMLInputElement).value);
    if (at !== undefined && this.moment) this.#choose({ ...this.moment, at: Math.min(at, Date.now()) });
  }

  #sense(event: Event): void {
    const known = (event.target as HTMLSelectElement).value === "known";
    if (this.moment) this.#choose({ ...this.moment, known });
  }

  async #beforeLastChange(): Promise<void> {
    const changed = await lastChange(this.memory).catch(() => undefined);
    if (changed !== undefined) this.#choose({ at: changed - 1, known: true });
  }

  #choose(moment: Moment | undefined): void {
    this.dispatchEvent(new CustomEvent("moment", { detail: moment }));
  }
}

/** When a memory was last told, corrected or ended. */
async function lastChange(memory: UserMemory): Promise<number | undefined> {
  const { sequence } = await memory.stats();
  let last: number | undefined;
  for await (const { at, op, ids } of memory.audit(Math.max(sequence - 200, 0))) {
    if (ids.length > 0 && !PASSING.has(op)) last = at;
  }
  return last;
}

/** What changes nothing that is remembered. */
const PASSING = new Set(["used", "turn", "checkpoint", "pin", "unpin", "hold", "release", "answer"]);

customElements.define("app-as-of", AsOf);
