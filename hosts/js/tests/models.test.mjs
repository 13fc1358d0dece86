// Models beside the engine, against real servers on loopback, real bytes and the real table.
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { load, temporary } from "./support/bundle.mjs";
import { raw, table as path } from "./support/engine.mjs";
import { completion, scripted } from "./support/server.mjs";

const { builtInModel, checkModels, e5, embedder, openAI, staticEmbedder, transformersEmbedder } =
  await load("src/models/index.ts");
const { Embedder } = raw.embedding;

const KEY = "sk-secret-0123456789";
const closed = {
  type: "object",
  additionalProperties: false,
  required: ["a"],
  properties: { a: { type: "string" } },
};
const ask = { purpose: "reconcile", prompt: "Which of the two?", schema: JSON.stringify(closed) };
const limit = { timeout: 20_000 };

const chat = (url, more = {}) => openAI({ url: `${url}/v1/`, model: "tiny", key: KEY, ...more }).model;
const vectorModel = (url, more = {}) =>
  openAI({ url, key: KEY, embeddings: { model: "vec", dimensions: 2, ...more } }).embed;

/** The failure that a call ends with: never one that tells the key or the prompt. */
async function failure(promise, tag = "other") {
  const thrown = await promise.then(
    () => assert.fail("it went well"),
    (thrown) => thrown,
  );
  assert.equal(thrown.name, "MemoletError", String(thrown));
  assert.equal(thrown.tag, tag);
  const said = `${thrown.message} ${thrown.stack} ${JSON.stringify(thrown)} ${String(thrown.cause)}`;
  for (const secret of [KEY, ask.prompt]) assert.equal(said.includes(secret), false, said);
  return thrown.message;
}

test(
  "a question goes out with its schema and the key, and the words come back as they are",
  limit,
  async (t) => {
    const server = await scripted(t, completion('{"a":"b"}'));
    assert.equal(
      await chat(server.url, { headers: { "x-team": "bees" }, extra: { temperature: 0 } }).ask(ask),
      '{"a":"b"}',
    );
    const [{ path, headers, body }] = server.asked;
    assert.equal(path, "/v1/chat/completions");
    assert.equal(headers.authorization, `Bearer ${KEY}`);
    assert.equal(headers["x-team"], "bees");
    assert.deepEqual(body, {
      model: "tiny",
      stream: false,
      temperature: 0,
      messages: [{ role: "user", content: ask.prompt }],
      response_format: {
        type: "json_schema",
        json_schema: { name: "memolet_reconcile", schema: closed, strict: true },
      },
    });
  },
);

test("a schema is strict only where every object is closed and requires all", limit, async (t) => {
  const server = await scripted(t, completion("{}"));
  for (const change of [{ additionalProperties: true }, { required: [] }]) {
    const nested = JSON.stringify({ type: "array", items: { ...closed, ...change } });
    await chat(server.url).ask({ ...ask, schema: nested });
    assert.equal(server.asked.at(-1).body.response_format.json_schema.strict, false);
  }
});

test(
  "a server that refuses a format gets a lesser one, and is not asked for the better again",
  limit,
  async (t) => {
    const server = await scripted(t, { status: 400 }, { status: 422 }, completion("{}"));
    const model = chat(server.url);
    assert.equal(await model.ask(ask), "{}");
    assert.equal(await model.ask(ask), "{}");
    const formats = server.asked.map(({ body }) => body.response_format?.type);
    assert.deepEqual(formats, ["json_schema", "json_object", undefined, undefined]);
    assert.equal(model.format, "by prompt alone");
  },
);

test("a refusal of everything is said with its status, and the format is as before", limit, async (t) => {
  const server = await scripted(t, { status: 400 }, { status: 400 }, { status: 400 }, completion("{}"));
  const model = chat(server.url);
  assert.match(await failure(model.ask(ask)), /refused \(status 400\)/);
  assert.equal(server.asked.length, 3);
  await model.ask(ask);
  assert.equal(server.asked[3].body.response_format.type, "json_schema");
});

test("what may pass is tried again, when the server wants it", limit, async (t) => {
  const server = await scripted(
    t,
    { status: 429, headers: { "retry-after": "1" } },
    { status: 503 },
    completion("{}"),
  );
  assert.equal(await chat(server.url).ask(ask), "{}");
  const [first, second, third] = server.asked.map(({ at }) => at);
  assert.ok(second - first >= 990, `it came back after ${second - first} ms`);
  assert.ok(third - second >= 125 && third - second < 1500, `the second wait was ${third - second} ms`);
});

