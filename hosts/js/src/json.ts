// JSON with whole numbers of 64 bits: a `bigint` is written as the number that it is, and a number that would
// be rounded is read as a `bigint`.

/** Stands before a number's digits while it is a text. No JSON that is read has it unescaped. */
const MARK = "\u0001int:";

/** A string as it stands, or a whole number of more digits than are always exact: not what stands behind a point. */
const LONG = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** A number that was rounded before it came. */
export class Rounded extends Error {}

/** The text of a value. `handedIn`: a whole number beyond 2^53 that is no `bigint` was rounded already. */
export function stringify(value: unknown, handedIn = false): string {
  let marked = false;
  const mark = (_: string, part: unknown): unknown => {
    if (handedIn && Number.isInteger(part) && !Number.isSafeInteger(part)) throw new Rounded();
    if (typeof part !== "bigint") return part;
    marked = true;
    return MARK + part;
  };
  const text = JSON.stringify(value, mark);
  return marked ? text.replace(/"\\u0001int:(-?\d+)"/g, "$1") : text;
}

/** The value of a text. */
export function parse(text: string): unknown {
  let marked = false;
  const kept = text.replace(LONG, (part) => {
    if (part.startsWith('"') || Number.isSafeInteger(Number(part))) return part;
    marked = true;
    return `"\\u0001int:${part}"`;
  });
  if (!marked) return JSON.parse(text);
  return JSON.parse(kept, (_, part: unknown) => {
    return typeof part === "string" && part.startsWith(MARK) ? BigInt(part.slice(MARK.length)) : part;
  });
}
