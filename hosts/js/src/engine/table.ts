// Reads the contract's table: what an operation takes, and of what shape.
import { OPERATIONS, SHAPES } from "../contract/table.ts";

/**
 * A shape, as the table writes it: a letter or a name, behind `?` (may be left out), `*` (a list) or `%`
 * (an object of such values). Letters: s text, j JSON, b true or false, u a whole number of 32 bits, i one
 * that may be below 0, n of 53, f a number, g one of 32 bits, t a time, x a scalar, `_` as it is.
 */
export type Shape = string;

/** A parameter: a handle, the clock, the key, a record of arguments, or one argument. */
export interface Parameter {
  is: "store" | "scope" | "now" | "key" | "fields" | "value";
  /** Name of the argument; of the record, for `fields`. */
  name: string;
  shape: Shape;
}

/** An operation of the engine. */
export interface Operation {
  name: string;
  /** The resource that it is a method of. */
  receiver: "store" | "scope" | undefined;
  parameters: Parameter[];
  /** Undefined: it gives nothing. `name` is what a single value is called. */
  result: { name: string | undefined; shape: Shape } | undefined;
}

/** A named shape: a record's fields, an enum's names, a variant's cases with their values' shapes. */
export interface Definition {
  is: "record" | "enum" | "variant";
  members: Map<string, Shape>;
}

/** Operations that change nothing: they wait for no command. Anything else is taken for a command. */
export const READS = new Set([
  "opened", "stateHash", "get", "history", "list", "queryText", "recall", "context", "whyNot", "profiles",
  "score", "eviction", "receipts", "policy", "tryPolicy", "audit", "verify", "stats", "resume", "replay",
  "toolDefinitions", "readStatements", "loadLanguage", "exportLines",
]);

const operations = new Map<string, Operation>();
const definitions = new Map<string, Definition>();
const names = new Map<string, string[]>();
const reads = new Map<Shape, boolean>();

/** An operation by its name. */
export function operation(name: string): Operation | undefined {
  if (!Object.hasOwn(OPERATIONS, name)) return undefined;
  return once(operations, name, () => readOperation(name, OPERATIONS[name as keyof typeof OPERATIONS]));
}

/** The names of all operations. */
export function operationNames(): string[] {
  return Object.keys(OPERATIONS);
}

/** A named shape. */
export function definition(name: string): Definition {
  return once(definitions, name, () => readDefinition(SHAPES[name as keyof typeof SHAPES]));
}

/** Names of the arguments that an operation takes. */
export function argumentNames({ name, parameters }: Operation): string[] {
  return once(names, name, () =>
    parameters.flatMap(({ is, name }) => {
      if (is === "fields") return [...definition(name).members.keys()];
      return is === "value" ? [name] : [];
    }),
  );
}

/** Whether a value of the engine's has another form in an answer. */
export function isRead(shape: Shape): boolean {
  return once(reads, shape, () => {
    if (shape === "j" || shape === "x" || shape.startsWith("%")) return true;
    if (/^[?*]/.test(shape)) return isRead(shape.slice(1));
    return Object.hasOwn(SHAPES, shape) && [...definition(shape).members.values()].some(isRead);
  });
}

/** Whether an operation needs a scope. */
export function needsScope(operation: Operation): boolean {
  return operation.receiver === "scope" || operation.parameters.some(({ is }) => is === "scope");
}

/** Whether an operation reads by a query. */
export function takesQuery(operation: Operation): boolean {
  return operation.parameters.some(({ is, name }) => is === "fields" && name === "query");
}

/** Whether an operation takes an idempotency key. */
export function takesKey(operation: Operation): boolean {
  return operation.parameters.some(({ is }) => is === "key");
}

function readOperation(name: string, line: string): Operation {
  const [before = "", after] = line.split("> ");
  const words = before.split(" ").filter(Boolean);
  const receiver = words[0]?.startsWith("@") ? (words.shift()?.slice(1) as "store" | "scope") : undefined;
  const [first = "", second] = after?.split(":") ?? [];
  const named = second === undefined ? { name: undefined, shape: first } : { name: first, shape: second };
  return { name, receiver, parameters: words.map(readParameter), result: after ? named : undefined };
}

function readParameter(word: string): Parameter {
  if (word.startsWith("&")) return { is: "fields", name: word.slice(1), shape: "" };
  const [name = "", shape] = word.split(":");
  if (shape !== undefined) return { is: "value", name, shape };
  return { is: name as "store" | "scope" | "now" | "key", name, shape: "" };
}

function readDefinition(text: string): Definition {
  const is = text[0] === "=" ? "enum" : text[0] === "|" ? "variant" : "record";
  const words = (is === "record" ? text : text.slice(1)).split(" ");
  const members = words.map((word): [string, Shape] => {
    const [name = "", shape = ""] = word.split(":");
    return [name, shape];
  });
  return { is, members: new Map(members) };
}

function once<T>(made: Map<string, T>, name: string, make: () => T): T {
  const known = made.get(name);
  if (known !== undefined) return known;
  const value = make();
  made.set(name, value);
  return value;
}
