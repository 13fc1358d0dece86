// What requests hold: the table is the engine's, mistakes are refused by name, the host's own operations.
import assert from "node:assert/strict";
import { test } from "node:test";
import { MemoryDisk, UserMemory, builtIn, operation, operationNames, raw, readTime } from "./support/keeper.mjs";
import { fails, now, open, remember, scope, texts, timely } from "./support/store.mjs";

test("every operation of the table is the engine's, with as many parameters", () => {
  assert.ok(operationNames().length > 40, `${operationNames().length} operations`);
  for (const name of operationNames()) {
    const { receiver, parameters } = operation(name);
    const owner = { store: raw.Store.prototype, scope: raw.Scope.prototype }[receiver] ?? raw;
    assert.equal(owner[name]?.length, parameters.length, name);
  }
});

test("a policy that was adopted stays when the store is opened again", timely, async () => {
  const keeper = await open(new MemoryDisk(), {}, { policy: { version: "first" } });
  await keeper.request({ op: "adoptPolicy", now, args: { policy: { version: "second" } } });
  await keeper.request({ op: "reopen", now });
  assert.equal((await keeper.request({ op: "policy" })).version, "second");
});

test("an export says how far it is, and comes back in another store", timely, async () => {
  const here = await open();
  for (let number = 0; number < 70; number++) await remember(here, `Cup number ${number} is blue.`);
  const { lines, memories } = await here.request({ op: "export", now, scope });
  assert.equal(memories, 70);
  const there = await open(new MemoryDisk(), { embedder: builtIn() });
  const progress = [];
  there.listen((event) => event.type === "progress" && progress.push([event.op, event.done, event.of]));
  const counts = await there.request({ op: "import", now, scope, args: { lines } });
  const none = { known: 0, quarantined: 0, pins: 0, holds: 0, links: 0, approvals: 0, refused: [] };
  assert.deepEqual(counts, { memories: 70, added: 70, current: 70, ...none });
  assert.deepEqual(progress, [["import", 64, 70], ["import", 70, 70]]);
  assert.equal((await there.request({ op: "stats", now })).vectors, 70);
  const refused = (lines, text) => fails(there.request({ op: "import", now, scope, args: { lines } }), "invalid", text);
  await refused("{}\n", /header of an export/);
  const bad = "\uFEFF" + lines + "\r\n{ Ana's secret\n";
  const wrong = await there.request({ op: "import", now, scope, args: { lines: bad } });
  assert.deepEqual([wrong.known, wrong.refused], [70, [{ line: 73, why: "no JSON" }]]);
  const bob = { user: "bob" };
  const theirs = (args) => there.request({ op: "import", now, scope: bob, args: { lines, ...args } });
  await fails(theirs({}), "denied", /^the export is of the user `ana`; /);
  assert.equal((await theirs({ fromUser: "ana" })).added, 70);
});

test("after close, and after destroy, nothing is answered and nothing is left", timely, async () => {
  const disk = new MemoryDisk();
  const keeper = await open(disk);
  const last = remember(keeper, "Ana lives in York.");
  await keeper.close();
  assert.equal((await last).outcome, "active", "what was under way is finished");
  await fails(texts(keeper), "other", /^the store is closed$/);
  const again = await open(disk);
  const { bytes } = await again.request({ op: "backup" });
  assert.ok(bytes.length > 100);
  assert.deepEqual(await again.request({ op: "destroy" }), {});
  assert.deepEqual(disk.sizes(), { snapshot: 0, journal: 0 });
  await fails(remember(again, "Ana has a kite."), "other", /closed/);
});

test("a store that could not be erased is closed all the same, and says so", timely, async () => {
  const disk = new MemoryDisk();
  let closed = 0;
  disk.clear = () => Promise.reject(new RangeError("the disk has moods"));
  disk.close = async () => void (closed += 1);
  const keeper = await open(disk);
  await fails(keeper.request({ op: "destroy" }), "other", /^the disk has moods$/);
  await keeper.close();
  assert.equal(closed, 1);
  await fails(texts(keeper), "other", /^the store is closed$/);
});

test("what is no signal is refused, and no rejection is left over", timely, async () => {
  const keeper = await open();
  for (const signal of [{}, "now", 5, new AbortController()]) {
    await fails(remember(keeper, "Ana lives in York.", {}, signal), "invalid", /^signal: must be an AbortSignal$/);
    await fails(keeper.request({ op: "nonsense" }, signal), "invalid");
  }
  await new Promise(setImmediate); // an unhandled one would end the process
  assert.equal((await remember(keeper, "Ana lives in York.", {}, null)).outcome, "active");
});

