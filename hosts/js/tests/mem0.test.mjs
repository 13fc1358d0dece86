// The mem0-shaped client on the real engine: what feels the same, and what differs on purpose.
import assert from "node:assert/strict";
import { test } from "node:test";
import { MemoryClient, openDoor } from "./support/door.mjs";

/** A client of a new store, for `ana` and, by name, for others. */
async function opened(t, services) {
  const { memory, users, bytes } = await openDoor(t, services);
  return { memory, bytes, client: new MemoryClient(memory, { users }) };
}
const texts = ({ results }) => results.map(({ memory }) => memory);
const refused = (promise, tag, said = /./) =>
  assert.rejects(promise, (thrown) => thrown.tag === tag && said.test(thrown.message));

test("what is added is found, in mem0's shape", async (t) => {
  const { client } = await opened(t);
  const { results } = await client.add("I live in York.", { metadata: { topic: "home", old: null, n: 2 } });
  assert.equal(results.length, 1);
  const { id, ...added } = results[0];
  const metadata = { topic: "home", old: null, n: 2 };
  assert.deepEqual(added, {
    memory: "I live in York.",
    event: "ADD",
    outcome: "active",
    rules: [],
    metadata,
  });
  const found = (await client.search("Where do I live?")).results;
  assert.equal(found.length, 1);
  assert.deepEqual([found[0].id, found[0].memory, found[0].userId], [id, "I live in York.", "ana"]);
  assert.deepEqual(found[0].metadata, metadata);
  assert.ok(found[0].score > 0 && found[0].createdAt.endsWith("Z") && found[0].updatedAt.endsWith("Z"));
  const { score, ...same } = found[0];
  assert.deepEqual(await client.get(id), same);
  assert.deepEqual((await client.getAll()).results, [same]);
  assert.deepEqual(texts(await client.search("the weather on Mars")), []);
});

test("of a conversation, the user's own messages are remembered, in both spellings of the options", async (t) => {
  const { client } = await opened(t);
  const conversation = [
    { role: "system", content: "You are a helpful assistant." },
    { role: "user", content: "I like walnuts.", name: "Ana" },
    { role: "assistant", content: "Noted: you like walnuts." },
    { role: "user", content: "I live in York." },
  ];
  await client.add(conversation, { run_id: "r1", agent_id: "bot" });
  await client.add("I like walnuts more than figs.", { runId: "r2", userId: "ben" });
  const ofRun = await client.getAll({ runId: "r1" });
  assert.deepEqual(texts(ofRun).sort(), ["I like walnuts.", "I live in York."]);
  assert.deepEqual(
    ofRun.results.map(({ runId, agentId }) => [runId, agentId]),
    [
      ["r1", "bot"],
      ["r1", "bot"],
    ],
  );
  assert.deepEqual(ofRun.results.map(({ actorId }) => actorId).sort(), ["Ana", undefined]);
  assert.deepEqual(texts(await client.getAll({ agent_id: "bot", limit: 1 })).length, 1);
  assert.deepEqual(texts(await client.getAll({ agent_id: "other" })), []);
  assert.deepEqual(texts(await client.search("walnuts", { user_id: "ben", top_k: 3 })), [
    "I like walnuts more than figs.",
  ]);
  assert.equal(texts(await client.search("walnuts", { runId: "r1" }))[0], "I like walnuts.");
});

test("a refusal is an answer: a secret is not stored, and the message is named", async (t) => {
  const { client } = await opened(t);
  const { results, refused } = await client.add([
    { role: "user", content: "My password is hunter2-Xy8!kk" },
    { role: "user", content: "I live in York." },
  ]);
  assert.deepEqual(refused, [{ message: 0, rules: ["secret"] }]);
  assert.deepEqual(
    results.map(({ event }) => event),
    ["ADD"],
  );
  const again = await client.add("I live in York.");
  assert.deepEqual(
    again.results.map(({ id, event, outcome }) => [id, event, outcome]),
    [[results[0].id, "NOOP", "duplicate"]],
  );
  assert.deepEqual(texts(await client.getAll()), ["I live in York."]);
});

