// The built package in a page, as an app uses it: what is written is there after a kill, and what is erased
// is in no file of the profile.
import assert from "node:assert/strict";
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { discard, holding, launch } from "../support/browser.mjs";
import { temporary } from "../support/bundle.mjs";
import { folder as built } from "../support/engine.mjs";
import { serve } from "../support/serve.mjs";

const limit = { timeout: 60_000 };
const place = temporary("door");
/** As strict as a page can be that runs wasm. */
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src data:";
const words = "heliotrope-wardrobe-42";
/** Where a profile has what a storage keeps. */
const folders = { indexeddb: "/IndexedDB/", opfs: "/File System/" };
/** What no page may say. */
const said = [];
let server;
let browser;

before(async () => {
  cpSync(built, join(place, "memolet"), { recursive: true });
  writeFileSync(join(place, "page.js"), 'import * as memolet from "./memolet/browser.js"; globalThis.memolet = memolet;');
  const icon = '<link rel="icon" href="data:,">';
  writeFileSync(join(place, "index.html"), `<!doctype html><title>door</title>${icon}<script type="module" src="page.js"></script>`);
  server = await serve(place, { headers: { "content-security-policy": policy } });
  browser = await launch();
}, limit);

afterEach(() => assert.deepEqual(said.splice(0), []));

after(async () => {
  await browser?.close();
  await server?.close();
  if (browser) discard(browser.profile);
  discard(place);
});

test("what is remembered is there after the browser is killed, and an erased word is in no file", limit, async () => {
  const written = await page("kill");
  await written.evaluate(async (words) => {
    await memory.remember({ text: `Ana's hiding place is ${words}.`, kind: "fact" });
    await memory.remember({ text: "Ana lives in York.", kind: "fact" });
  }, words);
  assert.ok(lieIn("opfs", holding(browser.profile, words)), "before the erasure the files have the word");
  await restarted(() => browser.kill());
  const again = await page("kill");
  const receipt = await again.evaluate(async () => {
    const { hits } = await memory.recall("What is Ana's hiding place?");
    return memory.erase(hits[0].id);
  });
  assert.equal(receipt.complete, true);
  await browser.close();
  assert.deepEqual(holding(browser.profile, words), []);
  browser = await launch(browser.profile);
  const last = await page("kill");
  assert.deepEqual(await last.evaluate(async () => Array.fromAsync(memory.list(), ({ text }) => text)), ["Ana lives in York."]);
  await last.close();
});

test("IndexedDB keeps what it freed; encrypted, there is nothing to read in it", limit, async () => {
  const bare = await page("bare", { storage: "indexeddb" });
  const { id } = await bare.evaluate((words) => memory.remember(`Ana's hiding place is ${words}.`), words);
  assert.ok(lieIn("indexeddb", holding(browser.profile, words)), "before the erasure the files have the word");
  assert.equal((await bare.evaluate((id) => memory.erase(id), id)).complete, true);
  await restarted(() => browser.close());
  const left = holding(browser.profile, words);
  assert.ok(left.every((file) => file.includes(folders.indexeddb)), `only IndexedDB's own files: ${left}`);
  console.log(`# IndexedDB without a key: ${left.length} of its files still have the erased word`);
  await restarted(() => browser.close(), true);
  const key = Array.from({ length: 32 }, (_, index) => index);
  for (const storage of ["indexeddb", "opfs"]) {
    const sealed = await page(`sealed-${storage}`, { storage, key });
    await sealed.evaluate((words) => memory.remember(`Ana's hiding place is ${words}.`), words);
    assert.equal((await sealed.evaluate(() => memory.storage())).encrypted, true);
    const open = await page(`open-${storage}`, { storage });
    await open.evaluate((text) => memory.remember(text), `Ana's bicycle is ${storage}-plain-words.`);
    await restarted(() => browser.kill());
    assert.ok(lieIn(storage, holding(browser.profile, `${storage}-plain-words`)), `without a key: ${storage}`);
    assert.deepEqual(holding(browser.profile, words), [], storage);
    const wrong = await page(undefined);
    const failure = await wrong.evaluate(opening, { tenant: `sealed-${storage}`, user: "ana", storage, key: key.map(() => 7) });
    assert.equal(failure, "denied");
    const right = await page(`sealed-${storage}`, { storage, key });
    assert.equal(await right.evaluate(async () => (await memory.recall("hiding place")).hits.length), 1);
  }
});

