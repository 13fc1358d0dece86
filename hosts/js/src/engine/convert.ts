// Arguments to the raw engine's values, and its values to answers.
//
// Arguments are read strictly: what has no place is refused by name. `null` and `undefined` are as good
// as absent. What is absent: an option is none, a flag false. Among the arguments themselves (not in
// records inside them) a list is empty and a whole number 0. Anything else is required.
import { invalid } from "../errors.ts";
import { Rounded, stringify } from "../json.ts";
import { isAbsent, isObject } from "../values.ts";
import { definition, isRead, type Shape } from "./table.ts";
import { readTime } from "./time.ts";

type Fields = Record<string, unknown>;

/** Reads a letter's value; `place` is where it stands, for failures. */
type Reader = (value: unknown, place: string) => unknown;

const READERS: Record<string, Reader> = {
  s: (value, place) => (typeof value === "string" ? value : wants(place, "a text")),
  j: jsonText,
  b: (value, place) => (typeof value === "boolean" ? value : wants(place, "true or false")),
  u: (value, place) => whole(value, 0xffff_ffff, place),
  i: (value, place) =>
    Number.isInteger(value) && Math.abs(value as number) <= 0x7fff_ffff ? value : wants(place, "a whole number"),
  n: (value, place) => whole(value, Number.MAX_SAFE_INTEGER, place),
  f: number,
  g: number,
  t: readTime,
  x: scalar,
};

/** A record whose fields are the arguments themselves. Unknown ones are the caller's to refuse. */
export function fields(name: string, args: Fields): Fields {
  return filled(name, args, "");
}

/** One argument. */
export function argument(shape: Shape, value: unknown, place: string): unknown {
  if (!isAbsent(value)) return read(shape, value, place);
  if (shape.startsWith("?")) return undefined;
  if (shape === "b") return false;
  throw invalid(`${place}: required`);
}

/** An object that is one whole value: its unknown fields are refused. */
export function record(name: string, value: unknown, place: string): Fields {
  if (!isObject(value)) return wants(place, "an object");
  known(Object.keys(value), [...definition(name).members.keys()], place);
  return filled(name, value, place);
}

/** Refuses the first key that is not allowed, and says what is. */
export function known(keys: string[], allowed: string[], what: string): void {
  const key = keys.find((key) => !allowed.includes(key));
  if (key === undefined) return;
  throw invalid(`${key}: ${what} has no such field; allowed: ${allowed.join(", ") || "nothing"}`);
}

/**
 * A value of the engine as an answer has it: pairs as an object, JSON read, scalars bare. The engine made it
 * for this answer alone and left out what is absent, so the rest stays and is not copied.
 */
export function give(shape: Shape, value: unknown): unknown {
  if (isAbsent(value)) return null;
  if (!isRead(shape)) return value;
  const inner = shape.slice(1);
  if (shape.startsWith("?")) return give(inner, value);
  if (shape.startsWith("*")) return (value as unknown[]).map((item) => give(inner, item));
  if (shape.startsWith("%")) {
    const pairs = value as [string, unknown][];
    return Object.fromEntries(pairs.map(([key, value]) => [key, give(inner, value)]));
  }
  if (shape === "j") return JSON.parse(value as string);
  if (shape === "x") return (value as { val?: unknown }).val ?? null;
  const object = value as Fields;
  for (const [key, member] of definition(shape).members) {
    if (isRead(member) && object[key] !== undefined) object[key] = give(member, object[key]);
  }
  return object;
}

function filled(name: string, object: Fields, place: string): Fields {
  const raw: Fields = {};
  for (const [field, shape] of definition(name).members) {
    const value = object[field];
    const here = place ? `${place}.${field}` : field;
    if (!isAbsent(value)) raw[field] = read(shape, value, here);
    else if (place === "" && /^[*%]/.test(shape)) raw[field] = [];
    else if (place === "" && /^[un]$/.test(shape)) raw[field] = 0;
    else if (!shape.startsWith("?")) raw[field] = argument(shape, value, here);
  }
  return raw;
}

