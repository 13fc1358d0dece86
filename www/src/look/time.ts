// Dates for people: relative where that says more, always with the whole date at hand.
import { html, type TemplateResult } from "lit";

const DAY = 86_400_000;
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * DAY], ["month", 30 * DAY], ["week", 7 * DAY], ["day", DAY], ["hour", DAY / 24],
  ["minute", 60_000],
];
/** The page's language, as for the panel. */
const language = document.documentElement.lang;
const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const whole = new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" });
const date = new Intl.DateTimeFormat(language, { dateStyle: "long" });

/** "3 minutes ago"; the whole date on hover. `at` is UTC milliseconds. */
export function ago(at: number, now = Date.now()): TemplateResult {
  return time(at, inWords(at, now));
}

/** "3 May 2026"; with the time on hover. */
export function onDay(at: number): TemplateResult {
  return time(at, date.format(at));
}

/** "3 May 2026", or "3 May 2026 at 14:00" where it is no day's end. */
export function moment(at: number): string {
  return isDaysEnd(at) ? date.format(at) : whole.format(at);
}

/** The last millisecond of a day of this zone; `day` as a date input gives it. */
export function endOfDay(day: string): number | undefined {
  const end = new Date(`${day}T23:59:59.999`).getTime();
  return Number.isNaN(end) ? undefined : end;
}

/** A time as a date input takes it. */
export function dayOf(at: number): string {
  const day = new Date(at);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

function time(at: number, words: string): TemplateResult {
  return html`<time datetime=${new Date(at).toISOString()} title=${whole.format(at)}>${words}</time>`;
}

function inWords(at: number, now: number): string {
  const step = STEPS.find(([, length]) => Math.abs(at - now) >= length);
  return step ? relative.format(Math.round((at - now) / step[1]), step[0]) : "just now";
}

function isDaysEnd(at: number): boolean {
  return endOfDay(dayOf(at)) === at;
}