test("a Retry-After may be a date, and no wait outlasts the end", limit, async (t) => {
  const server = await scripted(t, {
    status: 429,
    headers: { "retry-after": new Date(Date.now() + 60_000).toUTCString() },
  });
  const start = performance.now();
  assert.match(await failure(chat(server.url, { patience: { allTries: 3_000 } }).ask(ask)), /status 429/);
  assert.equal(server.asked.length, 1);
  assert.ok(performance.now() - start < 1_000);
});

test("four tries at most, and then the server is left alone", limit, async (t) => {
  const server = await scripted(t, { status: 500, body: "the prompt was: Which of the two?" });
  const model = chat(server.url);
  assert.match(await failure(model.ask(ask)), /status 500/);
  assert.equal(server.asked.length, 4);
  assert.match(await failure(model.ask(ask)), /did not answer a moment ago/);
  assert.equal(server.asked.length, 4);
});

test("what cannot pass is tried once", limit, async (t) => {
  for (const [status, said] of [
    [401, /another key/],
    [403, /another key/],
    [404, /no such path or model/],
    [418, /418/],
  ]) {
    const server = await scripted(t, { status });
    assert.match(await failure(chat(server.url).ask(ask)), said);
    assert.equal(server.asked.length, 1);
  }
});

test("a redirect is not followed: the key goes nowhere else", limit, async (t) => {
  const other = await scripted(t, completion("{}"));
  const server = await scripted(t, {
    status: 307,
    headers: { location: `${other.url}/v1/chat/completions` },
  });
  assert.match(await failure(chat(server.url).ask(ask)), /redirects \(status 307\)/);
  assert.equal(other.asked.length, 0);
});

test("a server that is slow is given up in time", limit, async (t) => {
  const server = await scripted(t, { ...completion("{}"), delay: 5_000 });
  const start = performance.now();
  const model = chat(server.url, { patience: { oneTry: 100, allTries: 400 } });
  assert.match(await failure(model.ask(ask)), /did not answer in time/);
  assert.ok(performance.now() - start < 2_000);
});

test("a server that is not there", limit, async (t) => {
  const server = await scripted(t, {});
  server.close();
  assert.match(
    await failure(chat(server.url, { patience: { allTries: 300 } }).ask(ask)),
    /connection failed \(ECONNREFUSED\)/,
  );
});

test("an abort passes through, in mid-request and between tries", limit, async (t) => {
  const slow = await scripted(t, { ...completion("{}"), delay: 5_000 });
  const busy = await scripted(t, { status: 429, headers: { "retry-after": "9" } });
  for (const server of [slow, busy]) {
    const stop = new AbortController();
    const reason = new Error("the person left");
    const asked = chat(server.url).ask(ask, stop.signal);
    setTimeout(() => stop.abort(reason), 100);
    await assert.rejects(asked, (thrown) => thrown === reason);
    await assert.rejects(chat(server.url).ask(ask, stop.signal), (thrown) => thrown === reason);
    assert.equal(server.asked.length, 1);
  }
});

test("an answer that is no completion, and one that is too long", limit, async (t) => {
  const answers = [
    "",
    "<html>",
    "{}",
    "[]",
    "null",
    '{"choices":[]}',
    '{"choices":[{"message":{"content":7}}]}',
    "[".repeat(100_000),
  ];
  for (const body of answers) {
    const server = await scripted(t, { body });
    assert.match(await failure(chat(server.url).ask(ask)), /no chat completion/, body.slice(0, 40));
  }
  const huge = await scripted(t, { body: Buffer.alloc(2 << 20, 32) });
  assert.match(await failure(chat(huge.url).ask(ask)), /over 1048576 bytes/);
  const unannounced = await scripted(t, {
    headers: { "transfer-encoding": "chunked" },
    body: Buffer.alloc(2 << 20, 32),
  });
  assert.match(await failure(chat(unannounced.url).ask(ask)), /over 1048576 bytes/);
});

test("silence is a reply, and parts are joined", limit, async (t) => {
  for (const [content, words] of [
    [null, ""],
    [undefined, ""],
    [[{ type: "text", text: "a" }, { text: "b" }, null], "ab"],
  ]) {
    const server = await scripted(t, completion(content));
    assert.equal(await chat(server.url).ask(ask), words);
  }
});

