// Waiting for what may fail or take long.
import { MemoletError } from "../errors.ts";
import type { Answer } from "../raw/types.ts";

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
