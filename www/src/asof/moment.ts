// Now, or then: what a question is asked as of.
import { moment as words } from "../look/time.ts";

/** A time in the past that answers are given as of. Undefined stands for now. */
export interface Moment {
  /** UTC milliseconds. */
  at: number;
  /** Also by what was known then: what was told or corrected later counts for nothing. */
  known: boolean;
}

/** What a query says of a moment. */
export function asked(moment: Moment | undefined): { asOf?: number; knownAsOf?: number } {
  if (!moment) return {};
  return { asOf: moment.at, ...(moment.known ? { knownAsOf: moment.at } : {}) };
}

/** "as of 3 May 2026", "as was known on 3 May 2026". */
export function describe({ at, known }: Moment): string {
  return known ? `as was known on ${words(at)}` : `as of ${words(at)}`;
}