test("settings that cannot work are refused, and nothing secret is repeated", () => {
  const good = { url: "http://127.0.0.1:1/v1", model: "m" };
  const bad = [
    {},
    { url: "example.org/v1" },
    { url: "ftp://example.org" },
    { url: "http://ana:hunter2@example.org" },
    { url: "http://example.org/v1?key=hunter2" },
    { model: "" },
    { model: 7 },
    { key: "" },
    { key: "hunter2 x" },
    { key: "hunter2\r\nx: y" },
    { headers: { "x-a": "hunter2\nx" } },
    { headers: { "x a": "hunter2" } },
    { extra: { stream: true } },
    { patience: { oneTry: 0 } },
    { patience: { allTries: Number.NaN } },
    { embeddings: { model: "v", dimensions: 0 } },
    { embeddings: { model: "v", dimensions: 4097 } },
    { embeddings: { model: "v", dimensions: 1.5 } },
    { embeddings: { model: "", dimensions: 2 } },
  ];
  for (const change of bad) {
    const settings = Object.keys(change).length ? { ...good, ...change } : {};
    assert.throws(
      () => openAI(settings),
      (thrown) => {
        assert.equal(thrown.tag, "invalid", `${JSON.stringify(settings)}: ${thrown}`);
        return !thrown.stack.includes("hunter2");
      },
      JSON.stringify(change),
    );
  }
});

test("the key goes to the embedding model's server only where that is the same", limit, async (t) => {
  const answer = { body: { data: [{ embedding: [1, 0] }] } };
  const [one, other] = [await scripted(t, answer), await scripted(t, answer)];
  const settings = { url: `${one.url}/v1`, key: KEY, headers: { "x-team": "bees" } };
  const made = (more) =>
    openAI({ ...settings, embeddings: { model: "vec", dimensions: 2, ...more } }).embed;
  await made({}).embed(["a"], "query");
  await made({ url: `${other.url}/v1` }).embed(["a"], "query");
  await made({ url: `${other.url}/v1`, key: "sk-own" }).embed(["a"], "query");
  assert.equal(one.asked[0].headers.authorization, `Bearer ${KEY}`);
  assert.equal(other.asked[0].headers.authorization, undefined);
  assert.equal(other.asked[0].headers["x-team"], undefined);
  assert.equal(other.asked[1].headers.authorization, "Bearer sk-own");
});

test("vectors come in batches, in the order of the texts, with their prefixes", limit, async (t) => {
  const server = await scripted(t, (_, { input }) => ({
    body: {
      data: input.map((text, index) => ({ index, embedding: [Number(text.split(" ")[1]), 1] })).reverse(),
    },
  }));
  const made = vectorModel(server.url, e5);
  assert.deepEqual([made.name, made.dimensions], ["vec", 2]);
  const texts = Array.from({ length: 150 }, (_, index) => String(index));
  const vectors = await made.embed(texts, "passage");
  assert.deepEqual(
    vectors.map(([first]) => first),
    texts.map(Number),
  );
  assert.ok(vectors.every((vector) => vector instanceof Float32Array));
  assert.deepEqual(
    server.asked.map(({ body }) => body.input.length),
    [38, 38, 38, 36],
  );
  assert.equal(server.asked[0].body.input[0], "passage: 0");
  await made.embed(["7"], "query");
  assert.deepEqual(server.asked[4].body, {
    model: "vec",
    encoding_format: "float",
    dimensions: 2,
    input: ["query: 7"],
  });
  assert.deepEqual(await made.embed([], "query"), []);
  assert.equal(server.asked.length, 5);
});

test("a server that will not be asked for a length is not asked again", limit, async (t) => {
  const server = await scripted(t, { status: 400 }, { body: { data: [{ embedding: [1, 0] }] } });
  const made = vectorModel(server.url);
  await made.embed(["a"], "query");
  await made.embed(["a"], "query");
  assert.deepEqual(
    server.asked.map(({ body }) => "dimensions" in body),
    [true, false, false],
  );
});

