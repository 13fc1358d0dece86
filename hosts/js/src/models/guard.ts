// Work of others, kept in bounds: its failures are ours, an abort passes through, and no wait is endless.
import { unlessAborted } from "../abort.ts";
import { MemoletError, other } from "../errors.ts";

/** How far a download has come: bytes, or shares of 1. `of` is left out where nobody knows it. */
export type Progress = (done: number, of?: number) => void;

/**
 * Does work of others and waits for it no longer than the signal allows: an abort throws the signal's
 * reason at once, whether the work listens or not. Otherwise it throws a `MemoletError`: what is none of
 * the contract's failures is `other`, and its text begins with `what`.
 */
export async function guarded<T>(
  what: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T> | T,
): Promise<T> {
  signal?.throwIfAborted();
  try {
    return await unlessAborted(Promise.resolve(work()), signal);
  } catch (thrown) {
    signal?.throwIfAborted();
    const failure = MemoletError.from(thrown);
    if (failure === thrown || failure.tag !== "other") throw failure;
    throw other(`${what}: ${failure.message}`, { cause: thrown });
  }
}

/** Waits so many milliseconds, or until the signal aborts, whose reason it throws. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  return unlessAborted(waited, signal).finally(() => clearTimeout(timer));
}

/** Texts in their order, so many at a time. */
export function batches(texts: string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(texts.length / size) }, (_, at) =>
    texts.slice(at * size, (at + 1) * size),
  );
}

/** Does at most so many at once; results are in the items' order. After a failure nothing more is begun. */
export async function parallel<T, R>(items: T[], atOnce: number, act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      results[index] = await act(items[index] as T).catch((thrown: unknown) => {
        next = items.length;
        throw thrown;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return results;
}
