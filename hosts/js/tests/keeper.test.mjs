// What a keeper of a store promises beyond the case files: order, durability, and patience with services.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Keeper, MemoletError, MemoryDisk, builtIn, provide, raw, readTime, sealed } from "./support/keeper.mjs";

const now = Date.UTC(2026, 6, 1);
const scope = { user: "ana" };
const settings = { tenant: "acme", seed: new Uint8Array(32).fill(7) };
const timely = { timeout: 20_000 };

const open = (disk = new MemoryDisk(), services = {}, more = {}) => Keeper.open({ ...settings, ...more }, disk, services, now);
const remember = (keeper, text, args = {}, signal) =>
  keeper.request({ op: "remember", now, scope, args: { text, ...args } }, signal);
const texts = async (keeper) =>
  (await keeper.request({ op: "list", now, scope, args: { limit: 1000 } })).memories.map(({ text }) => text).sort();
const fails = (promise, tag, text = /./) =>
  assert.rejects(promise, (error) => error instanceof MemoletError && error.tag === tag && text.test(error.message));
const never = () => new Promise(() => {});

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
  const { snapshot, journal } = await disk.read();
  assert.ok(!Buffer.concat([snapshot, journal]).includes("heliotrope"));
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

test("a signal that aborts ends a recall whose embedder does not answer", timely, async () => {
  const embedder = { ...builtIn() };
  const keeper = await open(new MemoryDisk(), { embedder });
  await remember(keeper, "Ana lives in York.");
  embedder.embed = never;
  const abort = new AbortController();
  const recall = keeper.request({ op: "recall", now, scope, args: { text: "York" } }, abort.signal);
  setTimeout(() => abort.abort(new Error("no time")), 10);
  await assert.rejects(recall, /no time/);
});

test("memories are embedded before a command resolves, and recalled by their vectors", timely, async () => {
  const seen = [];
  const real = builtIn();
  const embedder = { ...real, embed: (texts, purpose) => (seen.push([purpose, texts.length]), real.embed(texts)) };
  const keeper = await open(new MemoryDisk(), { embedder });
  assert.deepEqual(keeper.opened.embedder, { name: real.name, dimensions: real.dimensions });
  await Promise.all(Array.from({ length: 20 }, (_, number) => remember(keeper, `Cup number ${number} is blue.`)));
  const { vectors, pendingEmbeddings } = await keeper.request({ op: "stats", now });
  assert.deepEqual([vectors, pendingEmbeddings], [20, 0]);
  assert.ok(seen.every(([purpose]) => purpose === "passage"));
  assert.ok(seen.length < 20, "what comes together is embedded together");
  const { hits } = await keeper.request({ op: "recall", now, scope, args: { text: "blue mugs" } });
  assert.deepEqual(seen.at(-1), ["query", 1]);
  assert.ok(hits[0].parts.vector > 0);
});

test("an embedder that fails leaves recall to the words, and is asked again", timely, async () => {
  const embedder = { ...builtIn() };
  const { embed } = embedder;
  const keeper = await open(new MemoryDisk(), { embedder });
  const notices = [];
  keeper.listen((event) => event.type === "notice" && notices.push(event.text));
  embedder.embed = async () => {
    throw new Error("no network");
  };
  await remember(keeper, "Ana lives in York.");
  const { hits } = await keeper.request({ op: "recall", now, scope, args: { text: "York" } });
  assert.equal(hits.length, 1);
  assert.deepEqual(notices, [
    "memories wait to be embedded: no network", "recalled by words alone: embeddings: no network",
  ]);
  embedder.embed = embed;
  assert.deepEqual(await keeper.request({ op: "settle", now }), { settled: true });
  assert.equal((await keeper.request({ op: "stats", now })).vectors, 1);
});

test("an embedder that gives what was not asked for is one that fails", timely, async () => {
  const embedder = { name: "odd", dimensions: 2, embed: async () => [new Float32Array(3)] };
  const keeper = await open(new MemoryDisk(), { embedder, model: { name: "m", ask: async () => 5 } });
  const notices = [];
  keeper.listen((event) => event.type === "notice" && notices.push(event.text));
  await conflicting(keeper);
  assert.match(notices[0], /^memories wait to be embedded: 1 vectors of 2 numbers were wanted/);
  const { hits } = await keeper.request({ op: "recall", now, scope, args: { text: "Volvo" } });
  assert.ok(hits.length > 0);
  assert.deepEqual(await keeper.request({ op: "settle", now }), { settled: false });
  assert.ok(notices.includes("a question to the model stays open: the model's reply is no text"));
});

test("a model that does not answer holds up nobody", timely, async () => {
  let asked = 0;
  const model = { name: "slow", ask: () => ((asked += 1), never()) };
  const keeper = await open(new MemoryDisk(), { model, embedder: builtIn() });
  await conflicting(keeper);
  await until(() => asked === 1);
  await remember(keeper, "Ana has a kite.");
  assert.equal((await keeper.request({ op: "stats", now })).pendingEmbeddings, 0);
  assert.ok((await keeper.request({ op: "recall", now, scope, args: { text: "kite" } })).hits.length > 0);
  await keeper.close();
});

test("a question is put to the model behind the command, and again where its reply is of no use", timely, async () => {
  const prompts = [];
  const model = {
    name: "scripted",
    ask: async ({ purpose, prompt }) => {
      prompts.push([purpose, prompt]);
      return prompts.length === 1 ? "I think so" : JSON.stringify({ operations: [{ op: "UPDATE", target: "m1" }] });
    },
  };
  const keeper = await open(new MemoryDisk(), { model });
  await conflicting(keeper);
  await keeper.request({ op: "settle", now });
  assert.equal(prompts.length, 2);
  assert.equal(prompts[0][0], "reconcile");
  assert.match(prompts[1][1], /Your last reply could not be used .*Reply with the JSON alone\.\n$/s);
  assert.deepEqual(await texts(keeper), ["Ana drives a blue Volvo now."]);
});

