// Web Locks: who writes a store, and who is still there.
import { other } from "../errors.ts";

/** Lets a lock go. */
export type Release = () => void;

/** Waits for a lock and holds it until what this gives is called, or until this thread is gone. */
export function hold(name: string, signal?: AbortSignal): Promise<Release> {
  return take(name, signal ? { signal } : {}) as Promise<Release>;
}

/** Holds a lock if it is free now. */
export function holdIfFree(name: string): Promise<Release | undefined> {
  return take(name, { ifAvailable: true });
}

function take(name: string, options: LockOptions): Promise<Release | undefined> {
  const locks = globalThis.navigator?.locks;
  if (!locks) {
    const text = "the browser has no Web Locks here, without which two tabs could write one store: "
      + "they need a secure context (https, or localhost)";
    return Promise.reject(other(text));
  }
  return new Promise((resolve, reject) => {
    const held = (lock: Lock | null) => {
      if (!lock) return resolve(undefined);
      return new Promise<void>((release) => resolve(release));
    };
    locks.request(name, options, held).catch(reject);
  });
}
