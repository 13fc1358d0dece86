// Waiting for what may fail, take long or never come.
import { MemoletError } from "../errors.ts";
import type { Answer } from "../raw/types.ts";

/** What a promise gives, unless the signal aborts before: then its reason is thrown. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Waits for a promise, but no longer than so many milliseconds. Says whether it came. */
export function within(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    promise.then(() => resolve(true), reject).finally(() => clearTimeout(timer));
  });
}

/** A service's answer, or that it could not be had. */
export async function attempt(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    return { tag: "failed", val: MemoletError.from(error).message };
  }
}
