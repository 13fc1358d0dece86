// The panel in Chromium, over a store of its own: by keyboard, live, hostile text, accessibility, strict CSP.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { discard, launch } from "../support/browser.mjs";
import { serveExample, servePanel } from "../support/panel.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const limit = { timeout: 25_000 };
let site, browser, page, said;

before(async () => {
  site = await servePanel();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await site?.close();
  if (browser) discard(browser.profile);
});

/** Opens the page anew, with a fresh store; `said` collects what must not be said. */
async function open({ query = "", width = 1280, scheme = "light" } = {}) {
  await page?.close();
  page = await browser.context.newPage();
  said = [];
  page.on("pageerror", (error) => said.push(error.stack));
  page.on("console", (message) => message.type() === "error" && said.push(message.text()));
  page.on("request", (request) => /stolen|\/x$/.test(request.url()) && said.push(request.url()));
  await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height: 800 });
  await page.addInitScript(() => {
    // Every element within a root, through every shadow root.
    window.everything = (root) => [...root.querySelectorAll("*")].flatMap((element) =>
      [element, ...(element.shadowRoot ? window.everything(element.shadowRoot) : [])]);
    window.violations = [];
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, sourceFile, lineNumber }) =>
      window.violations.push(`${violatedDirective} ${sourceFile}:${lineNumber}`));
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(site.url + query);
  await page.locator(".title").first().waitFor();
}

/** What holds after anything. */
async function quiet() {
  assert.deepEqual(await page.evaluate(() => window.violations), []);
  assert.deepEqual(said, []);
  const shift = await page.evaluate(() => window.shift);
  assert.ok(shift < 0.02, `layout shift ${shift}`);
}

