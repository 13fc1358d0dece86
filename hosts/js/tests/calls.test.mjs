// The calls of a memory, in the built package: whose memories they reach, and what their arguments may be.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { folder as built } from "./support/engine.mjs";

const { MemoletError, keyFromPassphrase, keyFromSecret, openMemory } = await import(pathToFileURL(join(built, "node.js")));

async function opened(t) {
  const memory = await openMemory({ tenant: "acme", user: "ana", embed: "none", storage: "memory" });
  t.after(() => memory.close());
  return memory;
}

const isInvalid = (begins) => (thrown) => {
  assert.ok(thrown instanceof MemoletError, `${begins}: ${thrown}`);
  assert.equal(thrown.tag, "invalid");
  assert.ok(thrown.message.startsWith(begins), `${begins}: ${thrown.message}`);
  return true;
};

/** That a call gives a promise, and that it is rejected as `invalid` with a text that begins so. */
async function refused(call, begins) {
  const promise = call();
  await assert.rejects(promise, isInvalid(begins));
}

const all = (list) => Array.fromAsync ? Array.fromAsync(list) : (async () => {
  const items = [];
  for await (const item of list) items.push(item);
  return items;
})();
const texts = async (memory) => (await all(memory.list())).map(({ text }) => text);

test("another user's memories by `as`, in the same store, and by nothing else", async (t) => {
  const memory = await opened(t);
  const ben = memory.scope({ session: "s1", project: "shop" }).as("ben");
  assert.deepEqual(ben.labels, { user: "ben", session: "s1", project: "shop" });
  await memory.remember("Ana lives in York.");
  const { id } = await ben.remember("Ben keeps bees.");
  assert.deepEqual([await texts(memory), await texts(ben)], [["Ana lives in York."], ["Ben keeps bees."]]);
  await assert.rejects(memory.get(id), { tag: "not-found" });
  const not = (labels, begins) => assert.throws(() => memory.scope(labels), isInvalid(begins));
  not({ user: "ben" }, "user: ");
  not({ sesion: "s1" }, "sesion: ");
  not({ session: 5 }, "session: ");
  not({ sharedWriter: "yes" }, "sharedWriter: ");
  not(null, "scope's labels: ");
  for (const user of [undefined, null, "", 5, {}]) assert.throws(() => memory.as(user), isInvalid("user: "));
  assert.deepEqual(memory.scope({ session: undefined }).labels, { user: "ana" });
});

test("an argument of another shape is a rejection by name, in every call", async (t) => {
  const memory = await opened(t);
  const { id } = await memory.remember("Ana lives in York.");
  for (const [call, begins] of [
    [() => memory.get(id, null), "get's options: "], [() => memory.get(id, 5), "get's options: "],
    [() => memory.get(id, { sginal: 1 }), "sginal: "], [() => memory.get(id, { signal: 5 }), "signal: "],
    [() => memory.get(id, { signal: {} }), "signal: "], [() => memory.get(), "id: "], [() => memory.get(5), "id: "],
    [() => memory.remember("x", null), "remember's options: "], [() => memory.remember(null), "remember's arguments: "],
    [() => memory.remember(5), "remember's arguments: "], [() => memory.remember(), "remember's arguments: "],
    [() => memory.hold(id), "reason: "], [() => memory.hold(id, null), "hold's options: "],
    [() => memory.end(id, null), "end's options: "], [() => memory.archive(id, { reasons: "x" }), "reasons: "],
    [() => memory.corrected(id, { reason: "x" }), "reason: "], [() => memory.pin(id, { reviewAt: "soon" }), "reviewAt: "],
    [() => memory.liftTombstone("x"), "reason: "], [() => memory.liftTombstone("x", null), "liftTombstone's options: "],
    [() => memory.page(null), "list's arguments: "], [() => all(memory.list(null)), "list's arguments: "],
    [() => all(memory.list({}, null)), "list's options: "], [() => all(memory.audit("x")), "after: "],
    [() => memory.recall(null), "query: "], [() => memory.context(5), "query: "], [() => memory.whyNot(id, null), "query: "],
    [() => memory.supersede(id, null), "text: "], [() => memory.erase(null), "erase: "], [() => memory.erase(id, null), "erase's options: "],
    [() => memory.turn(null), "turn's arguments: "], [() => memory.sweep(null), "sweep's options: "],
    [() => memory.sweep({ dryRun: "yes" }), "dryRun: "], [() => memory.settle(null), "settle's options: "],
    [() => memory.import(5), "lines: "], [() => memory.export({ reason: "x" }), "reason: "],
    [() => keyFromPassphrase("x"), "salt: "], [() => keyFromPassphrase(5, new Uint8Array(16)), "passphrase: "],
    [() => keyFromPassphrase("x", "x".repeat(16)), "salt: "], [() => keyFromSecret("x".repeat(16), "mail"), "secret: "],
    [() => keyFromSecret(new Uint8Array(16)), "purpose: "],
  ]) await refused(call, begins);
  assert.deepEqual(await texts(memory), ["Ana lives in York."]);
});

