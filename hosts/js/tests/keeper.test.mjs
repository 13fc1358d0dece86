// What a keeper of a store promises beyond the case files: order, durability, and who is told.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { MemoletError, MemoryDisk, provide, raw, sealed } from "./support/keeper.mjs";
import { fails, now, open, remember, scope, texts, timely } from "./support/store.mjs";

test("commands that come together are carried out one after another", timely, async () => {
  const disk = new MemoryDisk();
  const keeper = await open(disk);
  const numbers = Array.from({ length: 50 }, (_, number) => `Cup number ${number} is blue.`);
  const told = await Promise.all(numbers.map((text) => remember(keeper, text)));
  assert.equal(new Set(told.map(({ id }) => id)).size, 50);
  const { hash } = await keeper.request({ op: "stateHash" });
  await keeper.close();
  const again = await open(disk);
  assert.deepEqual(await texts(again), numbers.sort());
  assert.deepEqual(await again.request({ op: "stateHash" }), { hash });
});

test("reads wait for no command", timely, async () => {
  const disk = new MemoryDisk();
  const keeper = await open(disk);
  await remember(keeper, "Ana lives in York.");
  const { append } = disk;
  let finish;
  disk.append = (bytes) => new Promise((resolve) => (finish = () => resolve(append.call(disk, bytes))));
  const writing = remember(keeper, "Ana has a kite.");
  await sleep(5);
  const { hits } = await keeper.request({ op: "recall", now, scope, args: { text: "Where does Ana live?" } });
  assert.ok(hits.some(({ text }) => text === "Ana lives in York."));
  finish();
  await writing;
});

test("a write that fails is an error, and the store goes on from what is kept", timely, async () => {
  const disk = new MemoryDisk();
  const keeper = await open(disk);
  await remember(keeper, "Ana lives in York.");
  const { append } = disk;
  disk.append = async () => {
    throw new MemoletError("full", "there is no room");
  };
  await fails(remember(keeper, "Ana has a kite."), "full", /could not be stored: there is no room/);
  await fails(remember(keeper, "Ana has a boat."), "full");
  assert.deepEqual(await texts(keeper), ["Ana lives in York."]);
  disk.append = append;
  await remember(keeper, "Ana has a kite.");
  assert.deepEqual(await texts(keeper), ["Ana has a kite.", "Ana lives in York."]);
  assert.ok((await keeper.request({ op: "verify" })).entries >= 2);
});

test("whatever fails in between, what was acknowledged is there, once", timely, async () => {
  const disk = new MemoryDisk();
  const { append } = disk;
  let writes = 0;
  disk.append = async (bytes) => {
    writes += 1;
    if (writes % 7 === 3) await append.call(disk, bytes.subarray(0, writes));
    if (writes % 7 === 3 || writes % 11 === 5) throw new MemoletError("other", "the disk has moods");
    await append.call(disk, bytes);
  };
  const keeper = await open(disk);
  const commands = Array.from({ length: 100 }, async (_, number) => {
    await sleep(number % 5);
    const text = `Cup number ${number} is blue.`;
    return remember(keeper, text).then(() => text);
  });
  const told = await Promise.allSettled(commands);
  const stored = told.filter(({ status }) => status === "fulfilled").map(({ value }) => value).sort();
  assert.ok(stored.length > 50 && stored.length < 100, `${stored.length} of 100`);
  assert.ok(told.every(({ status, reason }) => status === "fulfilled" || /moods$/.test(reason.message)));
  assert.deepEqual(await texts(keeper), stored);
  await keeper.close();
  disk.append = append;
  assert.deepEqual(await texts(await open(disk)), stored);
});

test("a torn end of the journal is cut off", timely, async () => {
  const disk = new MemoryDisk();
  const keeper = await open(disk);
  await remember(keeper, "Ana lives in York.");
  const whole = disk.sizes().journal;
  const { append } = disk;
  disk.append = async (bytes) => {
    await append.call(disk, bytes.subarray(0, bytes.length - 5));
    throw new MemoletError("other", "the power went");
  };
  await fails(remember(keeper, "Ana has a kite."), "other", /the power went/);
  disk.append = append;
  assert.ok(disk.sizes().journal > whole);
  assert.deepEqual(await texts(keeper), ["Ana lives in York."]);
  assert.equal(disk.sizes().journal, whole);
});