test("a browser that tells little of its storage is no failure", timely, async (context) => {
  const before = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  context.after(() => {
    delete globalThis.navigator;
    if (before) Object.defineProperty(globalThis, "navigator", before);
  });
  const disk = new MemoryDisk();
  Object.defineProperty(disk, "kind", { value: "opfs" });
  const keeper = await open(disk);
  const say = (storage) => Object.defineProperty(globalThis, "navigator", { value: { storage }, configurable: true });
  say({});
  const { snapshot, journal, ...state } = await keeper.request({ op: "storage" });
  assert.deepEqual(state, { kind: "opfs", encrypted: false });
  say({ persisted: async () => true, estimate: () => Promise.reject(new Error("no")) });
  assert.equal((await keeper.request({ op: "storage" })).persisted, true);
});

test("a backup is the whole store: another disk begins with it", timely, async () => {
  const keeper = await open();
  await remember(keeper, "Ana lives in York.");
  const snapshot = await new UserMemory(keeper, { user: "ben" }).backup();
  const disk = new MemoryDisk();
  await disk.replace(snapshot);
  assert.deepEqual(await texts(await open(disk)), ["Ana lives in York."]);
});

test("a memory that is destroyed is closed, also where that fails", timely, async () => {
  const disk = new MemoryDisk();
  const keeper = await open(disk);
  const memory = new UserMemory(keeper, { user: "ana" });
  assert.equal(memory.role, "writer");
  await fails(memory.destroy({ now: "soon" }), "invalid", /^now: /);
  await fails(memory.list().next(), "other", /^the store is closed$/);
});

test("what has no place in a request is refused by name", timely, async () => {
  const keeper = await open();
  const refused = (request, text) => fails(keeper.request({ now, scope, ...request }), "invalid", text);
  await refused({ op: "nonsense" }, /^op: no operation is called `nonsense`; there are adoptPolicy, /);
  await refused({ op: "toString" }, /^op: no operation/);
  await refused({ op: "stats", arg: {} }, /^arg: a request has no such field; allowed: op, now, scope, args, key$/);
  await refused({ op: "get", args: { id: 5 } }, /^id: must be a text$/);
  await refused({ op: "get", args: {} }, /^id: required$/);
  await refused({ op: "get", args: { id: "x", ids: [] } }, /^ids: get has no such field; allowed: id$/);
  await refused({ op: "get", args: { id: "x" }, key: "k" }, /^key: get takes none$/);
  await refused({ op: "get", scope: null, args: { id: "x" } }, /^scope: required, with at least a user/);
  await refused({ op: "recall", args: { kinds: ["fact", "rumour"] } }, /^kinds\[1\]: must be one of episode, fact/);
  await refused({ op: "remember", args: { text: "x", evidence: [{ url: "y" }] } }, /^url: evidence\[0\] has no such/);
  await refused({ op: "remember", args: { text: "x", metadata: { a: [] } } }, /^metadata\.a: must be null, true/);
  await refused({ op: "remember", args: { text: "x", validTo: "2026-07-12T09:00" } }, /^validTo: `.*` has no zone/);
  await refused({ op: "recall", args: { k: 1.5 } }, /^k: must be a whole number from 0 to 4294967295$/);
  const [itself, mine] = [{}, new Error("mine")];
  itself.itself = itself;
  await refused({ op: "recall", args: { filter: itself } }, /^filter: must be what JSON can hold$/);
  const odd = { op: "list", now, scope, args: { get limit() { throw mine; } } };
  await fails(keeper.request(odd), "other", /^mine$/);
  await refused({ op: "settle", args: { x: 1 } }, /^x: settle has no such field; allowed: nothing$/);
});

test("times are read as RFC 3339 has them", () => {
  const read = (value) => readTime(value, "now");
  assert.equal(read("1970-01-01T00:00:01Z"), 1000);
  assert.equal(read("1970-01-01t02:00:01.5+02:00"), 1500);
  assert.equal(read("2024-02-29 12:00:00-0330"), Date.UTC(2024, 1, 29, 15, 30));
  assert.equal(read("2016-12-31T23:59:60Z"), Date.UTC(2016, 11, 31, 23, 59, 59));
  assert.equal(read(new Date(7)), 7);
  assert.equal(read(" 1000 "), 1000);
  assert.equal(read("1969-12-31T23:00:00-01:30"), 30 * 60_000);
  assert.equal(read("1970-01-02T01:59:00+25:59"), 0);
  for (const bad of ["2026-07-12T09:00:00", "2026-07-12", "soon", "2026-02-30T00:00:00Z", "2026-07-12T25:00:00Z",
    "1969-12-31T23:59:59Z", "0070-01-01T00:00:00Z", "0099-12-31T00:00:00Z", "2026-07-12T09:00:00+99:99",
    "2026-07-12T09:00:00+26:00", "2026-07-12T09:00:00-01:60", "2026-13-01T00:00:00Z", "2026-07-12T09:00:61Z",
     -5, 1.5, Number.NaN, new Date(Number.NaN), [], null, 2 ** 60]) {
    const isIt = (error) => error.tag === "invalid" && error.message.startsWith("now: ");
    assert.throws(() => read(bad), isIt, String(bad));
  }
});