/** What axe has against the page as it is, a line for each element. */
async function faults() {
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.flat()} ${failureSummary}`));
}

test("what must not be is noticed where it is", limit, async () => {
  await open();
  await page.evaluate(axe);
  await page.evaluate(() => {
    const list = window.panel.shadowRoot.querySelector("memolet-list");
    list.shadowRoot.prepend(Object.assign(document.createElement("img"), { src: "/x" }));
    document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = true" }));
    setTimeout(() => { throw new Error("thrown in the page"); });
    document.body.prepend(document.createElement("div"));
    document.body.firstChild.style.height = "300px";
  });
  await page.waitForFunction(() => window.shift > 0.02);
  assert.match((await page.evaluate(() => window.violations)).join(), /^script-src-elem /);
  for (const part of [/thrown in the page/, /404/, /inline script/, /\/x$/]) {
    assert.ok(said.some((line) => part.test(line)), `${part} is not in ${said.join("\n")}`);
  }
  assert.match((await faults()).join("\n"), /^image-alt: memolet-panel,memolet-list,img/m);
  await assert.rejects(quiet());
});

const title = (text) => page.locator(".title", { hasText: text });
const toast = () => page.locator("memolet-toast .toast");
const press = (key) => page.keyboard.press(key);

/** Goes on with the tabulator until what has the focus reads so. */
async function tabTo(text) {
  for (let step = 0; step < 120; step++) {
    if ((await focused()) === text) return;
    await press("Tab");
  }
  assert.fail(`the tabulator does not reach “${text}”; it is at “${await focused()}”`);
}

/** Words of the element that has the focus, through every shadow root. */
function focused() {
  return page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    const label = at?.labels?.[0]?.querySelector("span")?.textContent;
    const shown = [...(at?.querySelectorAll("span") ?? [])].find((span) => span.checkVisibility());
    return (label ?? (shown ?? at)?.textContent ?? "").trim().replace(/\s+/g, " ");
  });
}

test("each act by keyboard alone, and each one taken back", limit, async () => {
  await open();
  await tabTo("Tom lives in Porto.");
  await press("Enter");
  await page.locator(".said", { hasText: "Tom lives in Porto." }).waitFor();
  await page.locator(".said:focus").waitFor();
  const acts = [
    ["Change", "Changed. The old words are in its history.", async () => {
      await press("ControlOrMeta+a");
      await page.keyboard.type("Tom lives in Faro.");
      await tabTo("Save");
      await press("Enter");
      await page.locator(".said", { hasText: "Tom lives in Faro." }).waitFor();
      await title("Tom lives in Faro.").waitFor();
    }],
    ["No longer true", "Marked as no longer true.", () => tabTo("No longer true").then(() => press("Enter"))],
    ["Was wrong", "Marked as wrong.", async () => {
      await page.keyboard.type("A mix-up.");
      await press("Enter");
    }],
    ["Pin", "Pinned.", async () => {
      await page.keyboard.type("It matters.");
      await press("Enter");
    }],
    ["Put away", "Put away.", () => tabTo("Put away").then(() => press("Enter"))],
  ];
  for (const [name, done, act] of acts) {
    await tabTo(name);
    await press("Enter");
    await page.locator("memolet-dialog dialog[open]").waitFor();
    await act();
    await toast().filter({ hasText: done }).waitFor();
    await tabTo("Undo");
    await press("Enter");
    await toast().filter({ hasText: "Taken back." }).waitFor();
    await page.locator(".said", { hasText: "Tom lives in Porto." }).waitFor();
    await page.locator(".state", { hasText: "Current" }).waitFor();
    await press("Enter");
  }
  assert.equal(await title("Tom lives in Porto.").count(), 1);
  await page.locator(".said").focus();
  await press("Escape");
  assert.equal(await focused(), "Tom lives in Porto.");
  await press("ArrowDown");
  assert.notEqual(await focused(), "Tom lives in Porto.");
  await quiet();
});

test("forgetting gives a receipt, takes the words everywhere, and cannot be undone", limit, async () => {
  await open();
  const exported = (words) => page.evaluate(async (words) => (await window.panel.memory.export()).includes(words), words);
  assert.equal(await exported("Biscuit is"), true);
  await tabTo("Biscuit is Ana's cat.");
  await press("Enter");
  await tabTo("Forget for good");
  await press("Enter");
  await tabTo("Forget for good");
  await press("Enter");
  await page.locator("dialog .receipt", { hasText: "1 memory was forgotten." }).waitFor();
  const receipt = await page.locator("dialog .receipt").innerText();
  assert.match(receipt, /The store's journal\s+erased/);
  assert.match(receipt, /backup on the home server\s+not confirmed yet/);
  assert.match(receipt, /Not complete/);
  assert.match(receipt, /Reason\s+Somebody asked for it/);
  await press("Enter");
  await page.locator(".item.gone").waitFor();
  assert.equal(await title("Biscuit is").count(), 0);
  await page.locator(".said", { hasText: "It was forgotten for good" }).waitFor();
  assert.equal(await exported("Biscuit is"), false);
  await page.locator("#tab-activity").focus();
  await press("Enter");
  await page.locator(".entry", { hasText: "Forgotten for good" }).first().waitFor();
  assert.equal(await page.locator(".entry").first().locator(".undo").count(), 0);
  await quiet();
});

test("what was forgotten is let in again when it is said again", limit, async () => {
  await open();
  const words = "Biscuit is Ana's cat.";
  const id = await title(words).getAttribute("data-id");
  await page.evaluate((id) => window.other.erase(id), id);
  const remember = () => page.evaluate(async (words) => (await window.other.remember(words)).outcome, words);
  assert.equal(await remember(), "refused");
  await page.locator("#tab-activity").click();
  await page.locator("memolet-activity select").selectOption("erased");
  await page.locator(".entry summary", { hasText: "Receipt" }).first().click();
  const again = page.locator("memolet-again").first();
  await again.locator("summary").click();
  await again.getByLabel("Say it again").fill("Biscuit is a dog.");
  await again.locator("button").click();
  await again.locator("[role=alert]", { hasText: "Nothing that was forgotten reads like this." }).waitFor();
  assert.equal(await remember(), "refused");
  await again.getByLabel("Say it again").fill(words);
  await again.locator("button").click();
  await again.locator("[role=status]", { hasText: "These words may be remembered again." }).waitFor();
  assert.equal(await remember(), "active");
  await quiet();
});

test("another view of the same store: changes appear in place, what is new waits, nothing moves", limit, async () => {
  await open();
  const id = await title("Tom is Ana's brother.").getAttribute("data-id");
  const top = () => title("Tom is Ana's brother.").evaluate((element) => element.getBoundingClientRect().top);
  await title("Tom is Ana's brother.").hover();
  const before = await top();
  await page.evaluate((id) => window.other.pin(id, { reason: "family" }), id);
  await page.locator(".item", { has: title("Tom is") }).locator(".mark", { hasText: "Pinned" }).waitFor();
  await page.evaluate(() => window.other.remember("Ana borrowed a ladder."));
  await page.locator(".fresh", { hasText: "1 new memory" }).waitFor();
  assert.equal(await title("Ana borrowed a ladder.").count(), 0);
  const cat = await title("Biscuit must not").getAttribute("data-id");
  await page.evaluate((id) => window.other.erase(id), cat);
  await page.locator(".item.gone").waitFor();
  assert.equal(await top(), before);
  await page.locator(".fresh").click();
  await title("Ana borrowed a ladder.").waitFor();
  await page.evaluate(() => window.other.remember({ text: "Ana lives in Goole.", kind: "fact", entity: "Ana",
    attribute: "home", value: "Goole", source: "tool-result", evidence: [{ uri: "https://people.example/2" }] }));
  await page.locator("#tab-decide .count", { hasText: "4" }).waitFor();
  await quiet();
});

test("nobody reads the list: what is new shows by itself, also when a reader has gone", limit, async () => {
  await open();
  const remember = (text) => page.evaluate((text) => window.other.remember(text), text);
  const fresh = page.locator("memolet-list .fresh");
  await remember("Ana borrowed a ladder.");
  await title("Ana borrowed a ladder.").waitFor();
  const first = page.locator(".title").first();
  const readers = [
    ["pointer", () => first.hover(), () => page.mouse.move(2, 2)],
    ["focus", () => first.focus(), () => page.locator("#tab-remembered").focus()],
    ["scroll", () => page.mouse.wheel(0, 900), () => page.evaluate(() => window.scrollTo(0, 0))],
  ];
  for (const [name, come, go] of readers) {
    await come();
    await page.waitForTimeout(100);
    await remember(`Ana lost a ${name}.`);
    await fresh.waitFor({ state: "attached" });
    assert.equal(await title(name).count(), 0);
    await go();
    await title(name).waitFor();
    assert.equal(await fresh.count(), 0);
  }
  await page.locator("memolet-list select").nth(1).selectOption("procedure");
  await page.evaluate((id) => window.other.erase(id), await title("To restart").getAttribute("data-id"));
  await page.evaluate(() => window.other.remember({ text: "To open the shed: lift the latch.", kind: "procedure" }));
  await title("To open the shed").waitFor();
  await quiet();
});

test("a change of a memory behind the first page is nothing new", limit, async () => {
  await open();
  const id = await title("Tom is Ana's brother.").getAttribute("data-id");
  await page.evaluate(() => Promise.all(Array.from({ length: 120 }, (_, number) =>
    window.other.remember(`On walk ${number} Ana saw bird number ${number * 7919}.`))));
  await page.locator("memolet-list [role=status]", { hasText: "The newest 100 memories" }).waitFor();
  await page.locator("input[type=search]").focus();
  await page.evaluate((id) => window.other.scope({ session: "s2" }).used([id]), id);
  await page.evaluate(() => window.other.remember("Ana borrowed a ladder."));
  await page.locator("memolet-list .fresh", { hasText: "1 new memory" }).waitFor();
  await page.waitForTimeout(200);
  assert.match(await page.locator("memolet-list .fresh").innerText(), /^1 new memory/);
  await quiet();
});

test("conflicts are decided, with the reason beside them", limit, async () => {
  await open();
  await page.locator("#tab-remembered").focus();
  await press("ArrowRight");
  assert.equal(await focused(), "To decide");
  const cases = page.locator("memolet-decide article");
  await cases.first().waitFor();
  assert.equal(await cases.count(), 3);
  await cases.filter({ hasText: "It came from a page or tool and gives orders" }).waitFor();
  await cases.filter({ hasText: "Hull" }).filter({ hasText: "Ana lives in Whitby, by the sea." }).waitFor();
  await tabTo("Reject it");
  await press("Enter");
  await toast().filter({ hasText: "Rejected." }).waitFor();
  await cases.nth(2).waitFor({ state: "detached" });
  await tabTo("Keep the new one");
  await press("Enter");
  await toast().filter({ hasText: "Kept." }).waitFor();
  await cases.filter({ hasText: "pollen" }).waitFor({ state: "detached" });
  await tabTo("Keep what is known");
  await press("Enter");
  await page.locator("memolet-decide .empty").waitFor();
  const { hits } = await page.evaluate(() => window.panel.memory.recall("Where does Ana live?"));
  assert.equal(hits[0].text, "Ana lives in Whitby, by the sea.");
  await quiet();
});

test("what a model was to forget waits for a person: kept, or forgotten with a receipt", limit, async () => {
  await open();
  await page.evaluate(axe);
  const words = "Biscuit must not eat fish.";
  const forget = () => page.evaluate(async (words) => {
    const memory = window.panel.memory.scope({ session: "talk" });
    const { id } = (await memory.page({ limit: 1000 })).memories.find(({ text }) => text === words);
    await memory.turn({ role: "user", text: "Forget the diet of Biscuit: <b>any</b> fish will do." });
    return memory.tool("memory_forget", { id, quote: "Forget the diet of Biscuit: <b>any</b> fish" });
  }, words);
  const recalled = () => page.evaluate(async (words) =>
    (await window.panel.memory.recall("Must Biscuit eat fish?")).hits.some(({ text }) => text === words), words);
  assert.equal((await forget()).outcome, "pending-erasure");
  assert.equal(await recalled(), false);
  await page.locator("#tab-decide", { hasText: "4" }).waitFor();
  await page.locator("#tab-decide").click();
  const erasures = page.locator("memolet-decide .erasure");
  await erasures.filter({ hasText: words }).filter({ hasText: "Forget the diet of Biscuit: <b>any</b> fish" }).waitFor();
  assert.deepEqual(await faults(), []);
  await tabTo("Keep it");
  await press("Enter");
  await toast().filter({ hasText: "Kept. It is recalled again." }).waitFor();
  await erasures.first().waitFor({ state: "detached" });
  assert.equal(await recalled(), true);
  await forget();
  await erasures.first().waitFor();
  await page.locator("#tab-decide").focus();
  await tabTo("Forget for good");
  await press("Enter");
  await page.locator("dialog", { hasText: words }).waitFor();
  const codes = () => page.evaluate(async () => (await window.panel.memory.receipts()).map(({ code }) => code));
  assert.ok(!(await codes()).includes("confirmed-erasure"), "asked, and nothing erased yet");
  await tabTo("Forget for good");
  await press("Enter");
  await page.locator("dialog .receipt", { hasText: "The assistant was to forget it, and a person confirmed" }).waitFor();
  await press("Enter");
  await erasures.first().waitFor({ state: "detached" });
  await page.locator("#tab-activity").click();
  await page.locator(".entry", { hasText: "Forgotten for good, as you confirmed" }).waitFor();
  await quiet();
});

test("a receipt names what a hold kept, and is not complete", limit, async () => {
  await open();
  const id = await page.evaluate(async () => {
    const { memories } = await window.panel.memory.page({ limit: 1000 });
    const { id } = memories.find(({ text }) => text === "Biscuit is Ana's cat.");
    await window.panel.memory.hold(id, { by: "counsel", reason: "dispute" });
    return id;
  });
  await page.locator("#tab-device").click();
  await page.evaluate(() => window.tom.remember("Tom likes figs."));
  await page.locator(".mine").click();
  await page.keyboard.type("forget");
  await page.locator("dialog .confirm").click();
  const receipt = page.locator("dialog .receipt");
  await receipt.locator(".kept", { hasText: "1 memory was kept, and stays:" }).waitFor();
  const said = await receipt.innerText();
  assert.ok(said.includes(`${id}: It is under a legal hold.`), said);
  assert.match(said, /Not complete: something was kept/);
  await quiet();
});

test("the record: refusals with their reasons and without the secret, undo where it is possible", limit, async () => {
  await open();
  await page.locator("#tab-activity").click();
  await page.locator(".entry").first().waitFor();
  const undo = page.locator(".entry", { hasText: "Changed to: Ana wants metric units, and miles" });
  await undo.locator(".undo").click();
  await page.locator(".entry", { hasText: "Taken back" }).waitFor();
  assert.equal(await page.locator(".entry", { hasText: "Ana lives in York." }).locator(".undo").count(), 0);
  await page.locator("memolet-activity select").selectOption("refused");
  await page.locator(".entry").nth(3).waitFor({ state: "detached" });
  assert.equal(await page.locator(".entry").count(), 3);
  const text = await page.locator("memolet-activity .entries").innerText();
  assert.match(text, /It holds a secret/);
  assert.match(text, /turn the reading order around/);
  assert.match(text, /It is a guess/);
  assert.doesNotMatch(text, /hunter2/);
  await page.locator(".verify").click();
  await page.locator("memolet-activity [role=status]", { hasText: "The record is whole" }).waitFor();
  await page.evaluate(() => window.other.remember("Ana bought rope."));
  await page.locator("memolet-activity .fresh").waitFor();
  await quiet();
});

test("why a memory is recalled or not", limit, async () => {
  await open();
  await title("Ana lives in Whitby").click();
  const ask = async (question) => {
    await page.locator("memolet-why input").fill(question);
    await press("Enter");
  };
  await ask("Where does Ana live?");
  await page.locator("memolet-why", { hasText: "It would be recalled." }).locator("memolet-score").waitFor();
  await ask("What does the boiler need?");
  await page.locator("memolet-why", { hasText: "It shares no word with the question" }).waitFor();
  assert.equal(await page.locator("memolet-why memolet-score").count(), 0);
  await page.locator("memolet-list select").first().selectOption("past");
  await title("Ana lives in Leeds.").click();
  await page.locator(".said", { hasText: "Leeds" }).waitFor();
  await ask("Where does Ana live?");
  await page.locator("memolet-why", { hasText: "It is not current" }).waitFor();
  assert.equal(await page.locator("memolet-timeline .versions li").count(), 3);
  assert.equal(await page.locator("memolet-timeline svg .bar").count(), 3);
  await quiet();
});

test("what only an app's maker reads is folded away", limit, async () => {
  await open();
  await title("Ana lives in Whitby").click();
  const about = page.locator("memolet-detail section[aria-labelledby=about]");
  await about.locator("summary", { hasText: "Technical" }).waitFor();
  assert.doesNotMatch(await about.innerText(), /Identifier|Ana · home/);
  await about.locator("summary").click();
  assert.match(await about.innerText(), /Ana · home[\s\S]*Identifier/);
  await title("Ana said the physio").click();
  await page.locator(".said", { hasText: "physio" }).waitFor();
  assert.equal(await about.getByText("chat://2026-02-11#14").count(), 1);
  assert.equal(await about.locator("details").getByText("chat://2026-02-11#14").count(), 1);
  await title("The library card").click();
  await about.locator(":scope > .facts").getByText("https://library.example/account?tab=card").waitFor();
  await quiet();
});

test("search finds by recall and by letters, in what is current and in what is past", limit, async () => {
  await open();
  const search = page.locator("input[type=search]");
  const found = async (text, number) => {
    await search.fill(text);
    await page.locator("memolet-list .status[aria-busy=false]", { hasText: `${number} found` }).waitFor();
    return page.locator(".title").allInnerTexts();
  };
  assert.deepEqual(await found("tomat", 1), [await title("tomatoes").innerText()]);
  assert.deepEqual(await found("成都", 1), ["王芳住在成都，周末常去爬山。"]);
  await page.locator("memolet-list select").first().selectOption("past");
  assert.deepEqual(await found("Leeds", 1), ["Ana lives in Leeds."]);
  await search.fill("zeppelin");
  await page.locator("memolet-list .empty").waitFor();
  await quiet();
});

test("hostile text stays text", limit, async () => {
  await open({ query: "?rtl" });
  await title("onerror").click();
  await page.locator(".said", { hasText: "<script>" }).waitFor();
  for (const tab of ["decide", "activity"]) await page.locator(`#tab-${tab}`).click();
  await page.locator(".entry", { hasText: "<img src=x" }).first().waitFor();
  const names = await page.evaluate(() =>
    window.everything(window.panel.shadowRoot).map(({ localName }) => localName));
  assert.ok(names.length > 100);
  assert.deepEqual(names.filter((name) => ["img", "script", "b", "a", "iframe"].includes(name)), []);
  assert.equal(await page.title(), "Panel");
  await quiet();
});

