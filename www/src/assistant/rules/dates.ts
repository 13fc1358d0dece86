// Dates as people say them: "last month", "in July", "on 3 July 2024", "two years ago". A day is one of
// this device's own zone, and begins at its midnight.

const MONTHS = "january february march april may june july august september october november december"
  .split(" ");
const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const NUMBERS = "a one two three four five six seven eight nine ten eleven twelve".split(" ");
/** Words of the future: what they stand in is no fact yet. */
const FUTURE = ["tomorrow", "next", "soon", "later"];

const MOMENTS = / (?:today|yesterday|tonight|now|(?:this|last) [a-z]+|[a-z0-9]+ [a-z]+ ago)$/i;
const WHEN = ("last yesterday today since this ago back night morning afternoon evening day days week weeks month "
  + "months year years now two three four five six seven eight nine ten eleven twelve").split(" ");

/** A clause as its value, and the date said after it: UTC milliseconds, where one can be read. */
export interface Dated {
  value: string;
  date?: number | undefined;
}

/** Splits a date off a clause's end, as of `at`. Undefined: the clause is about the future. */
export function split(clause: string, at: number): Dated | undefined {
  const words = clause.trim().split(/\s+/);
  const lower = words.map((word) => word.toLowerCase().replace(/[,.]+$/, ""));
  if (lower.some((word) => FUTURE.includes(word))) return undefined;
  const start = lower.findIndex((_, index) => beginsDate(lower.slice(index)));
  if (start < 0) return { value: clause.trim() };
  const date = read(lower.slice(start), new Date(at))?.getTime();
  const value = words.slice(0, start).join(" ").replace(/,$/, "");
  return date !== undefined && date > at ? undefined : { value, date };
}

/** The same of a liking, which has a date only where "since" says so: one of the moment is none. */
export function splitLiking(clause: string, at: number): Dated | undefined {
  const [, before = clause, date = ""] = /^(.+?),? (since .+)$/i.exec(clause.trim()) ?? [];
  const said = split(before, at);
  if (!said || MOMENTS.test(before)) return undefined;
  return { value: before.trim(), date: date ? split(`x ${date}`, at)?.date : undefined };
}

/** Whether a word says when. */
export function isOfTime(word: string): boolean {
  return [...WEEKDAYS, ...WHEN].includes(word) || month(word) >= 0 || /^\d+(?:st|nd|rd|th)?$/.test(word);
}

/** The month that a word names, from 0; -1 for none. */
export function month(word = ""): number {
  const plain = word.toLowerCase().replace(/[,.]+$/, "");
  return MONTHS.findIndex((name) => name === plain || (plain.length === 3 && name.startsWith(plain)));
}

function beginsDate([first = "", second = "", third = "", ...rest]: string[]): boolean {
  if (["last", "yesterday", "today", "since", "this"].includes(first)) return true;
  if (first === "in") return month(second) >= 0 || year(second) !== undefined;
  if (first === "back" && second === "in") return true;
  if (first === "on") {
    const isWeekday = WEEKDAYS.includes(second) && third === "" && rest.length === 0;
    return isWeekday || month(second) >= 0 || (day(second) !== undefined && month(third) >= 0);
  }
  return third === "ago" && number(first) !== undefined && ago(new Date(0), 1, second) !== undefined;
}

/** Reads a date as of a day. The most recent one is meant where no year is said. */
function read(words: string[], now: Date): Date | undefined {
  const [first = "", second = "", third = ""] = words;
  if (["since", "on", "in", "back"].includes(first)) return read(words.slice(1), now);
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  if (first === "today") return today;
  if (first === "yesterday") return ago(today, 1, "day");
  if (first === "last") return last(second, today);
  if (first === "this") return firstOf(second, today);
  if (third === "ago") return ago(today, number(first) ?? 1, second);
  const said = year(third) ?? year(second);
  const [named, numbered] = month(first) >= 0 ? [month(first), day(second)] : [month(second), day(first)];
  if (named >= 0 && numbered !== undefined) return recent(named, numbered, today, year(third));
  if (month(first) >= 0) return recent(month(first), 1, today, said);
  if (year(first) !== undefined) return new Date(year(first) ?? 0, 0, 1);
  return WEEKDAYS.includes(first) ? lastWeekday(first, today) : undefined;
}

function last(unit: string, today: Date): Date | undefined {
  if (unit === "night") return ago(today, 1, "day");
  if (unit === "week") return ago(today, 1, "week");
  if (unit === "month") return new Date(today.getFullYear(), today.getMonth() - 1, 1);
  if (unit === "year") return new Date(today.getFullYear() - 1, 0, 1);
  if (month(unit) >= 0) return recent(month(unit), 1, today);
  return WEEKDAYS.includes(unit) ? lastWeekday(unit, today) : undefined;
}

function firstOf(unit: string, today: Date): Date | undefined {
  if (["morning", "afternoon", "evening"].includes(unit)) return today;
  if (unit === "month") return new Date(today.getFullYear(), today.getMonth(), 1);
  if (unit === "year") return new Date(today.getFullYear(), 0, 1);
  return unit === "week" ? ago(today, (today.getDay() + 6) % 7, "day") : undefined;
}

/** The last time that a day of the year was, or that day of the year that is said. */
function recent(month: number, day: number, today: Date, year?: number): Date | undefined {
  const date = new Date(year ?? today.getFullYear(), month, day);
  if (date.getMonth() !== month) return undefined;
  return year === undefined && date > today ? new Date(today.getFullYear() - 1, month, day) : date;
}

function lastWeekday(name: string, today: Date): Date | undefined {
  return ago(today, (today.getDay() - WEEKDAYS.indexOf(name) + 6) % 7 + 1, "day");
}

function ago(from: Date, count: number, unit: string): Date | undefined {
  const [year, month, day] = [from.getFullYear(), from.getMonth(), from.getDate()];
  switch (unit.replace(/s$/, "")) {
    case "day": return new Date(year, month, day - count);
    case "week": return new Date(year, month, day - 7 * count);
    case "month": return new Date(year, month - count, day);
    case "year": return new Date(year - count, month, day);
    default: return undefined;
  }
}

function day(word: string): number | undefined {
  const found = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1];
  return found && Number(found) >= 1 && Number(found) <= 31 ? Number(found) : undefined;
}

function year(word: string): number | undefined {
  return /^\d{4}$/.test(word) && Number(word) >= 1900 && Number(word) <= 2200 ? Number(word) : undefined;
}

function number(word: string): number | undefined {
  const named = NUMBERS.indexOf(word);
  const count = named >= 0 ? Math.max(named, 1) : Number(word);
  return Number.isInteger(count) && count >= 1 && count <= 200 ? count : undefined;
}