test("an update keeps what was said before, and the first id stays good", async (t) => {
  const { client } = await opened(t);
  const {
    results: [{ id }],
  } = await client.add("I live in York.", { metadata: { topic: "home" } });
  const first = await client.update(id, "I live in Leeds.");
  const second = await client.update(id, { text: "I live in Hull." });
  assert.notEqual(first.id, second.id);
  const now = await client.get(id);
  assert.deepEqual([now.id, now.memory, now.metadata], [second.id, "I live in Hull.", { topic: "home" }]);
  assert.deepEqual(texts(await client.getAll()), ["I live in Hull."]);
  const history = await client.history(id);
  assert.deepEqual(
    history.map(({ event, oldMemory, newMemory, state, memoryId }) => [
      event,
      oldMemory,
      newMemory,
      state,
      memoryId,
    ]),
    [
      ["ADD", null, "I live in York.", "superseded", id],
      ["UPDATE", "I live in York.", "I live in Leeds.", "superseded", id],
      ["UPDATE", "I live in Leeds.", "I live in Hull.", "active", id],
    ],
  );
  assert.deepEqual(
    await client.history(second.id),
    history.map((entry) => ({ ...entry, memoryId: second.id })),
  );
  await refused(client.update(id, { metadata: { topic: "x" } }), "invalid", /metadata/);
  await refused(client.update(id, {}), "invalid", /text/);
  await refused(client.update("01a22a53-9b88-7aad-a20e-053779a31607", "x"), "not-found");
});

test("a delete is an erasure of every version, with its receipt", async (t) => {
  const { client, bytes } = await opened(t);
  const {
    results: [{ id }],
  } = await client.add("I live in York.");
  const { id: later } = await client.update(id, "I live in Leeds.");
  const before = await bytes();
  assert.ok(before.includes("York") && before.includes("Leeds"), "before the erasure");
  const { receipt, message } = await client.delete(id);
  assert.equal(message, "Memory deleted");
  assert.deepEqual(receipt.removed.sort(), [id, later].sort());
  assert.equal(receipt.turns, 1, "the turn in working memory goes with it");
  assert.equal(await client.get(id), null);
  assert.equal(await client.get(later), null);
  const kept = await bytes();
  assert.equal(kept.includes("York") || kept.includes("Leeds"), false);
  await refused(client.delete(id), "not-found");
  await refused(client.history(id), "not-found");
});

test("deleteAll takes a run, an agent or a user, and reset the client's own", async (t) => {
  const { client } = await opened(t);
  await client.add("I like walnuts.", { runId: "r1" });
  await client.add("I live in York.", { agentId: "bot" });
  await client.add("I sing in a choir.");
  await client.add("I keep bees.", { userId: "ben" });
  assert.equal((await client.deleteAll({ runId: "r1" })).receipt.removed.length, 1);
  assert.deepEqual(await client.deleteAll({ run_id: "r1" }), { message: "No memories to delete" });
  assert.equal((await client.deleteAll({ agentId: "bot" })).receipt.removed.length, 1);
  assert.deepEqual(texts(await client.getAll()), ["I sing in a choir."]);
  await refused(client.deleteAll(), "invalid", /reset/);
  for (const nothing of [null, undefined]) {
    await refused(client.deleteAll({ userId: "ana", agentId: nothing }), "invalid", /agentId/);
    await refused(client.deleteAll({ user_id: nothing, runId: "r1" }), "invalid", /user_id/);
  }
  assert.equal((await client.reset()).receipt.removed.length, 1);
  assert.deepEqual(texts(await client.getAll()), []);
  assert.deepEqual(texts(await client.getAll({ userId: "ben" })), ["I keep bees."]);
});

