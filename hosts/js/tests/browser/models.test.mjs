// Models in a real browser: the table's cache, what a page may ask of another origin, the built-in model.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { discard, launch } from "../support/browser.mjs";
import { bundle, temporary } from "../support/bundle.mjs";
import { folder as engine, raw, table } from "../support/engine.mjs";
import { completion, scripted } from "../support/server.mjs";

const limit = { timeout: 20_000 };
const bytes = readFileSync(table);
const built = temporary("models");
const [expected] = raw.embedding.Embedder.load(bytes)
  .embed(["Ana lives in York."])
  .map((vector) => [...vector]);

/** What a realm does, in a page and in a worker alike. */
const REALM = `
  import { embedding, init } from "/engine/raw.browser.js";
  import { builtInModel, openAI, staticEmbedder } from "/models.js";
  const engine = init().then(() => embedding.Embedder);
  globalThis.realm = {
    async embed(table, copies = 1) {
      await engine;
      const heard = [], start = performance.now();
      const made = Array.from({ length: copies }, () =>
        staticEmbedder({ engine, table, progress: (...said) => heard.push(said) }));
      try {
        await Promise.all(made.map(({ ready }) => ready));
        const milliseconds = performance.now() - start;
        const [[vector]] = await Promise.all(made.map((one) => one.embed(["Ana lives in York."], "passage")));
        return { vector: [...vector], heard, milliseconds };
      } catch ({ tag, message }) {
        return { tag, message };
      }
    },
    async ask(url) {
      const { model } = openAI({ url, model: "m", key: "sk-secret", patience: { oneTry: 2000, allTries: 2000 } });
      const ask = { purpose: "extract", prompt: "?", schema: "{}" };
      return model.ask(ask).catch(({ tag, message }) => ({ tag, message }));
    },
    builtIn: async () => [typeof LanguageModel, typeof (await builtInModel({ download: true }))],
  };
`;
const WORKER = `import "/realm.js";
  onmessage = async ({ data: [name, ...args] }) => postMessage(await realm[name](...args));
  postMessage("ready");`;
const types = { ".js": "text/javascript", ".wasm": "application/wasm" };

let browser;
before(async () => {
  await bundle({ models: "src/models/index.ts" }, built);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  if (browser) discard(browser.profile);
  discard(built);
});

/** A fresh origin and a page of it. `tables` are answers to the table's address, by its name. */
async function opened(t, tables = { "/table.bin": { body: bytes } }) {
  const server = await scripted(t, ({ url }) => {
    if (url === "/")
      return {
        headers: { "content-type": "text/html" },
        body: `<script type="module" src="/realm.js"></script>`,
      };
    if (tables[url])
      return {
        headers: { "content-length": String(tables[url].body?.length ?? 0), "cache-control": "no-store" },
        ...tables[url],
      };
    const text = { "/realm.js": REALM, "/worker.js": WORKER }[url];
    const body = text ?? file(url);
    return body ? { headers: { "content-type": types[extname(url)] }, body } : { status: 404 };
  });
  const page = await browser.context.newPage();
  t.after(() => page.close());
  await page.goto(server.url);
  await page.waitForFunction(() => globalThis.realm);
  const asked = (path = "/table.bin") => server.asked.filter((request) => request.path === path).length;
  return { page, server, asked };
}

function file(url) {
  try {
    return readFileSync(url.startsWith("/engine/") ? join(engine, url.slice(8)) : join(built, url));
  } catch {
    return undefined;
  }
}

/** Waits until the table is in the cache, which nobody who embeds waits for. */
const kept = (page) => until(() => page.evaluate(() => caches.match("/table.bin").then(Boolean)));

/** Asks until it is so; the test's own limit ends it. */
async function until(isSo) {
  while (!(await isSo())) await wait(10);
}

/** Starts a worker and gives how it is asked. */
async function worker(page) {
  const handle = await page.evaluateHandle(
    () =>
      new Promise((resolve) => {
        const worker = new Worker("/worker.js", { type: "module" });
        worker.onmessage = () => resolve(worker);
      }),
  );
  return (...message) =>
    handle.evaluate(
      (worker, message) =>
        new Promise((resolve) => {
          worker.onmessage = ({ data }) => resolve(data);
          worker.postMessage(message);
        }),
      message,
    );
}

test("the table is fetched once, kept, and there for every realm after", limit, async (t) => {
  const { page, asked } = await opened(t);
  const first = await (await worker(page))("embed", "/table.bin", 3);
  assert.deepEqual(first.vector, expected);
  assert.deepEqual(first.heard.at(-1), [bytes.length, bytes.length]);
  assert.equal(asked(), 1);
  await kept(page);
  const later = await worker(page);
  await browser.context.setOffline(true);
  t.after(() => browser.context.setOffline(false));
  const { vector, heard } = await later("embed", "/table.bin");
  assert.deepEqual(vector, expected);
  assert.deepEqual(heard, [], "nothing was downloaded");
  assert.deepEqual((await page.evaluate(() => realm.embed("/table.bin"))).vector, expected);
  assert.equal(asked(), 1);
});

