// The raw engine as it is installed: values, failures and bytes cross as the contract has them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  auditing, embedding, forgetting, init, memory, recall, tools, working,
} from "memolet/raw";

const now = Date.UTC(2026, 6, 1);
const tenant = { tenant: "acme", seed: new Uint8Array(16).fill(7), model: false };

/** A store whose host keeps what it is handed. */
function opened(options = {}, kept = { journal: [] }) {
  const journal = Buffer.concat(kept.journal);
  const store = memory.Store.open({ ...tenant, ...options }, kept.snapshot, journal, now);
  const drain = (at = now) => {
    for (let request; (request = store.poll(at)); ) {
      const { tag, val } = request.task;
      assert.ok(val instanceof Uint8Array, `bytes of ${tag}`);
      if (tag === "append") kept.journal.push(val);
      else Object.assign(kept, { snapshot: val, journal: [] });
      assert.equal(store.answer(request.ticket, { tag: "stored" }, at).verdict, "stored");
    }
  };
  drain();
  return { store, drain, kept };
}

test("what is remembered is recalled, and is there when the store is opened again", async () => {
  await init();
  const { store, drain, kept } = opened();
  const ana = store.scope({ user: "ana" });
  const told = ana.remember({
    text: "Ana is allergic to walnuts.", kind: "fact", entity: "Ana", attribute: "allergy", value: "walnuts",
    metadata: [["topic", { tag: "text", val: "health" }], ["grade", { tag: "number", val: 2 }], ["old", { tag: "null" }]],
  }, now);
  assert.equal(told.outcome, "active");
  drain();
  const { hits, tokens } = recall.recall(ana, { text: "What is Ana allergic to?" }, now);
  assert.equal(hits[0].text, "Ana is allergic to walnuts.");
  assert.equal(hits[0].validFrom, now);
  assert.ok(tokens > 0);
  assert.deepEqual(ana.get(told.id, now).metadata, [
    ["grade", { tag: "number", val: 2 }], ["old", { tag: "null" }], ["topic", { tag: "text", val: "health" }],
  ]);
  const again = opened({}, kept);
  assert.equal(again.store.stateHash(), store.stateHash());
  assert.equal(auditing.verify(again.store).entries, again.store.opened().sequence);
});

test("a failure is an Error that says which", () => {
  const { store } = opened();
  const ana = store.scope({ user: "ana" });
  const thrown = (call, tag) => assert.throws(call, (error) => error instanceof Error && error.payload.tag === tag);
  thrown(() => ana.get("nothing", now), "not-found");
  thrown(() => recall.recall(ana, { text: "x", k: 0 }, now), "invalid");
  thrown(() => recall.recall(ana, { text: "x", kinds: ["rumour"] }, now), "invalid");
  thrown(() => ana.remember({ text: 5 }, now), "invalid");
  thrown(() => ana.get("nothing", -1), "invalid");
  thrown(() => store.scope({ user: "" }), "invalid");
  thrown(() => store.answer(99, { tag: "stored" }, now), "stale-ticket");
  thrown(() => memory.Store.open({ ...tenant, seed: new Uint8Array(3) }, undefined, new Uint8Array(), now), "invalid");
});

test("an erasure answers with its receipt, complete once the bytes are gone", () => {
  const { store, drain, kept } = opened();
  const ana = store.scope({ user: "ana" });
  const { id } = ana.remember({ text: "Ana's code word is heliotrope." }, now);
  drain();
  const holds = () => Buffer.concat([kept.snapshot ?? Buffer.of(), ...kept.journal]).includes("heliotrope");
  assert.equal(holds(), true, "before the erasure");
  const receipt = forgetting.erase(ana, { ids: [id], authority: "ana", reason: "user-asked" }, now);
  assert.deepEqual(receipt.removed, [id]);
  drain();
  assert.equal(forgetting.receipts(store)[0].complete, true);
  assert.equal(holds(), false);
});

test("turns, tools and Dates", () => {
  const { store, drain } = opened();
  const ana = store.scope({ user: "ana", session: "s" });
  const window = working.turn(ana, { role: "user", text: "I live in York.", ref: "chat://1#1" }, new Date(now));
  assert.equal(window.turns, 1);
  drain();
  const names = JSON.parse(tools.toolDefinitions()).map(({ name }) => name);
  assert.deepEqual(names, ["memory_store", "memory_recall", "memory_update", "memory_forget"]);
  const told = JSON.parse(tools.tool(ana, "memory_store", JSON.stringify({
    text: "Ana lives in York.", kind: "fact", quote: "I live in York",
  }), undefined, undefined, now));
  assert.equal(told.source, "user-said");
});

test("the built-in embedder gives vectors that a recall takes", () => {
  const table = readFileSync(process.env.MEMOLET_TABLE);
  const embedder = embedding.Embedder.load(table);
  const info = embedder.info();
  const vectors = embedder.embed(["Ana lives in York.", "walnuts"]);
  assert.equal(vectors[0].length, info.dimensions);
  const { store, drain } = opened({ embedder: info });
  const ana = store.scope({ user: "ana" });
  ana.remember({ text: "Ana lives in York.", embedding: vectors[0] }, now);
  drain();
  const [embedded] = embedder.embed([recall.queryText(ana, "Where does Ana live?")]);
  assert.equal(recall.recall(ana, { text: "Where does Ana live?", embedding: embedded }, now).hits.length, 1);
  assert.throws(() => embedding.Embedder.load(table.subarray(0, 100)), (error) => error.payload.tag === "corrupt");
});
