// A store's bytes in Chromium, in a dedicated worker and in a page: OPFS and IndexedDB, plain and sealed.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { after, before, describe, test } from "node:test";
import { holding, launch } from "../support/browser.mjs";
import { bundle, temporary } from "../support/bundle.mjs";
import { promises } from "../support/conformance.mjs";
import { serve } from "../support/serve.mjs";

const folder = temporary("disks-page");
await bundle({ disks: "tests/support/disks.browser.mjs" }, folder);
const server = await serve(folder);
after(() => server.close());
const kinds = ["opfs", "sealed opfs", "indexeddb", "sealed indexeddb"];
/** How often browsers and tabs die; more by hand. */
const rounds = Number(process.env.MEMOLET_KILLS ?? 2);

/** A page with `call`, which runs in it or in its worker, and the numbers that it said were durable. */
async function openPage(browser) {
  const page = await browser.context.newPage();
  let said = 0;
  await page.exposeFunction("durable", (number) => (said = number));
  await page.goto(server.url);
  await page.addScriptTag({ url: "/disks.js", type: "module" });
  await page.waitForFunction(() => "call" in globalThis);
  const call = (where, action, ...args) => page.evaluate((all) => call(...all), [where, action, ...args]);
  return { page, call, said: () => said };
}

describe("in one browser", () => {
  let browser, call;
  before(async () => {
    browser = await launch();
    ({ call } = await openPage(browser));
  });
  after(() => browser?.close());

  for (const kind of kinds) {
    for (const where of kind.endsWith("opfs") ? ["worker"] : ["worker", "page"]) {
      test(`${kind} in a ${where} keeps every promise`, { timeout: 15_000 }, async () => {
        assert.deepEqual(await call(where, "promises", kind, Object.keys(promises)), []);
      });
    }
  }

  for (const kind of ["opfs", "sealed opfs"]) {
    test(`${kind}: dead at any step, what was acknowledged is there`, { timeout: 15_000 }, async (t) => {
      const deaths = await call("worker", "crashes", kind);
      assert.ok(deaths > 20, `${deaths} deaths`);
      t.diagnostic(`${deaths} deaths`);
    });
  }

  test("a disk is chosen by what the thread can do and where the store is", { timeout: 10_000 }, async () => {
    assert.equal(await call("worker", "choose", { name: "in a worker" }), "opfs");
    assert.equal(await call("page", "choose", { name: "in a page" }), "indexeddb");
    assert.equal(await call("worker", "choose", { name: "in a page" }), "indexeddb");
    assert.equal(await call("worker", "choose", { name: "b", kind: "indexeddb" }), "indexeddb");
    assert.equal(await call("page", "choose", { name: "c", kind: "opfs" }), "other");
    assert.equal(await call("page", "choose", { name: "in a worker" }), "other", "it lies in opfs: no second one");
    assert.deepEqual(await call("page", "isThere", "in a worker"), [false, false]);
    assert.equal(await call("page", "choose", { name: "" }), "invalid");
    assert.equal(await call("worker", "choose", { name: "in a worker", key: new Uint8Array(31) }), "invalid");
    assert.equal(await call("worker", "choose", { name: "in a worker", key: new Uint8Array(32) }), "invalid");
    assert.equal(await call("worker", "choose", { name: "in a worker" }), "opfs", "nothing was left locked");
    assert.deepEqual(await call("worker", "isThere", "in a worker"), [true, false]);
    assert.deepEqual(await call("worker", "isThere", "c"), [false, false]);
  });

  test("a database that other code deletes is said to be gone", { timeout: 10_000 }, async () => {
    assert.deepEqual(await call("page", "deletedByOthers"), ["other", "other"]);
  });

  test("persistence is plain data, in a page and in a worker", { timeout: 10_000 }, async () => {
    for (const where of ["page", "worker"]) {
      const [asked, { persisted, quota, usage }] = await call(where, "persistence");
      assert.equal(asked, where === "page" ? false : undefined, "headless Chromium does not persist");
      assert.equal(persisted, false);
      assert.ok(quota > 0 && usage >= 0);
    }
  });

  for (const kind of ["opfs", "indexeddb"]) {
    const timeout = 10_000 + rounds * 3_000;
    test(`${kind}: tabs crash, nothing acknowledged is lost`, { timeout }, async () => {
      let opened = await openPage(browser);
      for (let round = 0; round < rounds; round++) {
        const acknowledged = await dying(opened, kind, () => crash(browser, opened.page));
        opened = await openPage(browser);
        await assertKept(opened, kind, acknowledged);
      }
      await opened.page.close();
    });
  }
});

test("what does not fit changes nothing", { timeout: 30_000 }, async (t) => {
  // IndexedDB asks for the quota rarely, so it is set before the first write.
  for (const kind of ["sealed opfs", "sealed indexeddb"]) {
    const browser = await launch();
    try {
      const { page, call } = await openPage(browser);
      const session = await browser.context.newCDPSession(page);
      const origin = new URL(server.url).origin;
      await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 5_000_000 });
      const appends = await call("worker", "fill", kind);
      assert.ok(appends > 0, kind);
      t.diagnostic(`${kind}: full after ${appends} appends`);
    } finally {
      await browser.close();
    }
  }
});

/** Has a page write until `die` ends it at a random moment; the last number that was durable. */
async function dying({ call, said }, kind, die) {
  call("worker", "write", kind).catch(() => undefined);
  while (said() === 0) await wait(5);
  await wait(Math.random() * 200);
  await die();
  return said();
}

async function assertKept({ call }, kind, acknowledged) {
  const last = await call("worker", "lastKept", kind);
  assert.ok(last >= acknowledged, `${last} of ${acknowledged}`);
}

// One kill of an IndexedDB: Chromium itself may drop it at the second start after one (see indexeddb.ts).
for (const [kind, kills] of [["opfs", rounds], ["indexeddb", 1]]) {
  const timeout = 10_000 + kills * 4_000;
  test(`${kind}: the browser is killed, nothing acknowledged is lost`, { timeout }, async () => {
    let browser = await launch();
    try {
      for (let kill = 0; kill < kills; kill++) {
        const acknowledged = await dying(await openPage(browser), kind, () => browser.kill());
        browser = await launch(browser.profile);
        await assertKept(await openPage(browser), kind, acknowledged);
      }
    } finally {
      await browser.close();
    }
  });
}

/** Ends a tab's process. */
async function crash(browser, page) {
  const session = await browser.context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
}

test("erased words stay in no file, but where IndexedDB is not sealed", { timeout: 30_000 }, async (t) => {
  const browser = await launch();
  const [words, kept] = [1, 2].map(() => kinds.map(() => `walnut ${randomBytes(12).toString("hex")}`));
  try {
    const { call } = await openPage(browser);
    for (const [n, kind] of kinds.entries()) {
      assert.equal(await call("worker", "erase", kind, words[n]), false);
      await call("worker", "keep", kind, kept[n]);
    }
  } finally {
    await browser.close();
  }
  for (const [n, kind] of kinds.entries()) {
    const found = holding(browser.profile, kept[n]);
    assert.equal(found.length > 0, !kind.startsWith("sealed"), `${kind}: what is kept is in ${found}`);
    const left = holding(browser.profile, words[n]);
    t.diagnostic(`${kind}: ${left.length > 0 ? left.join(", ") : "nothing"}`);
    if (kind !== "indexeddb") assert.deepEqual(left, [], kind);
  }
});