test("export, import and erasure of everything", limit, async () => {
  await open();
  await page.locator("#tab-device").click();
  await page.locator("memolet-device dt", { hasText: "Encrypted" }).waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".export").click()]);
  const lines = readFileSync(await download.path(), "utf8").trim().split("\n");
  await page.locator("memolet-device [role=status]", { hasText: `${lines.length - 1} memories exported.` }).waitFor();
  const confirm = page.locator("dialog .confirm");
  assert.deepEqual(await page.locator(".erase button").allInnerTexts(), ["Erase everything"]);
  await page.evaluate(() => window.tom.remember("Tom likes figs."));
  await page.locator(".mine").click();
  assert.equal(await confirm.isDisabled(), true);
  await page.keyboard.type("forget");
  await confirm.click();
  await page.locator("dialog .receipt", { hasText: "memories were forgotten." }).waitFor();
  await press("Enter");
  const read = await page.evaluateHandle(() => {
    const { shadowRoot } = window.panel.shadowRoot.querySelector("memolet-device");
    const seen = [];
    const look = () => seen.push(shadowRoot.querySelector("label:has(progress) span")?.textContent ?? "");
    new MutationObserver(look).observe(shadowRoot, { subtree: true, childList: true, characterData: true });
    return seen;
  });
  await page.locator("memolet-device input[type=file]").setInputFiles({
    name: "m.jsonl", mimeType: "text/plain", buffer: Buffer.from(lines.join("\n") + "\n") });
  const refused = `${lines.length - 1} refused:`;
  await page.locator("memolet-device li", { hasText: refused }).waitFor();
  const progress = (await read.jsonValue()).join("\n");
  assert.match(progress, new RegExp(`\\d+ of ${lines.length - 1} read`));
  await page.locator("memolet-device input[type=file]").setInputFiles({
    name: "m.jsonl", mimeType: "text/plain", buffer: Buffer.from("no export\n") });
  const failure = /^\s*This file is no export of Memolet \(line 1\)\.\s*$/;
  await page.locator("memolet-device .problem", { hasText: failure }).waitFor();
  await page.locator("#tab-remembered").click();
  await page.locator("memolet-list .fresh, memolet-list .empty, .gone").first().waitFor();
  await page.locator("#tab-device").click();
  await page.locator(".destroy", { hasText: "Remove the whole store" }).click();
  await page.locator("dialog", { hasText: "the memories of everyone who uses it" }).waitFor();
  await page.keyboard.type("remove");
  await press("Enter");
  await page.locator(".choose", { hasText: "Nothing is kept on this device any more." }).waitFor();
  await quiet();
});

