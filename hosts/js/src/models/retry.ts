// Trying again: only what may pass by itself, a few times, later each time, and never beyond the end.
import { MemoletError } from "../errors.ts";
import { sleep } from "./guard.ts";

/** Tries of one request. */
const MOST_TRIES = 4;
/** The wait after the first try, in milliseconds; it doubles from there. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;

/** Why a server gave nothing. Its text has no key, no words of a prompt and nothing that the server said. */
export class ModelError extends MemoletError {
  /** The HTTP status by which the server refused. */
  readonly status: number | undefined;
  /** Whether it may go right another time. */
  readonly passing: boolean;
  /** How long the server wants to be left alone, in milliseconds. */
  readonly wait: number | undefined;

  constructor(text: string, about: { status?: number; passing?: boolean; wait?: number | undefined } = {}) {
    super("other", text);
    this.status = about.status;
    this.passing = about.passing ?? false;
    this.wait = about.wait;
  }
}

/** Statuses that may pass: time-out, too many requests, and the server's own troubles. */
export function mayPass(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status <= 599);
}

/** Whether the server refused what a request says: perhaps it takes one that says less. */
export function refusesBody(thrown: unknown): boolean {
  return thrown instanceof ModelError && (thrown.status === 400 || thrown.status === 422);
}

/**
 * Tries until it works, cannot work, or the end comes (a time of `performance.now`). `attempt` gets the
 * milliseconds that are left.
 */
export async function persist<T>(
  end: number,
  attempt: (left: number) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(Math.max(end - performance.now(), 0));
    } catch (thrown) {
      if (!(thrown instanceof ModelError) || !thrown.passing || tries >= MOST_TRIES) throw thrown;
      const wait = thrown.wait ?? backoff(tries);
      if (wait >= end - performance.now()) throw thrown;
      await sleep(wait, signal);
    }
  }
}

/**
 * Twice as long each time, less a random part of up to a half: clients that failed together do not come
 * back together.
 */
function backoff(tries: number): number {
  return Math.min(FIRST_WAIT * 2 ** (tries - 1), LONGEST_WAIT) * (1 - Math.random() / 2);
}
