// What people say is what is known: the cases of tests/said, told to the built package in a page, as an app does.
import assert from "node:assert/strict";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { discard, launch } from "../support/browser.mjs";
import { temporary } from "../support/bundle.mjs";
import { folder as built } from "../support/engine.mjs";
import { cases, tell, wrong } from "../support/said.mjs";
import { serve } from "../support/serve.mjs";

const limit = { timeout: 60_000 };
const place = temporary("said");
let server, browser, page;

before(async () => {
  cpSync(built, join(place, "memolet"), { recursive: true });
  const script = `import { openMemory } from "./memolet/browser.js";
    const tell = ${tell};
    globalThis.told = async (found) => {
      const memory = await openMemory({ tenant: found.name, user: "ana", embed: "none" });
      return tell(memory, found).finally(() => memory.destroy());
    };`;
  writeFileSync(join(place, "page.js"), script);
  const icon = '<link rel="icon" href="data:,">';
  writeFileSync(join(place, "index.html"), `<!doctype html><title>said</title>${icon}<script type="module" src="page.js"></script>`);
  server = await serve(place);
  browser = await launch();
  page = await browser.context.newPage();
  await page.goto(server.url);
  await page.waitForFunction(() => globalThis.told);
}, limit);

after(async () => {
  await browser?.close();
  await server?.close();
  if (browser) discard(browser.profile);
  discard(place);
});

for (const found of cases()) {
  test(found.name, limit, async () => {
    assert.deepEqual(wrong(found, await page.evaluate((found) => told(found), found)), []);
  });
}