test("failures are said in place, in plain words", limit, async () => {
  await open();
  await title("Tom lives in Porto.").click();
  await page.locator("[data-act=edit]").click();
  await page.locator("dialog textarea").fill("Tom's password is hunter2-Xq9!mv7");
  await page.locator("dialog .main").click();
  await page.locator("dialog [role=alert]", { hasText: "It holds a secret" }).waitFor();
  const id = await title("Tom lives in Porto.").getAttribute("data-id");
  await page.evaluate((id) => window.other.pin(id, { reason: "mine" }), id);
  await page.locator("dialog textarea").fill("Tom lives in Braga.");
  await page.locator("dialog .main").click();
  await page.locator("dialog [role=alert]", { hasText: "It has changed meanwhile" }).waitFor();
  assert.doesNotMatch(await page.locator("dialog [role=alert]").innerText(), /version|[0-9a-f]{8}-/);
  await press("Escape");
  await page.locator("memolet-list select").first().selectOption("past");
  await title("Ana lives in Leeds.").click();
  await page.locator("[data-act=restore]").click();
  await page.locator("memolet-detail [role=alert]", { hasText: "something else stands in its place" }).waitFor();
  await page.locator("memolet-list select").first().selectOption("current");
  await title("To restart the boiler").click();
  await page.locator("[data-act=quarantine]").click();
  await toast().filter({ hasText: "Set aside for your decision." }).waitFor();
  await page.locator("[data-act=approve]").waitFor();
  await quiet();
});