test("what is no list of vectors does not go in", limit, async (t) => {
  const row = (embedding, index) => ({ data: [{ index, embedding }] });
  const bad = [
    "<html>",
    "{}",
    "null",
    { data: [] },
    row([]),
    row([1]),
    row([1, 2, 3]),
    row(["1", "2"]),
    row([1e300, 0]),
    row([1, 0], 7),
    row([1, 0], -1),
    row([1, 0], 0.5),
    row(null),
    { data: [null] },
    { data: [{ embedding: [1, 0] }, { embedding: [1, 0] }] },
  ];
  for (const body of bad) {
    const server = await scripted(t, { body });
    await failure(vectorModel(server.url).embed(["a"], "query"));
  }
  const twice = await scripted(t, {
    body: {
      data: [
        { index: 0, embedding: [1, 0] },
        { index: 0, embedding: [1, 0] },
      ],
    },
  });
  assert.match(await failure(vectorModel(twice.url).embed(["a", "b"], "query")), /indexes/);
  const huge = await scripted(t, { body: Buffer.alloc(1 << 20, 32) });
  assert.match(await failure(vectorModel(huge.url).embed(["a"], "query")), /the answer is over \d+ bytes/);
});

test("a check says what a model offers, or why it does not work", limit, async (t) => {
  const well = await scripted(t, (request, body) =>
    request.url.endsWith("embeddings")
      ? { body: { data: body.input.map((text) => ({ embedding: text.includes("York") ? [1, 0] : [0, 1] })) } }
      : completion('```json\n{"capital":"Paris"}\n```'),
  );
  const found = await checkModels(
    openAI({ url: well.url, model: "m", embeddings: { model: "v", dimensions: 2 } }),
  );
  const { milliseconds, ...chatFound } = found.chat;
  assert.ok(milliseconds >= 0);
  assert.deepEqual(chatFound, { works: true, reply: "JSON of the schema", structuredOutput: "json_schema" });
  assert.equal(found.embeddings.embedder, "v, 2 dimensions");
  assert.deepEqual([found.embeddings.cosineOfAlike, found.embeddings.cosineOfUnlike], [1, 0]);
  const badly = await scripted(t, completion("It is Paris."));
  assert.equal((await checkModels({ model: chat(badly.url) })).chat.works, false);
  const refused = await scripted(t, { status: 401 });
  assert.match((await checkModels({ model: chat(refused.url) })).chat.why, /another key/);
  assert.deepEqual(await checkModels({}), {});
});

test("an embedder of one's own is held to its word", async () => {
  const made = (embed, more) => embedder({ name: "own", dimensions: 2, embed, ...more });
  const good = made(async (texts) => texts.map((text) => [text.length, 0.5]), { queryPrefix: "q:" });
  assert.deepEqual(await good.embed(["ab"], "query"), [Float32Array.of(4, 0.5)]);
  assert.deepEqual(await good.embed(["ab"], "passage"), [Float32Array.of(2, 0.5)]);
  const bad = [
    [() => [], /0 vectors for 1 texts/],
    [() => undefined, /no vectors/],
    [() => [[1]], /1 dimensions in place of 2/],
    [() => [null], /no dimensions/],
    [() => [[1, Number.NaN]], /not finite/],
    [() => [[1, 1e39]], /not finite/],
    [() => Promise.reject(new Error("out of memory")), /the embedder own: out of memory/],
    [
      () => {
        throw "a string";
      },
      /a string/,
    ],
  ];
  for (const [embed, said] of bad) assert.match(await failure(made(embed).embed(["a"], "query")), said);
  for (const more of [
    { name: "" },
    { name: 7 },
    { dimensions: 0 },
    { dimensions: 4097 },
    { dimensions: "2" },
  ]) {
    assert.throws(
      () => made(() => [], more),
      (thrown) => thrown.tag === "invalid",
    );
  }
  const stop = new AbortController();
  const never = made(() => new Promise(() => undefined)).embed(["a"], "query", stop.signal);
  stop.abort("enough");
  await assert.rejects(never, (thrown) => thrown === "enough");
});

test(
  "the built-in embedder is read from a file, from bytes, and makes the engine's own vectors",
  limit,
  async () => {
    await raw.init();
    const bytes = readFileSync(path);
    const texts = ["Ana lives in York.", "walnuts", ""];
    const [york, walnuts, nothing] = Embedder.load(bytes)
      .embed(texts)
      .map((vector) => Float32Array.from(vector));
    for (const table of [pathToFileURL(path), pathToFileURL(path).href, bytes]) {
      const made = staticEmbedder({ engine: Embedder, table });
      assert.deepEqual([made.name, made.dimensions], ["potion-base-8m-128", 128]);
      assert.deepEqual(await made.embed(texts, "passage"), [york, walnuts, nothing]);
      await made.ready;
    }
    const made = staticEmbedder({ engine: raw.init().then(() => Embedder), table: bytes });
    assert.equal(
      (
        await made.embed(
          Array.from({ length: 2_500 }, () => "walnuts"),
          "query",
        )
      ).length,
      2_500,
    );
  },
);

