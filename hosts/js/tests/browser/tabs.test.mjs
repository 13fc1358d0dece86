// One store in many tabs: one writes, the others go through it, and whichever goes, nothing is lost or
// done twice.
import assert from "node:assert/strict";
import { copyFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test as untimed } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bound, bundle, temporary } from "../support/bundle.mjs";
import { discard, launch } from "../support/browser.mjs";
import { serve } from "../support/serve.mjs";

const test = (promise, keeps) => untimed(promise, { timeout: 25_000 }, keeps);
const folder = temporary("tabs");
let server, browser, gate;

const root = fileURLToPath(new URL("../../../../", import.meta.url));
before(async () => {
  const entries = { link: "src/tabs/link.ts", page: "src/tabs/page.ts", worker: "src/tabs/worker.ts" };
  await bundle(entries, folder, "browser");
  copyFileSync(join(bound, "memolet_bg.wasm"), join(folder, "memolet_bg.wasm"));
  copyFileSync(join(root, "assets/potion-base-8m-128.bin"), join(folder, "table.bin"));
  // A store opened from a worker of the page's own.
  writeFileSync(join(folder, "nested.js"), `onmessage = async ({ data }) => {
    const { openWorkerLink } = await import("/link.js");
    const opening = openWorkerLink(data, {});
    postMessage(await opening.then(({ role }) => role, ({ message }) => message));
  };`);
  server = await serve(folder);
  gate = await openGate();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
  gate?.close();
  if (browser) discard(browser.profile);
  discard(folder);
});

/** A tab with the store open in it as `link`, its events in `events`. */
async function tab(name, options = {}) {
  const { context = browser.context, url = server.url, open = "openWorkerLink", settings = {} } = options;
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(setUp, { name, open, settings });
  return page;
}

async function setUp({ name, open, settings }) {
  const links = { ...(await import("/link.js")), ...(await import("/page.js")) };
  globalThis.services = {};
  globalThis.events = [];
  globalThis.open = async (more = {}) => {
    const seed = new Uint8Array(16).fill(7);
    const usual = { tenant: "acme", seed, disk: { name }, patience: 2_000 };
    globalThis.link = await links[open]({ ...usual, ...settings, ...more }, services, globalThis.options);
    link.listen((event) => events.push(event));
    return link.role;
  };
  globalThis.ask = (op, args, more = {}) => link.request({ op, scope: { user: "ana" }, args, ...more });
  /** Says so many things at once; `acknowledged` grows while it runs. */
  globalThis.tell = (count) => {
    globalThis.acknowledged = [];
    const one = async (index) => {
      const text = `On walk ${index} Ana saw bird number ${index * 7919}.`;
      const { outcome, id } = await ask("remember", { text, kind: "episode" });
      acknowledged.push({ text, outcome, id });
      await globalThis.heard?.({ text, outcome, id });
    };
    globalThis.telling = Promise.all(Array.from({ length: count }, (_, index) => one(index)));
    telling.catch(() => undefined);
  };
  const shown = ({ name, tag, message }) => ({ name, tag, message });
  globalThis.failure = (promise) => promise.then(() => undefined, shown);
}

const opened = async (name, options) => {
  const page = await tab(name, options);
  return { page, role: await page.evaluate(() => open()) };
};
const told = (page, count) => page.waitForFunction((count) => acknowledged.length >= count, count);
const writes = (page) => page.waitForFunction(() => link.role === "writer");
const close = (...pages) => Promise.all(pages.map((page) => page.close()));

/** A server that keeps whoever asks it waiting, until they are woken. */
async function openGate() {
  const waiting = new Set();
  const server = createServer((_, response) => waiting.add(response));
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const wake = () => {
    for (const response of waiting) response.writeHead(200, { "access-control-allow-origin": "*" }).end();
    waiting.clear();
  };
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, asleep: () => waiting.size > 0, wake, close };
}

/**
 * Stops a tab's worker, or its page, so that it hears nothing until it is woken. Resolves once it is, to what
 * wakes it.
 */
async function sleep(page, thread = page.workers()[0]) {
  const stopped = thread.evaluate((url) => {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    request.send();
  }, gate.url).catch(() => undefined);
  while (!gate.asleep()) await wait(5);
  return async () => {
    gate.wake();
    await stopped;
  };
}