for (const scheme of ["light", "dark"]) {
  test(`axe finds nothing to mend, ${scheme}`, limit, async () => {
    await open({ scheme });
    await page.evaluate(axe);
    const check = async (where) => assert.deepEqual(await faults(), [], where);
    await check("remembered");
    await title("Ana lives in Whitby").click();
    await page.locator("memolet-timeline .versions").waitFor();
    await page.locator("memolet-why input").fill("Where does Ana live?");
    await press("Enter");
    await page.locator("memolet-why memolet-score").waitFor();
    await check("detail");
    await page.locator("[data-act=edit]").click();
    await page.locator("dialog[open]").waitFor();
    await check("dialog");
    await press("Escape");
    for (const tab of ["decide", "activity", "device"]) {
      await page.locator(`#tab-${tab}`).click();
      await page.locator(`memolet-${tab} :is(article, .entry, dd)`).first().waitFor();
      await check(tab);
    }
    await quiet();
  });
}

test("320 pixels, both directions: nothing is wider than the screen", limit, async () => {
  for (const query of ["", "?rtl"]) {
    await open({ width: 320, query });
    // A choice shows its longest name whole, beside the arrow.
    const selects = await page.locator("memolet-list select").evaluateAll((all) => all.map((select) => {
      const brush = document.createElement("canvas").getContext("2d");
      brush.font = getComputedStyle(select).font;
      const names = [...select.options].map((option) => brush.measureText(option.text.trim()).width);
      return select.clientWidth - 16 - 18 - Math.max(...names);
    }));
    assert.equal(selects.length, 3);
    assert.ok(Math.min(...selects) >= 0, `${selects}`);
    const fits = async (where) => {
      const [width, wide] = await page.evaluate(() => {
        const out = window.everything(window.panel.shadowRoot).filter((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          return width > 1 && (left < -0.5 || right > 320.5) && !element.closest(".hidden");
        });
        const names = out.map(({ localName, className }) => `${localName}.${className}`);
        return [document.scrollingElement.scrollWidth, names];
      });
      assert.equal(width, 320, where);
      assert.deepEqual(wide, [], where);
    };
    await fits("remembered");
    await title("Pneumono").click();
    await page.locator("memolet-timeline .versions").waitFor();
    await fits("detail");
    await page.locator("[data-act=edit]").click();
    await page.locator("dialog[open]").waitFor();
    await fits("dialog");
    await press("Escape");
    for (const tab of ["decide", "activity", "device"]) {
      await page.locator(`#tab-${tab}`).click();
      await page.locator(`memolet-${tab} :is(article, .entry, dd)`).first().waitFor();
      await fits(tab);
    }
    await quiet();
  }
});

