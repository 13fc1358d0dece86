// Times and numbers as people read them.
import { html, type TemplateResult } from "lit";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * DAY], ["month", 30 * DAY], ["week", 7 * DAY], ["day", DAY], ["hour", HOUR],
  ["minute", MINUTE],
];

/** “3 days ago”, beside the exact time on hover. */
export function ago(at: number, lang: string): TemplateResult {
  return stamp(at, relative(at, Date.now(), lang), lang);
}

/** “4 May 2026”, beside the exact time on hover. */
export function day(at: number, lang: string): TemplateResult {
  return stamp(at, date(at, lang), lang);
}

/** “4 May 2026, 10:31 (3 days ago)”. */
export function both(at: number, lang: string): TemplateResult {
  const away = relative(at, Date.now(), lang);
  return html`${stamp(at, exact(at, lang), lang)} <span class="muted">(${away})</span>`;
}

/** “4 May 2026”, as plain text. */
export function date(at: number, lang: string): string {
  return format(at, lang, { dateStyle: "medium" });
}

/** “May 2026”. */
export function month(at: number, lang: string): string {
  return format(at, lang, { year: "numeric", month: "long" });
}

/** “4 May 2026, 10:31”. */
export function exact(at: number, lang: string): string {
  return format(at, lang, { dateStyle: "medium", timeStyle: "short" });
}

/** “3 days ago”, or “in 2 hours”. */
export function relative(at: number, now: number, lang: string): string {
  const away = at - now;
  const words = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  const [unit, length] = STEPS.find(([, length]) => Math.abs(away) >= length) ?? ["second", 1000];
  return unit === "second" ? words.format(0, "second") : words.format(Math.trunc(away / length), unit);
}

/** “12.4 kB”. */
export function bytes(count: number, lang: string): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"];
  const step = count < 1 ? 0 : Math.min(Math.floor(Math.log10(count) / 3), units.length - 1);
  const unitDisplay = step ? "short" : "long";
  const options = { style: "unit", unit: units[step]!, unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(lang, options).format(count / 1000 ** step);
}

/** “82%”. */
export function percent(share: number, lang: string): string {
  return new Intl.NumberFormat(lang, { style: "percent" }).format(share);
}

/** “0.82”. */
export function decimal(number: number, lang: string): string {
  return new Intl.NumberFormat(lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(number);
}

/** What a field of a local date and time holds, as UTC milliseconds. */
export function moment(field: string | undefined): number | undefined {
  const at = field ? new Date(field).getTime() : NaN;
  return Number.isFinite(at) ? at : undefined;
}

function stamp(at: number, text: string, lang: string): TemplateResult {
  return html`<time datetime=${machine(at)} title=${exact(at, lang)}>${text}</time>`;
}

/** A time of the store may lie beyond what a `Date` can hold. */
function machine(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

function format(at: number, lang: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : new Intl.DateTimeFormat(lang, options).format(date);
}
