// Options as mem0 has them, in either of its spellings, read strictly.
import type { Candidate } from "../contract/types.ts";
import { invalid } from "../errors.ts";
import { isAbsent, isObject } from "../values.ts";

/** Whose memories they are. mem0's JavaScript writes `userId`, its REST API `user_id`; both are taken. */
export interface EntityOptions {
  /** Default: the user that the client was made for. */
  userId?: string | undefined;
  user_id?: string | undefined;
  agentId?: string | undefined;
  agent_id?: string | undefined;
  /** One conversation: a session. */
  runId?: string | undefined;
  run_id?: string | undefined;
}

export interface AddOptions extends EntityOptions {
  /** Of null, booleans, numbers and texts. */
  metadata?: Record<string, unknown> | undefined;
  /** False: every message of the user's is remembered as it is. Default: true. */
  infer?: boolean | undefined;
  /** When it was said: seconds since 1970, as mem0 has it, or a time as Memolet takes it. */
  timestamp?: number | string | Date | undefined;
  /** The last day, as YYYY-MM-DD in UTC, on which it is remembered. */
  expirationDate?: string | undefined;
  expiration_date?: string | undefined;
}

export interface SearchOptions extends EntityOptions {
  filters?: Record<string, unknown> | undefined;
  /** Most results, 1..1000. Default: 10. */
  topK?: number | undefined;
  top_k?: number | undefined;
  limit?: number | undefined;
  /** Least relevance, 0..1. Default: the policy's. */
  threshold?: number | undefined;
  rerank?: boolean | undefined;
}

export interface GetAllOptions extends EntityOptions {
  filters?: Record<string, unknown> | undefined;
  /** Most results. Default: all. */
  topK?: number | undefined;
  top_k?: number | undefined;
  limit?: number | undefined;
  pageSize?: number | undefined;
}

const DAY = 86_400_000;
/** What is called otherwise elsewhere in mem0. */
const ALIASES: Record<string, string> = { limit: "topK", pageSize: "topK" };

/** Options with the names that are in use here. Throws `invalid` for one that has no meaning here. */
export function read<Name extends string>(
  given: object | undefined,
  names: readonly Name[],
): Partial<Record<Name, unknown>> {
  const options: Partial<Record<string, unknown>> = {};
  for (const [spelled, value] of Object.entries(given ?? {})) {
    const name = alias(camelCase(spelled));
    if (!names.includes(name as Name))
      throw invalid(`${spelled}: no such option; allowed: ${names.join(", ")}`);
    if (isAbsent(value)) continue;
    if (name in options && options[name] !== value) throw invalid(`${name} is given twice, and not alike`);
    options[name] = value;
  }
  return options as Partial<Record<Name, unknown>>;
}

/** The same, where each option that is there must have a value. */
export function named<Name extends string>(
  given: object | undefined,
  names: readonly Name[],
): Partial<Record<Name, unknown>> {
  const empty = Object.entries(given ?? {}).find(([, value]) => isAbsent(value));
  if (empty) throw invalid(`${empty[0]} names nothing: give its value, or leave it out`);
  return read(given, names);
}

/** An option that is a text, if it is there. */
export function text(name: string, value: unknown): string | undefined {
  if (value === undefined || (typeof value === "string" && value !== "")) return value;
  throw invalid(`${name} is a text that is not empty`);
}

/** An option that is an object, if it is there. */
export function object(name: string, value: unknown): Record<string, unknown> | undefined {
  if (value === undefined || isObject(value)) return value;
  throw invalid(`${name} is an object`);
}

/** An option that is a whole number from 1 on, if it is there. */
export function count(name: string, value: unknown): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && (value as number) > 0))
    return value as number | undefined;
  throw invalid(`${name} is a whole number of 1 or more`);
}

/** A time of mem0, which counts seconds, or of Memolet. */
export function time(given: unknown): Candidate["observedAt"] {
  return typeof given === "number" ? given * 1000 : (given as Candidate["observedAt"]);
}

/** The moment from which something that is kept to the end of a day is not. */
export function dayAfter(given: unknown): number | undefined {
  if (given === undefined) return undefined;
  const start = typeof given === "string" ? day(given) : undefined;
  if (start === undefined) throw invalid("expirationDate is a day, as YYYY-MM-DD");
  return start + DAY;
}

/** When a day written as YYYY-MM-DD begins in UTC. Undefined: there is no such day. */
export function day(text: string): number | undefined {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // `Date` takes 31 February for a day of March.
  return Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== text ? undefined : start;
}

export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function alias(name: string): string {
  return (Object.hasOwn(ALIASES, name) && ALIASES[name]) || name;
}
