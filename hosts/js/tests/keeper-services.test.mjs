// Patience: embedders, models, rerankers and tokenizers that are slow, fail, or give what is of no use.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { MemoryDisk, builtIn } from "./support/keeper.mjs";
import { fails, never, now, open, remember, scope, texts, timely } from "./support/store.mjs";

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

test("an embedder that does not answer keeps nobody waiting for long", timely, async (context) => {
  const embedder = { ...builtIn(), embed: never };
  const keeper = await open(new MemoryDisk(), { embedder });
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const first = remember(keeper, "Ana lives in York.");
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  context.mock.timers.tick(10_000);
  assert.equal((await first).outcome, "active");
  assert.equal((await remember(keeper, "Ana has a kite.")).outcome, "active");
  await keeper.close();
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
      const reply = JSON.stringify({ operations: [{ op: "UPDATE", target: "m1" }] });
      return prompts.length === 1 ? "I think so" : reply;
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
  const recall = (text) =>
    keeper.request({ op: "recall", now, scope, args: { text, rerank: true, counter: "words" } });
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
  const asked = new Set();
  const fail = async () => {
    throw new Error("busy");
  };
  const rerankers = [fail, async () => [7, 7], async () => "no list"];
  for (const reranker of rerankers) {
    services.reranker = (...given) => (asked.add(reranker), reranker(...given));
    await recall({ rerank: true });
  }
  assert.deepEqual([...asked], rerankers);
  asked.clear();
  const counters = [fail, () => [], () => [-1]];
  for (const words of counters) {
    services.counters = { words: (...given) => (asked.add(words), words(...given)) };
    await recall({ counter: "words", rerank: true });
  }
  for (const words of counters) assert.ok(asked.has(words), "it was asked");
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

/** Two memories, of the second of which a model is asked whether it replaces the first. */
async function conflicting(keeper) {
  await remember(keeper, "Ana drives a red Volvo.", { kind: "fact" });
  await remember(keeper, "Ana drives a blue Volvo now.", { kind: "fact" });
}

async function until(condition) {
  while (!condition()) await sleep(2);
}