test("a person's memories are theirs alone", async (t) => {
  const { client, memory } = await opened(t);
  const {
    results: [{ id }],
  } = await client.add("I keep bees.", { userId: "ben" });
  assert.equal(await client.get(id), null);
  assert.equal((await client.get(id, { user_id: "ben" })).memory, "I keep bees.");
  await refused(client.delete(id), "not-found");
  await refused(client.update(id, "x"), "not-found");
  const alone = new MemoryClient(memory);
  await refused(alone.getAll({ userId: "ben" }), "denied", /users/);
  await refused(alone.add("I keep bees.", { userId: "ben" }), "denied");
  const wrong = new MemoryClient(memory, { users: () => memory });
  await refused(wrong.getAll({ userId: "ben" }), "denied");
  assert.throws(() => new MemoryClient(memory, { users: "ben" }), { tag: "invalid" });
  assert.deepEqual(texts(await alone.getAll({ userId: "ana" })), []);
});

test("filters: AND, OR, NOT, operators, lists, any value, and the user where it may stand", async (t) => {
  const { client } = await opened(t);
  const add = (text, metadata, more) => client.add(text, { metadata, infer: false, ...more });
  await add("I live in York.", { topic: "home", rank: 1 }, { runId: "r1" });
  await add("I like walnuts.", { topic: "food", rank: 2 });
  await add("I sing in a choir.", { rank: 3 });
  const found = async (filters) =>
    texts(await client.getAll({ filters }))
      .map((text) => text.split(" ").at(-1))
      .sort();
  assert.deepEqual(await found({ topic: "home" }), ["York."]);
  assert.deepEqual(await found({ metadata: { topic: "home" } }), ["York."]);
  assert.deepEqual(await found({ AND: [{ user_id: "ana" }, { topic: "food" }] }), ["walnuts."]);
  assert.deepEqual(await found({ OR: [{ topic: "food" }, { run_id: "r1" }] }), ["York.", "walnuts."]);
  assert.deepEqual(await found({ NOT: [{ topic: "food" }, { rank: 3 }] }), ["York."]);
  assert.deepEqual(await found({ rank: { gte: 2, lt: 3 } }), ["walnuts."]);
  assert.deepEqual(await found({ rank: { nin: [1, 2] } }), ["choir."]);
  assert.deepEqual(await found({ topic: ["home", "food"] }), ["York.", "walnuts."]);
  assert.deepEqual(await found({ topic: { contains: "oo" } }), ["walnuts."]);
  assert.deepEqual(await found({ topic: "*" }), ["York.", "walnuts."]);
  assert.deepEqual(await found({ created_at: { gte: "2020-01-01T00:00:00Z" } }), [
    "York.",
    "choir.",
    "walnuts.",
  ]);
  assert.deepEqual(await found({ created_at: { lt: "2020-01-01" } }), []);
  assert.deepEqual(await found({ created_at: { gte: "2020-02-29", lt: "2999-12-31T10:00:00+02:00" } }), [
    "York.",
    "choir.",
    "walnuts.",
  ]);
  assert.deepEqual(await found({}), ["York.", "choir.", "walnuts."]);
  await add("I build boats.", { constructor: "yes", toString: 1 });
  assert.deepEqual(await found({ constructor: "yes", AND: [{ toString: 1 }] }), ["boats."]);
  assert.deepEqual(texts(await client.search("walnuts or York", { filters: { topic: "home" } })), [
    "I live in York.",
  ]);
  const bad = [
    { user_id: "*" },
    { OR: [{ user_id: "ana" }, { user_id: "ben" }] },
    { AND: [{ user_id: "ana" }, { user_id: "ben" }] },
    { OR: [] },
    { AND: "x" },
    { NOT: [{}] },
    { topic: { icontains: "x" } },
    { rank: {} },
    { user_id: 7 },
    { created_at: "noon" },
    { updated_at: { gt: "2024-01-01T10:00:00" } },
    { created_at: { gte: "2027-02-31" } },
    { created_at: ["2027-02-31T10:00:00Z"] },
    { created_at: "Mon, 25 Dec 1995 13:30:00 +04:30" },
  ];
  for (const filters of bad) await refused(client.getAll({ filters }), "invalid", /filters/);
  await refused(client.getAll({ userId: "ben", filters: { user_id: "ana" } }), "invalid", /two users/);
});

