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
