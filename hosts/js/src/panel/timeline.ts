// <memolet-timeline>: the versions of a claim and what happened to it, along real time. A drawing, and
// the same as a list.
import { LitElement, css, html, nothing, svg } from "lit";
import type { Change, History, Memory } from "../contract/types.ts";
import { define } from "./part.ts";
import { changed } from "./rules.ts";
import { type Strings, english, filled } from "./strings.ts";
import { elements, tokens } from "./styles.ts";
import { both, date, day } from "./times.ts";

const ROW = 24;
const AXIS = 34;
/** Percent of the width that is kept free before and behind the drawing. */
const BEFORE = 7;
const BEHIND = 3;

export class MemoletTimeline extends LitElement {
  static override properties = {
    history: { attribute: false },
    words: { attribute: false },
    lang: {},
    now: { type: Number },
  };
  static override styles = [tokens, elements, css`
    :host { display: block; }
    svg { display: block; inline-size: 100%; overflow: visible; }
    .bar { fill: var(--raised); stroke: var(--edge); }
    .bar.this { fill: var(--accent); stroke: var(--accent); }
    .axis { stroke: var(--line); }
    .now { stroke: var(--accent); stroke-dasharray: 3 3; }
    .event { fill: var(--paper); stroke: var(--ink); stroke-width: 1.5; }
    text { fill: var(--muted); font-size: 12px; font-variant-numeric: tabular-nums; }
    .text { font-weight: 600; fill: var(--ink); }
    .versions, .changes { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; }
    .versions { counter-reset: version; margin-block-start: 12px; }
    .versions li { display: grid; grid-template-columns: 1.6em minmax(0, 1fr); }
    .versions li::before { counter-increment: version; content: counter(version); font-weight: 600; }
    h4 { font-size: 13px; margin-block: 16px 6px; color: var(--muted); }
    .changes li { display: grid; gap: 0 12px; grid-template-columns: minmax(0, 1fr); font-size: 14px; }
  `];
  /** What `UserMemory.history` gives. */
  declare history: History | undefined;
  declare words: Strings;
  declare lang: string;
  /** UTC milliseconds of the line “now”. Left out: when it is drawn. */
  declare now: number | undefined;

  constructor() {
    super();
    this.words = english;
    this.lang = "en";
  }

  protected override render() {
    const { history } = this;
    if (!history) return nothing;
    const { timeline } = this.words;
    return html`
      ${this.#drawing(history)}
      <ol class="versions" aria-label=${timeline.versions}>
        ${history.versions.map((version) => this.#version(version))}
      </ol>
      <h4 id="changes">${timeline.changes}</h4>
      <ol class="changes" aria-labelledby="changes">
        ${history.changes.map((change) => this.#change(change))}
      </ol>`;
  }

  #drawing({ versions, changes, memory }: History) {
    const now = this.now ?? Date.now();
    const [from, to] = span(versions, changes, now);
    const turned = getComputedStyle(this).direction === "rtl";
    const at = (time: number) => {
      const share = BEFORE + ((time - from) / (to - from)) * (100 - BEFORE - BEHIND);
      return turned ? 100 - share : share;
    };
    const percent = (time: number) => `${at(time).toFixed(2)}%`;
    const foot = versions.length * ROW + 10;
    return html`
      <svg height=${foot + AXIS} aria-hidden="true">
        <line class="axis" x1=${percent(from)} x2=${percent(to)} y1=${foot} y2=${foot}></line>
        <line class="now" x1=${percent(now)} x2=${percent(now)} y1="0" y2=${foot}></line>
        ${versions.map((version, row) => svg`
          <text class="text" x=${turned ? "100%" : "0%"} y=${row * ROW + 16}>${row + 1}</text>
          ${bar(version, row, at, now, version.id === memory.id)}`)}
        ${changes.map(({ at }) => svg`<circle class="event" cx=${percent(at)} cy=${foot} r="4"></circle>`)}
        <text x=${percent(from)} y=${foot + 22}>${date(from, this.lang)}</text>
        ${Math.abs(at(now) - at(from)) > 40 ? svg`
          <text x=${percent(now)} y=${foot + 22} text-anchor="end">
            ${this.words.timeline.now}</text>` : nothing}
      </svg>`;
  }

  #version(version: Memory) {
    const { timeline, states, list } = this.words;
    const times = { from: day(version.validFrom, this.lang), to: day(version.validTo ?? 0, this.lang) };
    const span = version.validTo === undefined ? timeline.open : timeline.version;
    return html`
      <li>
        <div>
          <p class="words" dir="auto">${version.text}</p>
          <p class="muted">
            ${filled(span, times)} · ${states[version.state]}
            ${version.pinned ? html` · ${list.pinned}` : nothing}
            ${version.id === this.history?.memory.id ? html` · ${timeline.this}` : nothing}
          </p>
        </div>
      </li>`;
  }

  #change({ at, code, reason }: Change) {
    return html`
      <li>
        <span class="muted">${both(at, this.lang)}</span>
        <span>${changed(code, this.words)}${reason ? html`: <bdi>${reason}</bdi>` : nothing}</span>
      </li>`;
  }
}

/** From the first that is known to the last, at least a minute. */
function span(versions: Memory[], changes: Change[], now: number): [number, number] {
  const times = [
    ...versions.flatMap(({ validFrom, validTo }) => [validFrom, validTo ?? now]),
    ...changes.map(({ at }) => at),
    now,
  ];
  const [from, to] = [Math.min(...times), Math.max(...times)];
  return [from, Math.max(to, from + 60_000)];
}

function bar(version: Memory, row: number, at: (time: number) => number, now: number, own: boolean) {
  const ends = [at(version.validFrom), at(version.validTo ?? Math.max(now, version.validFrom))];
  const [start, end] = [Math.min(...ends), Math.max(...ends)];
  return svg`
    <rect class="bar ${own ? "this" : ""}" x="${start.toFixed(2)}%" y=${row * ROW + 6}
      width="${Math.max(end - start, 0.8).toFixed(2)}%" height="12" rx="4"></rect>`;
}

define("memolet-timeline", MemoletTimeline);
