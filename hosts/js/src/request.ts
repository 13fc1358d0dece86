// One request of the JSON API (exec): what the door says, and what every layer below it carries.
import { must } from "./arguments.ts";
import type { Labels, Time } from "./contract/types.ts";

/** An operation by name, with its arguments by name. */
export interface Request {
  /** Name of an operation of the contract in camelCase, or of one of the host's own. */
  op: string;
  /** The caller's clock. Left out: the host's. */
  now?: Time;
  /** Who asks. Required by what reads or writes memories. */
  scope?: Labels;
  args?: Record<string, unknown>;
  /** Idempotency key. */
  key?: string;
}

/** Refuses what is given as a request's signal and is none. */
export function checkSignal(signal: unknown): void {
  must(signal === undefined || signal === null || signal instanceof AbortSignal, "signal", "an AbortSignal");
}