test("a table that cannot be had is said with its place, and is tried again", limit, async (t) => {
  const folder = temporary("table");
  t.after(() => rmSync(folder, { recursive: true }));
  const place = join(folder, "table.bin");
  const made = staticEmbedder({ engine: Embedder, table: pathToFileURL(place) });
  await assert.rejects(made.ready, (thrown) => thrown.tag === "other");
  const said = await failure(made.embed(["a"], "query"));
  assert.ok(said.includes(pathToFileURL(place).href) && /give another address or its bytes/.test(said), said);
  writeFileSync(place, "<!doctype html>");
  assert.match(await failure(made.embed(["a"], "query")), /no such table/);
  writeFileSync(place, readFileSync(path));
  assert.equal((await made.embed(["a"], "query")).length, 1);
  const damaged = staticEmbedder({ engine: Embedder, table: new Uint8Array(100) });
  await failure(damaged.embed(["a"], "query"), "corrupt");
  assert.throws(
    () => staticEmbedder({ engine: Embedder, table: "no address" }),
    (thrown) => thrown.tag === "invalid",
  );
});

test("a table from a server, once a realm, with its progress", limit, async (t) => {
  const bytes = readFileSync(path);
  const server = await scripted(
    t,
    { status: 503 },
    { headers: { "content-length": String(bytes.length) }, body: bytes },
  );
  const table = `${server.url}/table.bin?signature=secret`;
  const heard = [];
  const made = staticEmbedder({ engine: Embedder, table, progress: (done, of) => heard.push([done, of]) });
  await assert.rejects(
    made.ready,
    (thrown) => /status 503/.test(thrown.message) && !/secret/.test(thrown.message),
  );
  const both = [made, staticEmbedder({ engine: Embedder, table })];
  await Promise.all(both.map((made) => made.embed(["walnuts"], "query")));
  assert.equal(server.asked.length, 2);
  assert.equal(server.asked[1].path, "/table.bin?signature=secret");
  assert.deepEqual(heard, [], "it hears of the load that it began, which failed");
  const third = staticEmbedder({
    engine: Embedder,
    table: `${server.url}/other.bin`,
    progress: (done, of) => heard.push([done, of]),
  });
  await third.ready;
  assert.deepEqual(heard.at(-1), [bytes.length, bytes.length]);
  assert.ok(heard.length > 1 && heard.every(([done], at) => at === 0 || done > heard[at - 1][0]));
});

test("a pipeline of the documented shape: pooled, normalised, in batches, one run at a time", async () => {
  let running = 0,
    disposed = 0;
  const runs = [];
  const extract = async (texts, options) => {
    assert.equal(++running, 1, "two runs at once");
    runs.push([texts, options]);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    const data = Float32Array.from(texts.flatMap((text) => [text.length, 0, 1]));
    return { type: "float32", dims: [texts.length, 3], data, dispose: () => (disposed += 1) };
  };
  const made = await transformersEmbedder(extract, { name: "own-e5", ...e5 });
  assert.deepEqual([made.name, made.dimensions], ["own-e5", 3]);
  const texts = Array.from({ length: 70 }, (_, index) => "x".repeat(index));
  const [vectors, others] = await Promise.all([made.embed(texts, "passage"), made.embed(["a"], "query")]);
  assert.deepEqual(
    vectors.map(([first]) => first),
    texts.map((text) => text.length + "passage: ".length),
  );
  assert.deepEqual([...others[0]], ["query: a".length, 0, 1]);
  assert.deepEqual(
    runs.map(([texts]) => texts.length).sort((a, b) => a - b),
    [1, 1, 6, 32, 32],
  );
  assert.deepEqual(runs[0][1], { pooling: "mean", normalize: true });
  assert.equal(disposed, runs.length);
});

test("a model that Transformers.js loads has its name and dtype, and progress over its files", async () => {
  const heard = [];
  const module = {
    async pipeline(task, model, { dtype, device, progress_callback: tell }) {
      assert.deepEqual([task, model, dtype, device], ["feature-extraction", "Xenova/e5", "q8", "wasm"]);
      tell({ status: "initiate", file: "a" });
      tell({ status: "progress", file: "a", loaded: 5, total: 10 });
      tell({ status: "progress", file: "b", loaded: 1, total: 2 });
      return async (texts) => ({
        type: "float32",
        dims: [texts.length, 1],
        data: new Float32Array(texts.length),
      });
    },
  };
  const made = await transformersEmbedder({
    module,
    model: "Xenova/e5",
    dtype: "q8",
    device: "wasm",
    progress: (done, of) => heard.push([done, of]),
  });
  assert.deepEqual([made.name, made.dimensions], ["Xenova/e5:q8", 1]);
  assert.deepEqual(heard, [
    [5, 10],
    [6, 12],
  ]);
});