/** Each memory as `ID TEXT`. */
const everything = (page) => page.evaluate(async () => {
  const all = [];
  for (let after; ; ) {
    const { memories, next } = await ask("list", { limit: 50, ...(after && { after }) });
    all.push(...memories.map(({ id, text }) => `${id} ${text}`));
    if (!next) return all;
    after = next;
  }
});

/** Every acknowledged memory is there once, under the id that was acknowledged, and there is no other. */
async function exactly(page, acknowledged) {
  assert.ok(acknowledged.every(({ outcome }) => outcome === "active"), "each was new when it was said");
  const expected = acknowledged.map(({ id, text }) => `${id} ${text}`);
  assert.deepEqual((await everything(page)).sort(), expected.sort());
}

test("two tabs are one store: what one writes the other recalls, and both hear of it", async () => {
  const one = await opened("shared");
  const two = await opened("shared");
  assert.deepEqual([one.role, two.role], ["writer", "through-another-tab"]);
  const { id } = await two.page.evaluate(() => ask("remember", { text: "Ana eats walnuts.", kind: "fact" }));
  for (const { page } of [one, two]) {
    const { hits } = await page.evaluate(() => ask("recall", { text: "walnuts" }));
    assert.equal(hits[0].id, id);
    await page.waitForFunction(() => events.length > 0);
    const [{ type, ids }, ...more] = await page.evaluate(() => events);
    assert.deepEqual([type, ids, more], ["change", [id], []]);
  }
  await close(one.page, two.page);
});

test("a failure is a MemoletError in whichever tab it is met", async () => {
  const { page: one } = await opened("failures");
  const { page: two } = await opened("failures");
  for (const page of [one, two]) {
    const { name, tag } = await page.evaluate(() => failure(ask("get", { id: "nothing" })));
    assert.deepEqual({ name, tag }, { name: "MemoletError", tag: "not-found" });
    assert.equal((await page.evaluate(() => failure(ask("remember", { text: () => "" })))).tag, "invalid");
  }
  await close(one, two);
});

test("the tab that writes is closed while another writes through it", async () => {
  const { page: one } = await opened("closed");
  const { page: two } = await opened("closed");
  await two.evaluate(() => tell(100));
  await told(two, 20);
  await one.close();
  await two.evaluate(() => telling);
  await writes(two);
  assert.ok(await two.evaluate(() => events.some(({ type, role }) => type === "role" && role === "writer")));
  await exactly(two, await two.evaluate(() => acknowledged));
  await two.close();
});

test("what was carried out and not yet acknowledged is not carried out again", async () => {
  const { page: one } = await opened("unacknowledged");
  const { page: two } = await opened("unacknowledged");
  await one.workers()[0].evaluate(() => {
    const post = BroadcastChannel.prototype.postMessage;
    BroadcastChannel.prototype.postMessage = function (message) {
      if (!message.value?.outcome) post.call(this, message);
    };
  });
  await two.evaluate(() => tell(20));
  await two.waitForFunction(() => events.filter(({ type }) => type === "change").length === 20);
  assert.equal(await two.evaluate(() => acknowledged.length), 0);
  await one.close();
  await two.evaluate(() => telling);
  await exactly(two, await two.evaluate(() => acknowledged));
  assert.equal(await two.evaluate(() => events.filter(({ type }) => type === "change").length), 20);
  await two.close();
});

test("the tab that writes crashes while another writes through it", async () => {
  const { page: one } = await opened("crashed");
  const { page: two } = await opened("crashed");
  await two.evaluate(() => tell(100));
  await told(two, 20);
  await one.goto("chrome://crash").catch(() => undefined);
  await two.evaluate(() => telling);
  await writes(two);
  await exactly(two, await two.evaluate(() => acknowledged));
  await close(one, two);
});