test("loading from the cache, ten fresh workers", limit, async (t) => {
  const { page, asked } = await opened(t);
  await page.evaluate(() => realm.embed("/table.bin"));
  await kept(page);
  const times = [];
  for (let run = 0; run < 10; run += 1)
    times.push((await (await worker(page))("embed", "/table.bin")).milliseconds);
  times.sort((a, b) => a - b);
  t.diagnostic(
    `median ${((times[4] + times[5]) / 2).toFixed(1)} ms, ${times[0].toFixed(1)} to ${times[9].toFixed(1)} ms`,
  );
  assert.equal(asked(), 1);
});

test("a damaged copy is dropped and fetched again; caches of earlier versions go", limit, async (t) => {
  const { page, asked } = await opened(t);
  await page.evaluate(() => realm.embed("/table.bin"));
  await kept(page);
  await page.evaluate(async () => {
    const [name] = await caches.keys();
    const cache = await caches.open(name);
    const kept = new Uint8Array(await (await cache.match("/table.bin")).arrayBuffer());
    kept[kept.length >> 1] ^= 1;
    await cache.put("/table.bin", new Response(kept));
    await caches.open("memolet-tables-0");
    await caches.open("the-app's-own");
  });
  assert.deepEqual((await (await worker(page))("embed", "/table.bin")).vector, expected);
  assert.equal(asked(), 2);
  await until(async () => !(await page.evaluate(() => caches.keys())).includes("memolet-tables-0"));
  assert.deepEqual((await page.evaluate(() => caches.keys())).sort(), ["memolet-tables-1", "the-app's-own"]);
  assert.deepEqual((await (await worker(page))("embed", "/table.bin")).vector, expected);
  assert.equal(asked(), 2);
});

test(
  "offline the first time: a failure that says where and what to do, and then it works",
  limit,
  async (t) => {
    const { page, server, asked } = await opened(t);
    await browser.context.setOffline(true);
    t.after(() => browser.context.setOffline(false));
    const { tag, message } = await page.evaluate(() => realm.embed("/table.bin"));
    assert.equal(tag, "other");
    assert.ok(
      message.includes(`${server.url}/table.bin`) && message.includes("online the first time"),
      message,
    );
    assert.equal(asked(), 0);
    await browser.context.setOffline(false);
    assert.deepEqual((await page.evaluate(() => realm.embed("/table.bin"))).vector, expected);
  },
);

test("a page in the table's place is no table, and is not kept", limit, async (t) => {
  const { page, asked } = await opened(t, { "/table.bin": { body: "<!doctype html><title>An app</title>" } });
  const { tag, message } = await page.evaluate(() => realm.embed("/table.bin"));
  assert.equal(tag, "other");
  assert.match(message, /no such table/);
  assert.equal((await page.evaluate(() => realm.embed("/table.bin"))).message, message);
  assert.equal(asked(), 2);
  await wait(200); // a copy would be kept behind the answer
  assert.equal(await page.evaluate(() => caches.match("/table.bin").then(Boolean)), false);
});

test(
  "a server of another origin answers a page where it lets it in, and a redirect is not followed",
  limit,
  async (t) => {
    const { page } = await opened(t);
    const allowed = {
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "authorization, content-type",
    };
    const open = await scripted(t, ({ method }) =>
      method === "OPTIONS" ? { headers: allowed } : { ...completion("{}"), headers: allowed },
    );
    assert.equal(await page.evaluate((url) => realm.ask(url), open.url), "{}");
    assert.equal(open.asked.at(-1).headers.cookie, undefined);
    const closed = await scripted(t, completion("{}"));
    const { tag, message } = await page.evaluate((url) => realm.ask(url), closed.url);
    assert.equal(tag, "other");
    assert.match(message, /connection failed.*CORS/);
    const moved = await scripted(t, ({ method }) =>
      method === "OPTIONS"
        ? { headers: allowed }
        : { status: 307, headers: { ...allowed, location: open.url } },
    );
    const before = open.asked.length;
    assert.match((await page.evaluate((url) => realm.ask(url), moved.url)).message, /redirects/);
    assert.equal(open.asked.length, before);
  },
);

test("this browser has no model of its own, in a page or in a worker", limit, async (t) => {
  const { page } = await opened(t);
  const [interfaceInPage, inPage] = await page.evaluate(() => realm.builtIn());
  const [, inWorker] = await (await worker(page))("builtIn");
  t.diagnostic(`LanguageModel in the page: ${interfaceInPage}`);
  assert.deepEqual([inPage, inWorker], ["undefined", "undefined"]);
});
