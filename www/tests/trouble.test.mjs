// What goes wrong, in plain words and with nothing lost: a full disk, a store that is held, a new version.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { served } from "./support/app.mjs";
import { ready, say } from "./support/site.mjs";

const limit = { timeout: 40_000 };
const app = served();

test("a full disk is said as such, and what was kept stays", limit, async () => {
  const page = await app.arrive();
  await say(page, "I live in York");
  // Opened anew, its files have no room in reserve.
  await page.reload();
  await ready(page);
  const devtools = await app.browser.context.newCDPSession(page);
  const origin = new URL(app.url).origin;
  await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
  assert.match(await say(page, "I'm allergic to walnuts"), /^There is no room left on this device for that\. Nothing was lost/);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin });
  await page.reload();
  await ready(page);
  assert.match(await say(page, "Where do I live?"), /^The user lives in York\./);
  assert.equal(await say(page, "What am I allergic to?"), "I found nothing that fits.");
  assert.match(await say(page, "I'm allergic to walnuts"), /The user is allergic to walnuts\. Kept/);
  app.browser.quiet();
});

test("a store that a silent tab holds is said as such, and opens when it is let go", limit, async () => {
  const first = await app.arrive();
  await say(first, "I live in York");
  const names = await first.evaluate(async () => (await navigator.locks.query()).held.map(({ name }) => name));
  const holder = await app.browser.context.newPage();
  await holder.goto(`${app.url}manifest.webmanifest`);
  await first.close();
  await holder.evaluate((names) => {
    globalThis.release = [];
    for (const name of names) void navigator.locks.request(name, () => new Promise((done) => globalThis.release.push(done)));
  }, names);
  await holder.waitForFunction((count) => globalThis.release.length === count, names.length);
  const page = await app.browser.context.newPage();
  await page.goto(app.url);
  await page.getByText("Another tab or window is using this memory and does not answer.").waitFor();
  await holder.evaluate(() => globalThis.release.forEach((done) => done()));
  await page.getByRole("button", { name: "Try again" }).click();
  await ready(page);
  assert.match(await say(page, "Where do I live?"), /^The user lives in York\./);
  app.browser.quiet();
});

test("a new version waits until the person takes it, and leaves nothing of the old one", limit, async () => {
  const page = await app.arrive();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await say(page, "I live in York");
  const caches = () => page.evaluate(() => globalThis.caches.keys());
  const [old] = (await caches()).filter((name) => name.startsWith("memolet-app-"));
  rename(old.replace("memolet-app-", ""), "ffffffffffff");
  await page.reload();
  assert.equal(await page.title(), "Memolet");
  await page.getByRole("button", { name: "New version: reload" }).click();
  await page.waitForFunction(() => document.title === "Memolet, newer");
  await ready(page);
  assert.deepEqual((await caches()).filter((name) => name.startsWith("memolet-app-")), ["memolet-app-ffffffffffff"]);
  assert.match(await say(page, "Where do I live?"), /^The user lives in York\./);
  app.browser.quiet();
});

/** Makes a newer version of what is served: another page, and a service worker of another hash. */
function rename(version, next) {
  const change = (name, from, to) => {
    const file = join(app.folder, name);
    const text = readFileSync(file, "utf8");
    assert.ok(text.includes(from), `${name} has ${from}`);
    writeFileSync(file, text.replaceAll(from, to));
  };
  change("index.html", "<title>Memolet</title>", "<title>Memolet, newer</title>");
  change("sw.js", version, next);
}