test("the tabs are whole at every width, and the count takes no room from them", limit, async () => {
  for (const width of [320, 390, 440]) {
    await open({ width });
    await page.locator("#tab-decide .count").waitFor();
    const measure = () => page.locator(".tabs").evaluate((tabs) => [
      tabs.scrollWidth - tabs.clientWidth, tabs.querySelector("#tab-activity").getBoundingClientRect().left,
    ]);
    const [over, left] = await measure();
    assert.equal(over, 0, `${width}`);
    await page.evaluate(async () => {
      for await (const { id } of window.other.list({ states: ["quarantined"] })) await window.other.erase(id);
    });
    await page.locator("#tab-decide .count").waitFor({ state: "detached" });
    assert.equal((await measure())[1], left);
    await quiet();
  }
});

test("the toast covers no memory at the list's end", limit, async () => {
  await open({ width: 390 });
  await page.evaluate(() => window.panel.context.done("Put away."));
  await toast().waitFor();
  await page.evaluate(() => window.scrollTo(0, 1e6));
  await page.waitForTimeout(50);
  const edge = (locator, side) => locator.evaluate((element, side) => element.getBoundingClientRect()[side], side);
  assert.ok(await edge(page.locator(".item").last(), "bottom") <= await edge(toast(), "top"));
  await quiet();
});