test("an encrypted store opens with its key only", timely, async () => {
  const disk = new MemoryDisk();
  const key = new Uint8Array(32).fill(7);
  const keeper = await open(await sealed(disk, key));
  assert.equal((await keeper.request({ op: "storage" })).encrypted, true);
  await remember(keeper, "Ana lives in York.");
  await keeper.close();
  await fails(open(disk), "denied", /its key/);
  await fails(sealed(disk, new Uint8Array(32)), "denied", /does not open/);
  assert.deepEqual(await texts(await open(await sealed(disk, key))), ["Ana lives in York."]);
});

test("an erasure whose bytes could not be replaced at once is made up for", timely, async () => {
  const disk = new MemoryDisk();
  const keeper = await open(disk);
  const { id } = await remember(keeper, "Ana's code word is heliotrope.");
  const holds = async () => {
    const { snapshot = new Uint8Array(), journal } = await disk.read();
    return Buffer.concat([snapshot, journal]).includes("heliotrope");
  };
  assert.equal(await holds(), true, "before the erasure");
  const { replace } = disk;
  disk.replace = async () => {
    throw new MemoletError("full", "there is no room");
  };
  const notices = [];
  keeper.listen((event) => event.type === "notice" && notices.push(event.text));
  const erase = { op: "erase", now, scope, args: { ids: [id], authority: "ana", reason: "user-asked" } };
  assert.equal((await keeper.request(erase)).complete, false);
  assert.match(notices.join(), /no room/);
  disk.replace = replace;
  const { receipts } = await keeper.request({ op: "receipts" });
  assert.equal(receipts[0].complete, true);
  assert.equal(await holds(), false);
});

test("an erasure answers with its receipt as it is once the bytes are gone", timely, async () => {
  const keeper = await open();
  const { id } = await remember(keeper, "Ana's code word is heliotrope.");
  const args = { ids: [id], authority: "ana", reason: "user-asked" };
  assert.equal((await keeper.request({ op: "erase", now, scope, args })).complete, true);
});

test("an engine that was stopped is opened again from what is kept", timely, async (context) => {
  const { stops, keeper } = await stoppable(context);
  await remember(keeper, "Ana lives in York.");
  stops.remember = true;
  await fails(remember(keeper, "Ana has a kite."), "other", /^the engine was stopped: unreachable.*is kept$/);
  await remember(keeper, "Ana has a boat.");
  assert.deepEqual(await texts(keeper), ["Ana has a boat.", "Ana lives in York."]);
  stops.list = true;
  await fails(texts(keeper), "other", /^the engine was stopped/);
  assert.deepEqual(await texts(keeper), ["Ana has a boat.", "Ana lives in York."]);
});

test("a read that stops the engine takes nothing from a command under way", timely, async (context) => {
  const { stops, keeper, disk } = await stoppable(context);
  const { append } = disk;
  let finish;
  disk.append = (bytes) => new Promise((resolve) => (finish = () => resolve(append.call(disk, bytes))));
  const writing = remember(keeper, "Ana lives in York.");
  await sleep(5);
  stops.list = true;
  await fails(texts(keeper), "other");
  finish();
  assert.equal((await writing).outcome, "active");
  disk.append = append;
  assert.deepEqual(await texts(keeper), ["Ana lives in York."]);
});

test("a signal that aborts keeps a command that waits from being carried out", timely, async () => {
  const disk = new MemoryDisk();
  const keeper = await open(disk);
  const { append } = disk;
  let finish;
  disk.append = (bytes) => new Promise((resolve) => (finish = () => resolve(append.call(disk, bytes))));
  const first = remember(keeper, "Ana lives in York.");
  await sleep(5);
  const abort = new AbortController();
  const second = remember(keeper, "Ana has a kite.", {}, abort.signal);
  abort.abort(new Error("changed my mind"));
  await assert.rejects(second, /changed my mind/);
  disk.append = append;
  finish();
  await first;
  await assert.rejects(remember(keeper, "Ana has a boat.", {}, AbortSignal.abort()), { name: "AbortError" });
  assert.deepEqual(await texts(keeper), ["Ana lives in York."]);
});