test("a link that is closed hands the store over", async () => {
  const { page: one } = await opened("handed");
  const { page: two } = await opened("handed");
  await two.evaluate(() => tell(50));
  await told(two, 5);
  await one.evaluate(() => link.close());
  await two.evaluate(() => telling);
  await exactly(two, await two.evaluate(() => acknowledged));
  assert.match((await one.evaluate(() => failure(ask("stats", {})))).message, /closed/);
  assert.equal(await one.evaluate(() => open()), "through-another-tab");
  await exactly(one, await two.evaluate(() => acknowledged));
  await close(one, two);
});

test("three tabs, and the store is taken over twice", async () => {
  const { page: one } = await opened("three");
  const { page: two } = await opened("three");
  const { page: three } = await opened("three");
  await three.evaluate(() => tell(90));
  await told(three, 10);
  await one.close();
  await writes(two);
  await told(three, 30);
  await two.close();
  await writes(three);
  await three.evaluate(() => telling);
  await exactly(three, await three.evaluate(() => acknowledged));
  await three.close();
});

test("the browser is killed: what was acknowledged is there when it starts again", async () => {
  const first = await launch();
  let again;
  try {
    await opened("killed", first);
    const { page: two } = await opened("killed", first);
    const acknowledged = [];
    const enough = new Promise((resolve) => {
      const heard = (each) => acknowledged.push(each) === 30 && resolve();
      void two.exposeFunction("heard", heard).then(() => two.evaluate(() => tell(200)));
    });
    await enough;
    await first.kill();
    again = await launch(first.profile);
    const { page } = await opened("killed", again);
    const kept = await everything(page);
    for (const { id, text } of acknowledged) {
      assert.equal(kept.filter((each) => each === `${id} ${text}`).length, 1, text);
    }
  } finally {
    await again?.close();
    await first.close().catch(() => undefined);
    discard(first.profile);
  }
});

test("tabs that are told not to share: the second is told locked, until the first is gone", async () => {
  const settings = { tabs: "locked" };
  const { page: one } = await opened("alone", { settings });
  const two = await tab("alone", { settings });
  assert.equal((await two.evaluate(() => failure(open()))).tag, "locked");
  await one.close();
  assert.equal(await two.evaluate(() => open()), "writer");
  await two.close();
});

test("the services of the page that writes are asked from its worker, for every tab", async () => {
  const one = await tab("services");
  await one.evaluate(() => {
    globalThis.asked = [];
    const embed = async (texts, purpose) => {
      asked.push({ texts, purpose });
      return texts.map((text) => new Float32Array([text.length, 1, 0, 0]));
    };
    services.embedder = { name: "lengths-1", dimensions: 4, embed };
    return open();
  });
  const { page: two } = await opened("services");
  await two.evaluate(() => ask("remember", { text: "Ana plays the cello.", kind: "fact" }));
  await two.evaluate(() => ask("settle"));
  const asked = await one.evaluate(() => asked);
  const passages = asked.filter(({ purpose }) => purpose === "passage").flatMap(({ texts }) => texts);
  assert.ok(passages.some((text) => text.includes("cello")));
  await close(one, two);
});

test("the built-in embedder works in the worker", async () => {
  const settings = { builtIn: { table: `${server.url}table.bin` } };
  const { page: one } = await opened("built-in", { settings });
  const { page: two } = await opened("built-in", { settings });
  assert.equal(await two.evaluate(() => link.opened.embedder.name), "potion-base-8m-128");
  await two.evaluate(() => ask("remember", { text: "The dog sleeps outside.", kind: "fact" }));
  const { hits } = await two.evaluate(() => ask("recall", { text: "canine animals" }));
  assert.equal(hits[0]?.text, "The dog sleeps outside.");
  await close(one, two);
});

test("what is aborted ends with its reason, and whoever works for it hears so", async () => {
  const one = await tab("aborted");
  await one.evaluate(() => {
    globalThis.seen = [];
    const embed = (texts, purpose, signal) => new Promise((_, reject) => {
      seen.push("asked");
      signal.addEventListener("abort", () => {
        seen.push("aborted");
        reject(signal.reason);
      });
    });
    services.embedder = { name: "never-1", dimensions: 4, embed };
    return open();
  });
  const { page: two } = await opened("aborted");
  for (const page of [one, two]) {
    await one.evaluate(() => seen.length = 0);
    await page.evaluate(() => {
      globalThis.stop = new AbortController();
      const request = { op: "recall", scope: { user: "ana" }, args: { text: "anything" } };
      globalThis.ended = link.request(request, stop.signal).then(() => "answered", (reason) => reason);
    });
    await one.waitForFunction(() => seen.includes("asked"));
    assert.equal(await page.evaluate(() => { stop.abort("enough"); return ended; }), "enough");
    await one.waitForFunction(() => seen.includes("aborted"));
  }
  await close(one, two);
});