function read(shape: Shape, value: unknown, place: string): unknown {
  const inner = shape.slice(1);
  if (shape.startsWith("?")) return read(inner, value, place);
  if (shape.startsWith("*")) return list(inner, value, place);
  if (shape.startsWith("%")) return pairs(inner, value, place);
  const reader = READERS[shape];
  if (reader) return reader(value, place);
  const { is, members } = definition(shape);
  if (is === "record") return record(shape, value, place);
  return is === "enum" ? oneOf([...members.keys()], value, place) : variant(members, value, place);
}

function list(shape: Shape, value: unknown, place: string): unknown {
  if (shape === "g") return vector(value, place);
  if (!Array.isArray(value)) return wants(place, "a list");
  return value.map((item, index) => read(shape, item, `${place}[${index}]`));
}

/** Hundreds of numbers: no name is made for each, unless it is no number. */
function vector(value: unknown, place: string): Float32Array {
  if (!Array.isArray(value) && !(value instanceof Float32Array)) return wants(place, "a list");
  for (let at = 0; at < value.length; at++) {
    if (!Number.isFinite(value[at])) return wants(`${place}[${at}]`, "a number");
  }
  return new Float32Array(value);
}

function pairs(shape: Shape, value: unknown, place: string): unknown {
  if (!isObject(value)) return wants(place, "an object");
  const present = Object.entries(value).filter(([, value]) => value !== undefined);
  return present.map(([key, value]) => [key, read(shape, value, `${place}.${key}`)]);
}

function jsonText(value: unknown, place: string): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object") return wants(place, "a text");
  try {
    return stringify(value, true);
  } catch (error) {
    return wants(place, error instanceof Rounded ? "JSON with a bigint where a number is beyond 2^53" : "what JSON can hold");
  }
}

function number(value: unknown, place: string): number {
  return Number.isFinite(value) ? (value as number) : wants(place, "a number");
}

function whole(value: unknown, most: number, place: string): number {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most) return value as number;
  return wants(place, `a whole number from 0 to ${most}`);
}

function oneOf(names: string[], value: unknown, place: string): string {
  return names.includes(value as string) ? (value as string) : wants(place, `one of ${names.join(", ")}`);
}

function scalar(value: unknown, place: string): { tag: string; val?: unknown } {
  if (value === null) return { tag: "null" };
  if (typeof value === "bigint") return bigint(value, place);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return wants(place, "a bigint where it is beyond 2^53");
  if (typeof value === "boolean") return { tag: "boolean", val: value };
  if (Number.isFinite(value)) return { tag: "number", val: value };
  if (typeof value === "string") return { tag: "text", val: value };
  return wants(place, "null, true, false, a number or a text");
}

/** The engine keeps a small one as a number. */
function bigint(value: bigint, place: string): { tag: string; val: bigint } {
  if (BigInt.asIntN(64, value) === value) return { tag: "integer", val: value };
  if (BigInt.asUintN(64, value) === value) return { tag: "natural", val: value };
  return wants(place, "within 64 bits; a longer number is a text");
}

function variant(cases: Map<string, Shape>, value: unknown, place: string): { tag: string; val?: unknown } {
  if (!isObject(value)) return wants(place, 'an object {"tag": …, "val": …}');
  known(Object.keys(value), ["tag", "val"], place);
  const tag = oneOf([...cases.keys()], value.tag, `${place}.tag`);
  const shape = cases.get(tag);
  if (shape) return { tag, val: argument(shape, value.val, `${place}.val`) };
  return isAbsent(value.val) ? { tag } : wants(`${place}.val`, `left out: ${tag} has none`);
}

function wants(place: string, what: string): never {
  throw invalid(`${place}: must be ${what}`);
}