test("what has no meaning here is refused by name, and nothing is stored", async (t) => {
  const { client } = await opened(t);
  for (const [options, said] of [
    [{ custom_categories: [] }, /custom_categories: no such option/],
    [{ userId: "" }, /userId/],
    [{ runId: 7 }, /runId/],
    [{ metadata: [] }, /metadata/],
    [{ expirationDate: "soon" }, /YYYY-MM-DD/],
    [{ expirationDate: "2027-02-31" }, /YYYY-MM-DD/],
    [{ constructor: 1 }, /constructor: no such option/],
    [{ user_id: "a", userId: "b" }, /twice/],
  ])
    await refused(client.add("I live in York.", options), "invalid", said);
  for (const messages of [
    undefined,
    "",
    [],
    [null],
    [{ role: "user" }],
    [{ role: "robot", content: "x" }],
    [{ role: "user", content: { type: "image_url" } }],
    [{ role: "user", content: "x", name: 7 }],
  ]) {
    await refused(client.add(messages), "invalid", /messages/);
  }
  await refused(client.search("x", { limit: 0 }), "invalid", /topK/);
  await refused(client.getAll({ topK: 1.5 }), "invalid", /topK/);
  assert.deepEqual(texts(await client.getAll()), []);
});

test("a day to forget by, and when it was said", async (t) => {
  const { client } = await opened(t);
  const {
    results: [{ id }],
  } = await client.add("I am on leave.", { expirationDate: "2199-12-31", timestamp: 1_700_000_000 });
  const { expirationDate, createdAt } = await client.get(id);
  assert.deepEqual([expirationDate, createdAt], ["2199-12-31", "2023-11-14T22:13:20.000Z"]);
});

test("with a model, what it read out of the user's words is remembered, and of others' nothing", async (t) => {
  const asked = [];
  const model = async ({ purpose, prompt }) => {
    asked.push(purpose);
    const home = (value) => ({
      text: `The user lives in ${value}.`,
      kind: "fact",
      attribute: "home city",
      value,
      status: "is",
    });
    const invented = { ...home("figs"), text: "The user hates figs.", attribute: "figs" };
    if (purpose === "extract" && prompt.includes("moved to York")) {
      return JSON.stringify({ claims: [home("York"), invented] });
    }
    const moved = home("Leeds");
    return JSON.stringify({
      claims: purpose === "extract" && prompt.includes("moved to Leeds") ? [moved] : [],
    });
  };
  const { client } = await opened(t, { model: { name: "scripted", ask: model } });
  const added = await client.add([
    { role: "user", content: "I just moved to York!", name: "Ana" },
    { role: "assistant", content: "Ana hates figs." },
  ]);
  assert.deepEqual(asked, ["extract"]);
  assert.deepEqual(
    added.results.map(({ memory, event }) => [memory, event]),
    [["Ana lives in York.", "ADD"]],
  );
  const [home] = (await client.getAll()).results;
  assert.deepEqual([home.kind, home.runId, home.id], ["fact", undefined, added.results[0].id]);
  const moved = await client.add([{ role: "user", content: "Well, I moved to Leeds.", name: "Ana" }], {
    runId: "r9",
  });
  assert.deepEqual(
    moved.results.map(({ memory, event }) => [memory, event]),
    [["Ana lives in Leeds.", "UPDATE"]],
  );
  assert.deepEqual(texts(await client.getAll()), ["Ana lives in Leeds."]);
  assert.equal((await client.get(home.id)).memory, "Ana lives in Leeds.");
  assert.deepEqual((await client.add("I named the boat Dolly.")).results, [], "nothing worth remembering is nothing");
  const before = asked.length;
  assert.deepEqual(texts(await client.add("Word for word.", { infer: false })), ["Word for word."]);
  assert.equal(asked.length, before);
});