test("reads that wait for a reranker do not get into each other's way, nor into a command's", timely, async () => {
  const calls = [];
  const reranker = async (query, documents) => {
    calls.push(query);
    await sleep(20);
    return documents.map((text) => Number(/\d+/.exec(text)[0]) / 10);
  };
  const counters = { words: (texts) => texts.map((text) => text.split(/\s+/).length) };
  const keeper = await open(new MemoryDisk(), { reranker, counters });
  for (let number = 0; number < 6; number++) await remember(keeper, `Cup number ${number} holds tea.`);
  const recall = (text) => keeper.request({ op: "recall", now, scope, args: { text, rerank: true, counter: "words" } });
  const reads = [recall("tea cups"), recall("cups of tea"), recall("which cup")];
  await sleep(5);
  await remember(keeper, "Bees are kept behind the barn.");
  for (const { hits, ticket } of await Promise.all(reads)) {
    assert.equal(ticket, undefined);
    assert.deepEqual(hits.slice(0, 6).map(({ text }) => Number(/\d/.exec(text)[0])), [5, 4, 3, 2, 1, 0]);
  }
  assert.equal(calls.length, 3, "what was scored is not scored again");
});

test("a reranker or a tokenizer that fails, or gives what is of no use, is done without", timely, async () => {
  const services = {};
  const keeper = await open(new MemoryDisk(), services);
  await remember(keeper, "The red cup holds tea.");
  await remember(keeper, "The blue cup holds tea.");
  const recall = async (args) => {
    const { hits, ticket } = await keeper.request({ op: "recall", now, scope, args: { text: "tea cup", ...args } });
    assert.deepEqual([hits.length, ticket], [2, undefined]);
  };
  const fail = async () => {
    throw new Error("busy");
  };
  for (const reranker of [fail, async () => [7, 7], async () => "no list"]) {
    services.reranker = reranker;
    await recall({ rerank: true });
  }
  for (const words of [fail, () => [], () => [-1]]) {
    services.counters = { words };
    await recall({ counter: "words", rerank: true });
  }
});

test("an erasure while a reranker is at work leaves nothing of the text behind", timely, async () => {
  let start;
  const started = new Promise((resolve) => (start = resolve));
  const reranker = async (_, documents) => (start(), await sleep(20), documents.map(() => 0.5));
  const keeper = await open(new MemoryDisk(), { reranker });
  await remember(keeper, "The red cup holds tea.");
  const { id } = await remember(keeper, "The blue cup holds tea.");
  const recall = keeper.request({ op: "recall", now, scope, args: { text: "tea cup", rerank: true } });
  await started;
  const args = { ids: [id], authority: "ana", reason: "user-asked" };
  assert.equal((await keeper.request({ op: "erase", now, scope, args })).complete, true);
  const { hits, ticket } = await recall;
  assert.deepEqual([hits.map(({ text }) => text), ticket], [["The red cup holds tea."], undefined]);
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

test("a policy that was adopted stays when the store is opened again", timely, async () => {
  const keeper = await open(new MemoryDisk(), {}, { policy: { version: "first" } });
  await keeper.request({ op: "adoptPolicy", now, args: { policy: { version: "second" } } });
  await keeper.request({ op: "reopen", now });
  assert.equal((await keeper.request({ op: "policy" })).version, "second");
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

test("an export says how far it is, and comes back in another store", timely, async () => {
  const here = await open();
  for (let number = 0; number < 70; number++) await remember(here, `Cup number ${number} is blue.`);
  const { lines, memories } = await here.request({ op: "export", now, scope });
  assert.equal(memories, 70);
  const there = await open(new MemoryDisk(), { embedder: builtIn() }, { tenant: "there" });
  const progress = [];
  there.listen((event) => event.type === "progress" && progress.push([event.op, event.done, event.of]));
  const counts = await there.request({ op: "import", now, scope, args: { lines } });
  assert.deepEqual(counts, { memories: 70, outcomes: { active: 70 }, retired: 0 });
  assert.deepEqual(progress, [["import", 64, 70], ["import", 70, 70]]);
  assert.equal((await there.request({ op: "stats", now })).vectors, 70);
  await fails(there.request({ op: "import", now, scope, args: { lines: "{}\n" } }), "invalid", /header of an export/);
  await fails(there.request({ op: "import", now, scope, args: { lines: lines + "{\n" } }), "invalid", /^lines:72: no JSON/);
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
  for (const bad of ["2026-07-12T09:00:00", "2026-07-12", "soon", "2026-02-30T00:00:00Z", "2026-07-12T25:00:00Z",
    "1969-12-31T23:59:59Z", -5, 1.5, Number.NaN, new Date(Number.NaN), [], null, 2 ** 60]) {
    assert.throws(() => read(bad), (error) => error.tag === "invalid" && error.message.startsWith("now: "), String(bad));
  }
});

/** Two memories, of the second of which a model is asked whether it replaces the first. */
async function conflicting(keeper) {
  await remember(keeper, "Ana drives a red Volvo.", { kind: "fact" });
  await remember(keeper, "Ana drives a blue Volvo now.", { kind: "fact" });
}

async function until(condition) {
  while (!condition()) await sleep(2);
}

/** A keeper whose engine runs into `unreachable` in the next call of a method of `stops`. */
async function stoppable(context) {
  const { trap } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 8, 1, 4, 116, 114, 97, 112, 0, 0, 10, 5, 1, 3, 0, 0, 11,
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
