// mem0's filters as Memolet's: AND, OR, NOT, a field and its value, or its operators.
import { invalid } from "../errors.ts";
import { isObject } from "../values.ts";
import { camelCase, day } from "./options.ts";

/** A filter tree of Memolet. */
export type Filter = Record<string, unknown>;

/** A filter, and the user that it named. */
export interface Split {
  userId?: string;
  filter?: Filter;
}

/** What mem0 calls otherwise. Whatever else is named is metadata. */
const FIELDS: Record<string, string> = {
  agentId: "agent",
  runId: "session",
  actorId: "actor",
  createdAt: "observedAt",
  updatedAt: "recordedAt",
};
const TIMES = ["observedAt", "recordedAt"];
const OPERATORS = ["eq", "ne", "gt", "gte", "lt", "lte", "in", "contains"];
const JOINTS: Record<string, "AND" | "OR" | "NOT"> = {
  AND: "AND",
  $and: "AND",
  OR: "OR",
  $or: "OR",
  NOT: "NOT",
  $not: "NOT",
};

/**
 * Splits a filter of mem0 into its user and the rest. A store is read for one user at a time, so a user
 * may stand at the top or in the top's AND, and be one name. Throws `invalid` for what has no equal here.
 */
export function split(filters: Record<string, unknown> | undefined): Split {
  const parts: Filter[] = [];
  let userId: string | undefined;
  const gather = (level: Record<string, unknown>): void => {
    for (const [name, value] of Object.entries(level)) {
      if (camelCase(name) === "userId") userId = oneUser(userId, value);
      else if (jointOf(name) === "AND") list(name, value).forEach(gather);
      else parts.push(part(name, value));
    }
  };
  gather(filters ?? {});
  return {
    ...(userId !== undefined && { userId }),
    ...(parts.length > 0 && { filter: joined("all", parts) }),
  };
}

/** Both, where both are there. */
export function both(...filters: (Filter | undefined)[]): Filter | undefined {
  const present = filters.filter((filter) => filter !== undefined);
  return present.length > 0 ? joined("all", present) : undefined;
}

/** A field that is equal to a value. */
export function equal(field: string, value: unknown): Filter {
  return { field, op: "eq", value };
}

/** What every object inherits is no joint: metadata may be called `constructor`. */
function jointOf(name: string): "AND" | "OR" | "NOT" | undefined {
  return Object.hasOwn(JOINTS, name) ? JOINTS[name] : undefined;
}

function part(name: string, value: unknown): Filter {
  const joint = jointOf(name);
  if (!joint) return fields(name, value);
  const parts = list(name, value).map((level) =>
    joined(
      "all",
      Object.entries(level).map(([name, value]) => part(name, value)),
    ),
  );
  if (joint === "NOT") return { not: joined("any", parts) };
  return joined(joint === "AND" ? "all" : "any", parts);
}

function fields(name: string, value: unknown): Filter {
  const known = camelCase(name);
  if (known === "userId")
    throw invalid("filters: user_id stands at the top or in the top's AND; one user is read at a time");
  if (known === "metadata" && isObject(value)) {
    return joined(
      "all",
      Object.entries(value).map(([key, value]) => tests(`metadata.${key}`, value)),
    );
  }
  return tests((Object.hasOwn(FIELDS, known) && FIELDS[known]) || `metadata.${name}`, value);
}

/** `{"gte": 1, "lt": 5}` are two tests; a bare value is one of equality, a list one of `in`. */
function tests(field: string, given: unknown): Filter {
  const value = TIMES.includes(field) ? times(given) : given;
  if (value === "*") return { field, op: "ne", value: null };
  if (Array.isArray(value)) return { field, op: "in", value };
  if (!isObject(value)) return equal(field, value);
  return joined(
    "all",
    Object.entries(value).map(([op, value]) => {
      if (op === "nin") return { not: { field, op: "in", value } };
      if (!OPERATORS.includes(op))
        throw invalid(`filters: ${op} is no operator here; allowed: ${OPERATORS.join(", ")}, nin`);
      return { field, op, value };
    }),
  );
}

/** Times as the engine has them, UTC milliseconds, wherever a text stands for one. */
function times(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(times);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([op, value]) => [op, times(value)]));
  if (typeof value !== "string" || value === "*") return value;
  const isWhole = day(value.slice(0, 10)) !== undefined && /^.{10}($|[Tt ].*(Z|[+-]\d{2}:\d{2})$)/.test(value);
  const time = isWhole ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time))
    throw invalid("filters: a time is a day, as YYYY-MM-DD in UTC, or RFC 3339 with a zone");
  return time;
}

function joined(how: "all" | "any", parts: Filter[]): Filter {
  const [only] = parts;
  if (!only) throw invalid("filters: an empty group says nothing");
  return parts.length === 1 ? only : { [how]: parts };
}

function oneUser(before: string | undefined, value: unknown): string {
  const user = isObject(value) && "eq" in value ? value["eq"] : value;
  if (typeof user !== "string" || user === "" || user === "*" || (before !== undefined && before !== user)) {
    throw invalid("filters: user_id is the name of one user");
  }
  return user;
}

function list(name: string, value: unknown): Record<string, unknown>[] {
  const levels = Array.isArray(value) ? value : [value];
  if (levels.length > 0 && levels.every(isObject)) return levels;
  throw invalid(`filters: ${name} has a list of filters`);
}