test("a tab that writes and does not stir is told of, and heard again when it wakes", async () => {
  const settings = { patience: 600 };
  const { page: one } = await opened("asleep", { settings });
  const { page: two } = await opened("asleep", { settings });
  const wake = await sleep(one);
  const { tag, message } = await two.evaluate(() => failure(ask("stats", {})));
  assert.equal(tag, "locked");
  assert.match(message, /does not answer/);
  await wake();
  const { outcome } = await two.evaluate(() => ask("remember", { text: "Ana is back.", kind: "fact" }));
  assert.equal(outcome, "active");
  await close(one, two);
});

test("a page whose services do not stir does not hold up the tabs that go through it", async () => {
  const settings = { patience: 600 };
  const one = await tab("frozen", { settings });
  await one.evaluate(() => {
    const embed = async (texts) => texts.map(() => new Float32Array([1, 0, 0, 0]));
    services.embedder = { name: "ones-1", dimensions: 4, embed };
    return open();
  });
  const { page: two } = await opened("frozen", { settings });
  const remember = (text) => two.evaluate((text) => ask("remember", { text, kind: "fact" }), text);
  assert.equal((await remember("Ana likes rain.")).outcome, "active");
  const wake = await sleep(one, one);
  assert.equal((await remember("Ana likes snow.")).outcome, "active");
  await wake();
  assert.equal((await remember("Ana likes hail.")).outcome, "active");
  await close(one, two);
});

test("what may not be put twice and was under way when its tab went is locked", async () => {
  const { page: one } = await opened("lost");
  const { page: two } = await opened("lost");
  await two.evaluate(() => ask("remember", { text: "Ana was here.", kind: "episode" }));
  await sleep(one);
  await two.evaluate(() => {
    globalThis.lost = failure(ask("sweep", { dryRun: false }));
    globalThis.kept = ask("recall", { text: "Ana" });
  });
  await one.close();
  gate.wake();
  const { tag, message } = await two.evaluate(() => lost);
  assert.equal(tag, "locked");
  assert.match(message, /look before you repeat/);
  assert.equal((await two.evaluate(() => kept)).hits.length, 1);
  await two.close();
});

/** Opens a tab's store with an embedder by name: another one than the store's cannot take it over. */
const embedder = (page, name) => page.evaluate((name) => {
  const embed = async (texts) => texts.map(() => new Float32Array([1, 0, 0, 0]));
  services.embedder = { name, dimensions: 4, embed };
  return open({ embedder: { name, dimensions: 4 } });
}, name);

test("a tab that cannot open the store leaves it to the next one, and goes through it", async () => {
  const [one, two, three] = [await tab("unable"), await tab("unable"), await tab("unable")];
  await embedder(one, "right-1");
  await embedder(two, "wrong-1");
  await embedder(three, "right-1");
  await one.close();
  await writes(three);
  await two.waitForFunction(() => events.some(({ type }) => type === "notice"));
  await three.evaluate(() => ask("remember", { text: "Ana goes on.", kind: "fact" }));
  await two.waitForFunction(() => ask("list", {}).then(({ memories }) => memories.length === 1, () => false));
  await close(two, three);
});