test("loading moves nothing, also not what has a recent input", limit, async () => {
  await open();
  await page.waitForTimeout(300);
  const shift = await page.evaluate(() => new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) sum += value;
      resolve(sum);
    }).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(sum), 100);
  }));
  assert.ok(shift < 0.02, `layout shift ${shift}`);
});

test("a theme of its own, whatever the page's is", limit, async () => {
  await open({ query: "?theme=dark" });
  const paper = () => page.evaluate(() => getComputedStyle(window.panel).backgroundColor);
  assert.equal(await paper(), "rgb(21, 23, 26)");
  await page.evaluate(() => { window.panel.theme = "light"; });
  await page.waitForFunction(() => window.panel.getAttribute("theme") === "light");
  assert.equal(await paper(), "rgb(251, 250, 247)");
  await page.evaluate(() => window.panel.setAttribute("tab", "device"));
  await page.locator("memolet-device .export").waitFor();
  await quiet();
});

test("more memories than a page: shown on demand, with the focus on the first of them", limit, async () => {
  await open();
  await page.evaluate(() => Promise.all(Array.from({ length: 120 }, (_, number) =>
    window.other.remember(`On walk ${number} Ana saw bird number ${number * 7919}.`))));
  await page.locator("memolet-list [role=status]", { hasText: "The newest 100 memories" }).waitFor();
  await page.locator("memolet-list select").last().selectOption("time");
  await page.getByRole("button", { name: "Show more" }).click();
  await page.locator("memolet-list [role=status]", { hasText: "144 memories" }).waitFor();
  assert.equal(await focused(), await page.locator(".title").nth(100).innerText());
  assert.deepEqual(said, []);
});

