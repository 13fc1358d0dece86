// A store to try things on, and what is asked of it again and again.
import assert from "node:assert/strict";
import { Keeper, MemoletError, MemoryDisk } from "./keeper.mjs";

/** The clock of every request. */
export const now = Date.UTC(2026, 6, 1);
export const scope = { user: "ana" };
/** For a test that must not hang. */
export const timely = { timeout: 20_000 };

const settings = { tenant: "acme", seed: new Uint8Array(32).fill(7) };

export function open(disk = new MemoryDisk(), services = {}, more = {}) {
  return Keeper.open({ ...settings, ...more }, disk, services, now);
}

export function remember(keeper, text, args = {}, signal = undefined) {
  return keeper.request({ op: "remember", now, scope, args: { text, ...args } }, signal);
}

/** The texts of all current memories, in order. */
export async function texts(keeper) {
  const { memories } = await keeper.request({ op: "list", now, scope, args: { limit: 1000 } });
  return memories.map(({ text }) => text).sort();
}

/** That a promise is rejected with a failure. */
export function fails(promise, tag, text = /./) {
  const isIt = (error) => error instanceof MemoletError && error.tag === tag && text.test(error.message);
  return assert.rejects(promise, isIt);
}

/** A promise that nobody keeps. */
export function never() {
  return new Promise(() => {});
}