test("tabs that cannot open the store do not pass its lock round, and go through one that can", async () => {
  const tabs = [];
  for (const name of ["right-1", "wrong-1", "wrong-2"]) {
    tabs.push(await tab("unable-both"));
    await embedder(tabs.at(-1), name);
  }
  const [one, ...unable] = tabs;
  const notices = (page) => page.evaluate(() => events.filter(({ type }) => type === "notice").length);
  await one.close();
  for (const page of unable) {
    await page.waitForFunction(() => events.some(({ type }) => type === "notice"));
    assert.equal((await page.evaluate(() => failure(ask("stats", {})))).tag, "embedder-mismatch");
  }
  await wait(500);
  assert.deepEqual(await Promise.all(unable.map(notices)), [1, 1]);
  const four = await tab("unable-both");
  assert.equal(await embedder(four, "right-1"), "writer");
  for (const page of unable) {
    await page.waitForFunction(() => ask("stats", {}).then(() => true, () => false));
    assert.equal(await page.evaluate(() => link.role), "through-another-tab");
  }
  assert.deepEqual(await Promise.all(unable.map(notices)), [1, 1]);
  await close(four, ...unable);
});

test("a store that could not be erased as a whole is closed in every tab, and opens again", async () => {
  const { page: one } = await opened("unerased");
  const { page: two } = await opened("unerased");
  await one.workers()[0].evaluate(() => {
    FileSystemDirectoryHandle.prototype.removeEntry = () => Promise.reject(new Error("the disk has moods"));
  });
  const { tag, message } = await two.evaluate(() => failure(ask("destroy")));
  assert.equal(tag, "other");
  assert.match(message, /moods/);
  for (const page of [one, two]) {
    await page.waitForFunction(() => events.some(({ type, text }) => type === "notice" && /moods/.test(text)));
    assert.match((await page.evaluate(() => failure(ask("list", {})))).message, /could not be erased/);
  }
  await two.evaluate(() => link.close());
  assert.equal(await two.evaluate(() => open()), "writer");
  await close(one, two);
});

test("a store that is erased as a whole is gone in every tab, and can be begun anew", async () => {
  const { page: one } = await opened("erased");
  const { page: two } = await opened("erased");
  await two.evaluate(() => ask("remember", { text: "Ana had a secret.", kind: "fact" }));
  await two.evaluate(() => ask("destroy"));
  for (const page of [one, two]) {
    await page.waitForFunction(() => events.some(({ type }) => type === "notice"));
    assert.match((await page.evaluate(() => failure(ask("list", {})))).message, /erased/);
  }
  await two.evaluate(() => link.close());
  assert.equal(await two.evaluate(() => open()), "writer");
  assert.deepEqual(await everything(two), []);
  await close(one, two);
});

test("an encrypted store is shared and taken over under the key that every tab gives", async () => {
  const keyed = async () => {
    const bytes = new Uint8Array(32).fill(9);
    const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
    return open({ disk: { name: "sealed", key } });
  };
  const [one, two] = [await tab("sealed"), await tab("sealed")];
  await one.evaluate(keyed);
  await two.evaluate(keyed);
  await two.evaluate(() => ask("remember", { text: "Ana has a secret.", kind: "fact" }));
  await one.close();
  await writes(two);
  const { kind, encrypted } = await two.evaluate(() => ask("storage"));
  assert.deepEqual([kind, encrypted, (await everything(two)).length], ["opfs", true, 1]);
  await two.close();
});

test("a tab that joins an open store is asked for its key", async () => {
  const keyed = (page, disk, byte) => page.evaluate(({ disk, byte }) => {
    const key = byte === undefined ? undefined : new Uint8Array(32).fill(byte);
    return failure(open({ disk: { name: disk, key } }));
  }, { disk, byte });
  for (const [name, kept, tries] of [
    ["asked-sealed", 9, { 9: undefined, 8: "denied", none: "denied" }],
    ["asked-open", undefined, { none: undefined, 9: "invalid" }],
  ]) {
    const one = await tab(name);
    assert.equal(await keyed(one, name, kept), undefined);
    for (const [byte, tag] of Object.entries(tries)) {
      const two = await tab(name);
      const refused = await keyed(two, name, byte === "none" ? undefined : Number(byte));
      assert.equal(refused?.tag, tag, `${name} with ${byte}`);
      await two.close();
    }
    await one.close();
  }
});

