// How long a page takes to its first recall, beside an empty page's load, in one run:
//
//   node start.mjs PACKAGE [memories] [loads]
//
// One profile keeps the store; every load is a new tab, empty page and page with memory in turn. Times
// are milliseconds from the navigation's start, by the page's own clock.
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { discard, launch } from "../tests/support/browser.mjs";
import { temporary } from "../tests/support/bundle.mjs";
import { serve } from "../tests/support/serve.mjs";
import { corpus } from "./corpus.mjs";
import { median, spread } from "./figures.mjs";

const [from, memories = "5000", loads = "21"] = process.argv.slice(2);
const OPEN = `import { openMemory } from "./memolet/browser.js";
const memory = await openMemory({ tenant: "bench", user: "ana" });`;
const page = (script) => `<!doctype html><meta charset="utf-8"><title>bench</title>${script}`;

const folder = temporary("bench");
await cp(from, join(folder, "memolet"), { recursive: true });
await writeFile(join(folder, "empty.html"), page(""));
await writeFile(join(folder, "fill.js"), `${OPEN}
window.fill = async (texts) => { for (const text of texts) await memory.remember({ text, kind: "fact" }); };
window.done = async () => { await memory.settle(); await memory.close(); };`);
await writeFile(join(folder, "fill.html"), page('<script type="module" src="fill.js"></script>'));
await writeFile(join(folder, "first.js"), `${OPEN}
const opened = performance.now();
const { hits } = await memory.recall("What did Priya say about the harbour in spring?");
window.first = { opened, recalled: performance.now(), hits: hits.length };`);
await writeFile(join(folder, "first.html"), page('<script type="module" src="first.js"></script>'));

const server = await serve(folder, { headers: { "cache-control": "max-age=3600" } });
const { context, profile, close } = await launch();
try {
  await fill(Number(memories));
  const empty = [];
  const opened = [];
  const recalled = [];
  for (let load = 0; load < Number(loads); load++) {
    empty.push(await inTab("empty.html", (tab) => tab.evaluate(() => performance.timing.loadEventEnd - performance.timing.navigationStart)));
    const first = await inTab("first.html", async (tab) => {
      await tab.waitForFunction(() => window.first, undefined, { polling: 20 });
      return tab.evaluate(() => window.first);
    });
    if (first.hits === 0) throw new Error("the recall found nothing");
    opened.push(first.opened);
    recalled.push(first.recalled);
  }
  console.log(`${memories} memories, ${loads} loads each, in turn; milliseconds, median (quartiles)`);
  console.log(`an empty page's load   ${spread(empty)}`);
  console.log(`the store is open      ${spread(opened)}`);
  console.log(`first recall answered  ${spread(recalled)}`);
  console.log(`difference of medians  ${(median(recalled) - median(empty)).toFixed(0)}`);
} finally {
  await close();
  await server.close();
  discard(profile);
}

async function fill(count) {
  const tab = await context.newPage();
  tab.on("pageerror", (error) => console.error(error));
  await tab.goto(`${server.url}fill.html`);
  await tab.waitForFunction(() => window.fill);
  const texts = corpus(count);
  for (let at = 0; at < count; at += 500) {
    await tab.evaluate((some) => window.fill(some), texts.slice(at, at + 500));
    process.stderr.write(`\r${at + 500} of ${count} remembered`);
  }
  process.stderr.write("\n");
  await tab.evaluate(() => window.done());
  await wait(4_000); // as a visit lasts: the browser keeps compiled code some seconds after it became fast
  await tab.close();
}

async function inTab(name, measure) {
  const tab = await context.newPage();
  try {
    await tab.goto(`${server.url}${name}`, { waitUntil: "load" });
    return await measure(tab);
  } finally {
    await tab.close();
  }
}