test("a pipeline that does not give rows of numbers is refused, and so is one without a name", async () => {
  await failure(
    transformersEmbedder(async () => undefined),
    "invalid",
  );
  for (const features of [
    undefined,
    { type: "float32", dims: [1, 2, 3], data: new Float32Array(6) },
    { type: "int8", dims: [1, 2], data: new Int8Array(2) },
  ]) {
    await failure(transformersEmbedder(async () => features, { name: "x" }));
  }
  const module = { pipeline: () => Promise.reject(new Error("no such model")) };
  assert.match(await failure(transformersEmbedder({ module, model: "m" })), /Transformers.js: no such model/);
});

// Where the package is installed, which is hundreds of megabytes: MEMOLET_TRANSFORMERS is its entry file.
const transformers = process.env.MEMOLET_TRANSFORMERS;
test(
  "Transformers.js itself, with a tiny model from this folder",
  { ...limit, skip: !transformers && "MEMOLET_TRANSFORMERS names no Transformers.js" },
  async () => {
    const module = await import(pathToFileURL(transformers));
    module.env.allowRemoteModels = false;
    module.env.localModelPath = new URL("./support/", import.meta.url).pathname;
    const made = await transformersEmbedder({ module, model: "tiny-bert", dtype: "fp32" });
    assert.deepEqual([made.name, made.dimensions], ["tiny-bert:fp32", 8]);
    const [york, again, bees] = await made.embed(
      ["ana lives in york", "ana lives in york", "the bees winter"],
      "passage",
    );
    const dot = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);
    assert.deepEqual(york, again);
    assert.ok(Math.abs(dot(york, york) - 1) < 1e-5 && dot(york, bees) < 0.99);
    const [alone] = await made.embed(["the bees winter"], "passage");
    assert.ok(Math.abs(dot(alone, bees) - 1) < 1e-5, "padding does not count");
  },
);

test("a browser's model of the documented shape: a session a question, a schema, progress, an abort", async (t) => {
  t.after(() => delete globalThis.LanguageModel);
  assert.equal(await builtInModel(), undefined, "Node has none");
  const calls = [];
  let availability = "downloadable",
    prompt = async () => '{"a":"b"}';
  const session = () => ({
    clone: async () => (calls.push("clone"), session()),
    prompt: async (text, options) => (calls.push([text, options.responseConstraint]), prompt(options)),
    destroy: () => calls.push("destroy"),
  });
  globalThis.LanguageModel = {
    availability: async () => availability,
    async create({ monitor, expectedInputs }) {
      assert.deepEqual(expectedInputs, [{ type: "text", languages: ["en"] }]);
      const target = new EventTarget();
      monitor(target);
      target.dispatchEvent(Object.assign(new Event("downloadprogress"), { loaded: 0.5, total: 1 }));
      return session();
    },
  };
  assert.equal(await builtInModel(), undefined, "nothing is downloaded that nobody allowed");
  const heard = [];
  const model = await builtInModel({ download: true, progress: (done, of) => heard.push([done, of]) });
  assert.deepEqual(heard, [[0.5, 1]]);
  assert.equal(await model.ask(ask), '{"a":"b"}');
  assert.deepEqual(calls, ["clone", [ask.prompt, closed], "destroy"]);
  calls.length = 0;
  prompt = async ({ responseConstraint }) => {
    if (responseConstraint) throw new DOMException("this schema is too much", "NotSupportedError");
    return "{}";
  };
  assert.equal(await model.ask(ask), "{}");
  assert.deepEqual(calls, ["clone", [ask.prompt, closed], [ask.prompt, undefined], "destroy"]);
  prompt = async () => {
    throw new DOMException("too long", "QuotaExceededError");
  };
  assert.match(await failure(model.ask(ask)), /the browser's model: too long/);
  prompt = () => new Promise(() => undefined);
  const stop = new AbortController();
  const waiting = model.ask(ask, stop.signal);
  setTimeout(() => stop.abort("enough"), 10);
  await assert.rejects(waiting, (thrown) => thrown === "enough");
  availability = "unavailable";
  assert.equal(await builtInModel({ download: true }), undefined);
});