test("a tab that joins puts its policy in force, and one that takes over leaves the one that is", async () => {
  const version = (page) => page.evaluate(() => ask("policy").then(({ version }) => version));
  const { page: one } = await opened("policies", { settings: { policy: { version: "first" } } });
  const two = await tab("policies", { settings: { policy: { version: "second" } } });
  assert.equal((await two.evaluate(() => failure(open({ policy: { wrong: 1 } })))).tag, "invalid");
  assert.equal(await version(one), "first");
  assert.equal(await two.evaluate(() => open()), "through-another-tab");
  assert.equal(await version(one), "second");
  await one.evaluate(() => ask("adoptPolicy", { policy: { version: "third" } }));
  await one.close();
  await writes(two);
  assert.equal(await version(two), "third");
  await two.close();
});

test("requests through another tab leave no listeners behind", async () => {
  const { page: one } = await opened("listeners");
  const { page: two } = await opened("listeners");
  const worker = two.workers()[0];
  await worker.evaluate(() => {
    globalThis.left = 0;
    globalThis.added = 0;
    for (const [name, by] of [["addEventListener", 1], ["removeEventListener", -1]]) {
      const real = AbortSignal.prototype[name];
      AbortSignal.prototype[name] = function (...args) {
        globalThis.left += by;
        if (by > 0) globalThis.added += 1;
        return real.apply(this, args);
      };
    }
  });
  for (let n = 0; n < 20; n++) await two.evaluate(() => ask("stats", {}));
  assert.ok(await worker.evaluate(() => globalThis.added) >= 20, "each request listens");
  assert.equal(await worker.evaluate(() => globalThis.left), 0);
  await close(one, two);
});

test("a store can be opened from a worker of the page's own", async () => {
  const page = await tab("nested");
  const role = await page.evaluate(() => new Promise((answer) => {
    const worker = new Worker("/nested.js", { type: "module" });
    worker.onmessage = ({ data }) => answer(data);
    worker.postMessage({ tenant: "acme", disk: { name: "nested" }, wasm: "/memolet_bg.wasm" });
  }));
  assert.equal(role, "writer");
  await page.close();
});

test("settings that cannot be are told of", async () => {
  const one = await tab("settings");
  const odd = [{ tabs: "many" }, { patience: 0 }, { patience: "long" }, { wasm: "http://" }, { disk: { name: "" } }];
  for (const more of odd) {
    const { tag } = await one.evaluate((more) => failure(open(more)), more);
    assert.equal(tag, "invalid", JSON.stringify(more));
  }
  assert.equal(await one.evaluate(() => open()), "writer");
  const signal = await one.evaluate(() => failure(link.request({ op: "stats" }, {})));
  assert.deepEqual([signal.tag, signal.message], ["invalid", "signal: must be an AbortSignal"]);
  const two = await tab("settings");
  assert.equal((await two.evaluate(() => failure(open({ tenant: "umbrella" })))).tag, "denied");
  await close(one, two);
});

test("a page without a worker shares its store too", async () => {
  const options = { open: "openPageLink", settings: { disk: { name: "page", kind: "indexeddb" } } };
  const { page: one, role } = await opened("page", options);
  const { page: two } = await opened("page", options);
  assert.equal(role, "writer");
  await two.evaluate(() => tell(30));
  await told(two, 5);
  await one.close();
  await two.evaluate(() => telling);
  await exactly(two, await two.evaluate(() => acknowledged));
  await two.close();
});

test("a worker that does not start is an error that says what to look at", async () => {
  const strict = await serve(folder, { headers: { "content-security-policy": "worker-src 'none'" } });
  const broken = {
    missing: () => new Worker("/nowhere.js", { type: "module" }),
    "no script": () => new Worker("/", { type: "module" }),
    thrown: () => {
      throw new Error("no workers today");
    },
  };
  try {
    const page = await tab("unstarted");
    for (const [what, worker] of Object.entries(broken)) {
      const { tag, message } = await page.evaluate((text) => {
        globalThis.options = { worker: eval(`(${text})`) };
        return failure(open());
      }, String(worker));
      assert.equal(tag, "other", what);
      assert.match(message, /worker did not start.*\(worker\.js\).*Content-Security-Policy/, what);
    }
    const forbidden = await tab("unstarted", { url: strict.url });
    assert.match((await forbidden.evaluate(() => failure(open()))).message, /worker did not start/);
    await close(page, forbidden);
  } finally {
    await strict.close();
  }
});
