// Times: UTC milliseconds inside; `Date`, or RFC 3339 with a zone, outside. A naive time is refused.
import { invalid, type MemoletError } from "../errors.ts";

const ALLOWED = "give UTC milliseconds, or RFC 3339 with a zone, such as 2026-07-12T09:00:00Z";

/** Date, then perhaps a time of day, then perhaps a zone. */
const TIME =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

/** Reads a time; `name` is what the failure calls it. */
export function readTime(value: unknown, name: string): number {
  if (value instanceof Date) return whole(value.getTime(), name);
  if (typeof value === "number") return whole(value, name);
  if (typeof value === "string") return parse(value.trim(), name);
  throw invalid(`${name}: ${ALLOWED}`);
}

function whole(number: number, name: string): number {
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw invalid(`${name}: ${number} is no time: ${ALLOWED}`);
}

function parse(text: string, name: string): number {
  if (/^\d+$/.test(text)) return whole(Number(text), name);
  const parts = TIME.exec(text);
  const zone = parts?.[8];
  const local = parts ? civil(parts) : undefined;
  if (local === undefined) throw refused(text, "is no time", name);
  if (zone === undefined) throw refused(text, "has no zone", name);
  const time = local - offset(zone);
  if (time < 0) throw invalid(`${name}: \`${text}\` is before 1970`);
  return time;
}

/** Milliseconds of a date and a time of day as if in UTC; undefined where there is no such day or time. */
function civil(parts: RegExpExecArray): number | undefined {
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number, number, number, number, number, number,
  ];
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const milliseconds = Number((parts[7] ?? "").padEnd(3, "0").slice(0, 3));
  // A leap second counts as the one before it.
  const time = Date.UTC(year, month - 1, day, hour, minute, Math.min(second, 59), milliseconds);
  const made = new Date(time);
  return made.getUTCMonth() === month - 1 && made.getUTCDate() === day ? time : undefined;
}

function offset(zone: string): number {
  if (zone === "Z" || zone === "z") return 0;
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith("-") ? -minutes : minutes) * 60_000;
}

function refused(text: string, what: string, name: string): MemoletError {
  return invalid(`${name}: \`${text}\` ${what}: ${ALLOWED}`);
}
