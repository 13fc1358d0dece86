// One request, read strictly: what it does not know it refuses by name.
import { invalid } from "../errors.ts";
import type { Request } from "../request.ts";
import { isAbsent, isObject } from "../values.ts";
import { known } from "./convert.ts";
import { readTime } from "./time.ts";

const FIELDS = ["op", "now", "scope", "args", "key"];

/** A request whose parts are of their types. */
export interface Asked {
  op: string;
  /** UTC milliseconds. */
  now: number;
  /** Labels of the scope; read when the operation needs one. */
  scope?: unknown;
  args: Record<string, unknown>;
  key?: string | undefined;
}

/** Reads a request. `clock` is the time of one that gives none. */
export function readRequest(request: Request, clock: () => number): Asked {
  if (!isObject(request)) throw invalid('a request is an object: {"op": …, "args": {…}}');
  known(Object.keys(request), FIELDS, "a request");
  const { op, now, scope, args, key } = request as { [Field in keyof Request]: unknown };
  if (typeof op !== "string") throw invalid("op: required, the name of an operation");
  const at = isAbsent(now) ? clock() : readTime(now, "now");
  if (!isAbsent(args) && !isObject(args)) throw invalid("args: must be an object");
  if (!isAbsent(key) && typeof key !== "string") throw invalid("key: must be a text");
  return { op, now: at, scope: scope ?? undefined, args: { ...args }, key: key ?? undefined };
}
