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
  const ahead = zone === undefined ? 0 : offset(zone);
  if (local === undefined || ahead === undefined) throw refused(text, "is no time", name);
  if (zone === undefined) throw refused(text, "has no zone", name);
  const time = local - ahead;
  if (time < 0) throw invalid(`${name}: \`${text}\` is before 1970`);
  return time;
}

/** Milliseconds of a date and a time of day as if in UTC; undefined where there is no such day or time. */
function civil(parts: RegExpExecArray): number | undefined {
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = ""] = parts;
  const milliseconds = fraction.padEnd(3, "0").slice(0, 3);
  // A leap second counts as the one before it.
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second === "60" ? "59" : second}.${milliseconds}Z`;
  const made = new Date(text);
  // A day that a month has not would be one of the next month.
  return made.toJSON() === text ? made.getTime() : undefined;
}

/** Milliseconds that a zone is ahead of UTC, up to 25:59 as on the command line; undefined beyond. */
function offset(zone: string): number | undefined {
  if (zone === "Z" || zone === "z") return 0;
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 25 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

function refused(text: string, what: string, name: string): MemoletError {
  return invalid(`${name}: \`${text}\` ${what}: ${ALLOWED}`);
}