test("the examples of docs/panel.md on the built package, the words in another language", limit, async () => {
  const example = await serveExample();
  const tab = await browser.context.newPage();
  const errors = [];
  tab.on("pageerror", (error) => errors.push(error.stack));
  await tab.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
  tab.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  try {
    await tab.goto(example.url);
    await tab.locator("#tab-remembered", { hasText: "Gemerkt" }).waitFor();
    await tab.locator(".empty").waitFor();
    await tab.waitForFunction(() => window.memory);
    await tab.evaluate(() => window.memory.remember("Ana lives in York."));
    await tab.locator(".title", { hasText: "Ana lives in York." }).click();
    await tab.locator("memolet-timeline .versions").waitFor();
    assert.deepEqual(await tab.evaluate(() => [window.panel.lang, window.panel.theme]), ["de", undefined]);
    await tab.locator("memolet-timeline time, memolet-timeline .muted").first().waitFor();
    assert.equal(await tab.locator("memolet-list [role=status]").innerText(), "1 Erinnerungen");
    await tab.locator("#tab-device").click();
    await tab.locator("memolet-device dd", { hasText: "In this browser's private files" }).waitFor();
    assert.deepEqual(errors, []);
  } finally {
    await tab.close();
    await example.close();
  }
});

test("what is done as the memory is taken away is no failure", limit, async () => {
  await open();
  await page.evaluate(async () => {
    const panel = document.querySelector("memolet-panel");
    const { context } = panel.shadowRoot.querySelector("memolet-list");
    panel.memory = undefined;
    context.done("Forgotten.", "an id");
    await new Promise((resolve) => setTimeout(resolve));
    await panel.updateComplete;
  });
  await quiet();
});