test("a full disk is a typed error, and nothing is lost", limit, async () => {
  const tab = await page("full", { embed: "none" });
  const devtools = await browser.context.newCDPSession(tab);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin: new URL(server.url).origin, quotaSize: 5_000_000 });
  const { acknowledged, failures } = await tab.evaluate(async () => {
    const acknowledged = [];
    const failures = [];
    for (let n = 0; n < 4_000 && failures.length < 3; n++) {
      const words = Array.from({ length: 200 }, (_, word) => ((n * 7919 + word * 104_729) % 60_466_176).toString(36));
      const outcome = memory.remember(`Note ${n}: ${words.join(" ")}.`);
      await outcome.then(({ id }) => acknowledged.push(id), ({ tag }) => failures.push(tag));
    }
    return { acknowledged, failures };
  });
  assert.deepEqual(failures, ["full", "full", "full"]);
  assert.ok(acknowledged.length > 0 && acknowledged.every(Boolean));
  await restarted(() => browser.close());
  const again = await page("full", { embed: "none" });
  const kept = await again.evaluate(async () => {
    await memory.remember("Ana has a cat.");
    return Array.fromAsync(memory.list(), ({ id }) => id);
  });
  assert.deepEqual(new Set(kept.slice(1)), new Set(acknowledged), "what was acknowledged is there, and nothing else");
  await again.close();
});

test("lists are iterated, changes are events, a call can be left, and failures are typed", limit, async () => {
  const tab = await page("calls");
  const seen = await tab.evaluate(async () => {
    const changes = [];
    memory.on("change", (change) => changes.push(change.op));
    for (let n = 0; n < 120; n++) await memory.remember(`Ana saw bird number ${n * 7919}.`);
    const listed = await Array.fromAsync(memory.list({ limit: 50 }), ({ id }) => id);
    const left = AbortSignal.abort(new Error("left"));
    const failed = (promise) => promise.then(() => "none", (error) => error.tag ?? error.message);
    return {
      changes: changes.length,
      listed: new Set(listed).size,
      left: await failed(memory.recall("bird", { signal: left })),
      unknown: await failed(memory.get("nothing")),
      wrong: await failed(memory.recall({ text: "bird", k: 0 })),
      stranger: await failed(memory.recall({ text: "bird", topK: 3 })),
      storage: await memory.storage(),
      isError: await memory.get("nothing").catch((error) => error instanceof memolet.MemoletError),
    };
  });
  assert.equal(seen.changes, 120);
  assert.equal(seen.listed, 120);
  assert.deepEqual([seen.left, seen.unknown, seen.wrong, seen.stranger], ["left", "not-found", "invalid", "invalid"]);
  assert.equal(seen.storage.kind, "opfs");
  assert.equal(typeof seen.storage.persisted, "boolean");
  assert.ok(seen.isError);
  await tab.close();
});

test("two tabs tell which of them writes, back the store up, and are closed when one destroys it", limit, async () => {
  const [one, two] = [await page("roles"), await page("roles")];
  const role = (tab) => tab.evaluate(() => memory.role);
  assert.deepEqual([await role(one), await role(two)], ["writer", "through-another-tab"]);
  await two.evaluate(() => memory.on("role", ({ role }) => (globalThis.told = role)));
  assert.ok(await two.evaluate(async () => (await memory.backup()).length) > 100);
  await one.close();
  await two.waitForFunction(() => globalThis.told === "writer");
  assert.equal(await role(two), "writer");
  const [worker] = two.workers();
  const ended = new Promise((close) => worker.once("close", close));
  await worker.evaluate(() => {
    FileSystemDirectoryHandle.prototype.removeEntry = () => Promise.reject(new Error("the disk has moods"));
  });
  assert.match(await two.evaluate(() => memory.destroy().catch(({ message }) => message)), /moods/);
  await ended;
  assert.match(await two.evaluate(() => memory.stats().catch(({ message }) => message)), /was closed/);
  await two.close();
});

