// The examples of docs/javascript.md, docs/models.md and docs/mem0.md run as they stand, but for the addresses in them.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { bundle, temporary } from "./support/bundle.mjs";
import { folder as built, table } from "./support/engine.mjs";
import { scripted } from "./support/server.mjs";

const examples = (name) => {
  const text = readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), "utf8");
  return [...text.matchAll(/```js\n([\s\S]*?)```/g)].map(([, example]) => example);
};

/** Runs an example on the package that was built, one copy of it, and gives what it named. */
async function run(example, names, replaced = []) {
  const folder = temporary("docs");
  process.chdir(folder); // a store is kept in the working folder
  const code = replaced.reduce((code, [from, to]) => {
    assert.ok(code.includes(from), from);
    return code.replaceAll(from, to);
  }, example);
  writeFileSync(join(folder, "example.mjs"), `${code}\nexport { ${names.join(", ")} };`);
  const alias = {
    "memolet/models": join(built, "models.js"),
    "memolet/mem0": join(built, "mem0.js"),
    "memolet/raw": join(built, "raw.node.js"),
    memolet: join(built, "node.js"),
  };
  const out = { outExtension: { ".js": ".mjs" }, alias, external: [...Object.values(alias), "@huggingface/transformers"] };
  await bundle({ bundled: join(folder, "example.mjs") }, folder, "node", out);
  return import(pathToFileURL(join(folder, "bundled.mjs")));
}

test("no example is passed over", () => {
  assert.deepEqual(["javascript", "models", "mem0"].map((name) => examples(name).length), [2, 5, 2]);
});

const [openAI, builtIn, transformers, own, browser] = examples("models");

test("a server of OpenAI's API", async (t) => {
  const server = await scripted(t, ({ url }, body) => {
    assert.equal(url, "/v1/embeddings");
    return { body: { data: body.input.map(() => ({ embedding: Array(768).fill(0.1) })) } };
  });
  const { memory } = await run(openAI, ["memory"], [["http://127.0.0.1:11434", server.url]]);
  assert.equal(server.asked[0].body.input[0].startsWith("search_document: "), true);
  assert.equal((await memory.recall("Where does Ana live?")).hits.length, 1);
  assert.equal(server.asked.at(-1).body.input[0].startsWith("search_query: "), true);
  await memory.close();
});

test("the built-in embedder", async () => {
  const { vector } = await run(builtIn, ["vector"], [["/assets/potion-base-8m-128.bin", pathToFileURL(table).href]]);
  assert.equal(vector.length, 128);
});

test("Transformers.js, on an object of its documented shape", async () => {
  globalThis.shaped = {
    pipeline: async () => async (texts) => ({
      type: "float32", dims: [texts.length, 4], data: new Float32Array(texts.length * 4).fill(0.5),
    }),
  };
  const { memory } = await run(transformers, ["memory"], [['import("@huggingface/transformers")', "shaped"]]);
  await memory.remember("Ana lives in York.");
  const { memories } = await memory.page();
  assert.deepEqual(memories.map(({ embedder }) => embedder), ["Xenova/multilingual-e5-small:q8"]);
  await memory.close();
});

test("an embedder of one's own", async () => {
  const { vector } = await run(own, ["vector"]);
  assert.deepEqual([vector.length, vector[0], vector[25]], [26, 2, 0]);
});

test("the browser's own model, where there is none", async () => {
  const { model, memory } = await run(browser, ["model", "memory"]);
  assert.equal(model, undefined);
  await memory.close();
});

test("coming from mem0", async () => {
  const [example] = examples("mem0");
  const { memory, found, versions, receipt } = await run(example, ["memory", "found", "versions", "receipt"]);
  assert.deepEqual(versions.map(({ event }) => event), ["ADD", "UPDATE"]);
  assert.deepEqual(found.results.map(({ memory }) => memory), ["I am allergic to walnuts."]);
  assert.equal(receipt.removed.length, 2);
  await memory.close();
});

test("several users behind mem0's calls, with one class of error", async () => {
  const [, example] = examples("mem0");
  const { memory, results, others, refusal } = await run(example, ["memory", "results", "others", "refusal"]);
  assert.deepEqual([results.length, others.results.length, refusal], [1, 0, "invalid"]);
  await memory.close();
});

test("the door", async () => {
  const [example] = examples("javascript");
  const { hits, prompt, versions, receipt, next } = await run(example, ["hits", "prompt", "versions", "receipt", "next"]);
  assert.equal(hits[0].id, next);
  assert.match(prompt.text, /Leeds/);
  assert.equal(versions.length, 2);
  assert.equal(receipt.complete, true);
});

test("a turn of a conversation", async () => {
  const [, example] = examples("javascript");
  const { memory, statements } = await run(example, ["memory", "statements"]);
  assert.deepEqual(
    statements.map(({ act, attribute, value, effect }) => [act, attribute, value, effect]),
    [["state", "home city", "Leeds", "active"]],
  );
  const homes = (await memory.page({ filter: { field: "attribute", op: "eq", value: "home city" } })).memories;
  assert.deepEqual(homes.map(({ value }) => value), ["York"], "the turn was taken back");
  await memory.close();
});
