// One at a time.

/** Runs jobs one after another, in the order in which they came. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a job when those before it have ended. A signal that has aborted by then keeps it from running. */
  run<T>(job: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    const result = this.#last.then(() => {
      signal?.throwIfAborted();
      return job();
    });
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/** What a promise gives, unless the signal aborts before: then its reason is thrown. */
export function unlessAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
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