test("an option that is unknown or wrong is refused by name", limit, async () => {
  const tab = await page(undefined);
  assert.equal(await tab.evaluate(opening, { tenant: "t", user: "ana", dir: "x" }), "invalid");
  assert.equal(await tab.evaluate(opening, { tenant: "t", user: "ana", embed: "yes" }), "invalid");
  assert.equal(await tab.evaluate(opening, { tenant: "t", user: "ana", assets: "http://[" }), "invalid");
  assert.equal(await tab.evaluate(opening, { tenant: "t", user: "ana", storage: "idb" }), "invalid");
  assert.equal(await tab.evaluate(opening, { tenant: "t", user: "" }), "invalid");
  assert.equal(await tab.evaluate(opening, { tenant: "", user: "ana" }), "invalid");
  assert.equal(await tab.evaluate(opening, { tenant: "t", user: "ana", policy: { wrong: 1 } }), "invalid");
  await tab.close();
});

test("statements are read in the languages that a page asks for, else in the browser's", limit, async () => {
  const read = (tab, text) => tab.evaluate(async (text) => {
    const { statements } = await memory.readStatements(text);
    return statements.map(({ language, value }) => `${language} ${value}`);
  }, text);
  const own = await page("english", { embed: "none" });
  assert.deepEqual(await own.evaluate(() => [...navigator.languages].filter((tag) => !tag.startsWith("en"))), []);
  assert.deepEqual(await read(own, "I live in York."), ["en York"]);
  assert.deepEqual(await read(own, "Ich wohne in Bonn."), []);
  await own.close();
  const german = await page("german", { embed: "none", languages: ["de"] });
  assert.deepEqual(await read(german, "Ich wohne in Bonn."), ["de Bonn"]);
  assert.deepEqual(await read(german, "I live in York."), ["en York"]);
  assert.deepEqual(await read(german, "Vivo en Madrid."), []);
  await german.close();
  const all = await page("all", { embed: "none", languages: "all" });
  assert.deepEqual(await read(all, "Vivo en Madrid."), ["es Madrid"]);
  await all.close();
  for (const languages of ["some", ["de", "tlh"], [5], null]) {
    const tab = await page(undefined);
    assert.equal(await tab.evaluate(opening, { tenant: "t", user: "ana", languages }), "invalid");
    await tab.close();
  }
});

test("a language that cannot be had is told, and the others are read", limit, async () => {
  const bare = join(place, "bare");
  mkdirSync(bare);
  for (const name of ["worker.js", "memolet_bg.wasm", "language-de.txt"]) copyFileSync(join(built, name), join(bare, name));
  const tab = await page("bare-languages", { embed: "none", languages: ["de", "es"], assets: "./bare/" });
  const told = await tab.evaluate(() => new Promise((told) => memory.on("notice", ({ text }) => told(text))));
  assert.match(told, /`es`.*language-es\.txt.*404/);
  assert.deepEqual(await tab.evaluate(async () => (await memory.readStatements("Ich wohne in Bonn.")).statements.length), 1);
  await tab.close();
  assert.ok(said.splice(0).every((text) => /404/.test(text)), "the browser itself says that a file is missing");
});

/** A page with the store of a tenant open as `memory`; with none, no store. */
async function page(tenant, options = {}) {
  const tab = await browser.context.newPage();
  tab.on("pageerror", (error) => said.push(error.message));
  tab.on("console", (message) => message.type() === "error" && said.push(message.text()));
  await tab.goto(server.url);
  await tab.waitForFunction(() => globalThis.memolet);
  if (tenant !== undefined) {
    const open = { tenant, user: "ana", ...options };
    const failure = await tab.evaluate(opening, open);
    assert.equal(failure, undefined);
  }
  return tab;
}

/** In the page: opens a store, and gives the failure's tag. */
async function opening({ key, ...options }) {
  try {
    globalThis.memory = await memolet.openMemory({ ...options, ...(key && { key: Uint8Array.from(key) }) });
  } catch (error) {
    return error.tag ?? String(error);
  }
}

/** Whether some files are there, and are a storage's own. */
function lieIn(storage, files) {
  return files.length > 0 && files.every((file) => file.includes(folders[storage]));
}

/** Ends the browser and starts it again, on the same profile or on a new one. */
async function restarted(end, anew = false) {
  await end();
  if (anew) discard(browser.profile);
  browser = await launch(anew ? undefined : browser.profile);
}