test("who listens is told of every command that changed memories, once it is stored", timely, async () => {
  const disk = new MemoryDisk();
  const keeper = await open(disk);
  const events = [];
  const stop = keeper.listen((event) => events.push({ ...event, journal: disk.sizes().journal }));
  keeper.listen(() => {
    throw new Error("a listener's own mistake");
  });
  const { error } = console;
  console.error = () => {};
  const before = disk.sizes().journal;
  const { id } = await remember(keeper, "Ana lives in York.");
  await keeper.request({ op: "archive", now, scope, args: { id } });
  await texts(keeper);
  assert.deepEqual(events.map(({ type, op, ids }) => [type, op, ids]), [
    ["change", "remember", [id]], ["change", "archive", [id]],
  ]);
  assert.ok(events[0].journal > before);
  const { sequence } = events[1];
  stop();
  assert.deepEqual(await keeper.request({ op: "undo", now, scope, args: { sequence } }), { changed: 1 });
  console.error = error;
  assert.equal(events.length, 2);
});

test("a long journal is swapped for a snapshot", timely, async () => {
  const disk = new MemoryDisk();
  const keeper = await open(disk);
  const { sizes } = disk;
  disk.sizes = () => ({ snapshot: 0, journal: 5 << 20 });
  await remember(keeper, "Ana lives in York.");
  disk.sizes = sizes;
  assert.ok(disk.sizes().snapshot > 0);
  assert.equal((await keeper.request({ op: "storage" })).kind, "memory");
  await keeper.close();
  assert.deepEqual(await texts(await open(disk)), ["Ana lives in York."]);
});

/** A keeper whose engine runs into `unreachable` in the next call of a method of `stops`. */
async function stoppable(context) {
  const { trap } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 8, 1, 4, 116, 114, 97, 112, 0, 0,
    10, 5, 1, 3, 0, 0, 11,
  ]))).exports;
  const stops = {};
  const watched = (scope) => new Proxy(scope, {
    get: (target, name) => {
      const value = target[name];
      if (typeof value !== "function") return value;
      return (...args) => {
        if (stops[name]) {
          delete stops[name];
          trap();
        }
        return value.apply(target, args);
      };
    },
  });
  const proxied = (store) => new Proxy(store, {
    get: (target, name) => {
      const value = target[name];
      if (name === "scope") return (labels) => watched(target.scope(labels));
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const audit = (store, ...rest) => raw.audit(store[REAL] ?? store, ...rest);
  provide(() => ({ ...raw, audit, Store: { open: (...args) => real(proxied, raw.Store.open(...args)) } }));
  context.after(() => provide(() => raw));
  const disk = new MemoryDisk();
  return { stops, disk, keeper: await open(disk) };
}

const REAL = Symbol("the engine's own");

function real(proxied, store) {
  store[REAL] = store;
  return proxied(store);
}

test("a new store begins with a backup's bytes, tombstones, receipts and record with it", timely, async () => {
  const keeper = await open();
  await remember(keeper, "Ana lives in York.");
  const { id } = await remember(keeper, "Ana owes Bob five pounds.");
  await keeper.request({ op: "erase", now, scope, args: { ids: [id], authority: "ana", reason: "user-asked" } });
  const { bytes } = await keeper.request({ op: "backup" });
  const { hash } = await keeper.request({ op: "stateHash" });
  const disk = new MemoryDisk();
  const next = await open(await sealed(disk, new Uint8Array(32).fill(5), "acme"), {}, { from: bytes });
  assert.deepEqual(await next.request({ op: "stateHash" }), { hash });
  assert.equal((await next.request({ op: "receipts", now, scope })).receipts.length, 1);
  const again = await remember(next, "Ana owes Bob five pounds.");
  assert.deepEqual([again.outcome, again.rules], ["refused", ["tombstoned"]]);
  await next.close();
  await fails(open(await sealed(disk, new Uint8Array(32).fill(5), "acme"), {}, { from: bytes }), "conflict", /there already/);
  const reopened = await open(await sealed(disk, new Uint8Array(32).fill(5), "acme"));
  assert.deepEqual(await texts(reopened), ["Ana lives in York."]);
});

test("where the engine refuses a backup's bytes, the disk is as never made", timely, async () => {
  const keeper = await open();
  await remember(keeper, "Ana lives in York.");
  const { bytes } = await keeper.request({ op: "backup" });
  for (const [from, more, tag] of [
    [new Uint8Array(64).fill(1), {}, "corrupt"], [bytes.slice(0, -3), {}, "corrupt"],
    [bytes, { tenant: "other" }, "denied"],
  ]) {
    const disk = new MemoryDisk();
    await fails(open(disk, {}, { ...more, from }), tag);
    assert.deepEqual(disk.sizes(), { snapshot: 0, journal: 0 });
  }
});