test("an option that is there and has no value is left out", async (t) => {
  const memory = await opened(t);
  const nothing = { now: undefined, key: null, signal: null };
  const { id } = await memory.remember("Ana lives in York.", nothing);
  await memory.pin(id, { ...nothing, by: undefined, reason: "dear", reviewAt: null });
  assert.equal((await memory.get(id)).pinned.by, "ana");
});

test("who decides and why go with the command, and the reason of an erasure too", async (t) => {
  const memory = await opened(t);
  const { id } = await memory.remember("Ana lives in York.");
  await memory.hold(id, { by: "counsel", reason: "dispute" });
  const { hold } = (await memory.get(id)).retention;
  assert.deepEqual([hold.owner, hold.reason], ["counsel", "dispute"]);
  await memory.release(id, { by: "counsel" });
  await memory.archive(id, { reason: "moved" });
  const receipt = await memory.erase(id, { reason: "clean-up" });
  const other = await memory.remember("Ana has a kite.");
  await memory.erase(other.id);
  assert.equal(receipt.code, "clean-up");
  assert.deepEqual((await memory.receipts()).map(({ code }) => code).sort(), ["clean-up", "user-request"]);
  await memory.liftTombstone("Ana has a kite.", { reason: "asked" });
  assert.equal((await memory.remember("Ana has a kite.")).outcome, "active");
});

test("what a model was to forget is a person's to erase or to keep", async (t) => {
  const memory = (await opened(t)).scope({ session: "s" });
  const { id } = await memory.remember({ text: "Ana's drink is gin.", kind: "fact", source: "inferred" });
  assert.equal((await memory.tool("memory_forget", { id })).outcome, "pending-erasure");
  assert.deepEqual((await memory.pendingErasures()).map(({ memory: { id }, others }) => [id, others]), [[id, []]]);
  await memory.dropErasure(id, { reason: "a mistake" });
  assert.equal((await memory.get(id)).state, "active");
  await assert.rejects(memory.confirmErasure(id), { tag: "conflict" });
  await memory.tool("memory_forget", { id });
  await assert.rejects(memory.tool("memory_forget", { id }, { consent: "Ana" }), { tag: "denied" });
  const receipt = await memory.confirmErasure(id, { by: "Ana" });
  assert.deepEqual([receipt.code, receipt.removed, receipt.kept], ["confirmed-erasure", [id], []]);
  assert.deepEqual(await memory.pendingErasures(), []);
});

test("a page is what `limit` says, and a list is all of it", async (t) => {
  const memory = await opened(t);
  for (const n of ["one", "two", "three", "four", "five"]) await memory.remember(`Ana saw bird number ${n}.`);
  const { memories, next } = await memory.page({ limit: 2 });
  assert.equal(memories.length, 2);
  assert.equal((await memory.page({ limit: 2, after: next })).memories.length, 2);
  assert.equal((await all(memory.list({ limit: 2 }))).length, 5);
  assert.equal((await all(memory.list({ limit: 2, after: next }))).length, 3);
});

test("events have names, and tell every user's changes by ids alone", async (t) => {
  const memory = await opened(t);
  for (const [type, listener, begins] of [
    ["changed", () => {}, "event: "], [undefined, () => {}, "event: "], ["change", undefined, "listener: "], ["change", 5, "listener: "],
  ]) assert.throws(() => memory.on(type, listener), isInvalid(begins));
  const seen = [];
  const stop = memory.on("change", (change) => seen.push(change));
  const { id } = await memory.as("ben").remember("Ben keeps bees.");
  stop();
  await memory.remember("Ana lives in York.");
  assert.deepEqual(seen.map(({ op, ids }) => [op, ids]), [["remember", [id]]]);
  assert.equal(JSON.stringify(seen).includes("bees"), false);
});
