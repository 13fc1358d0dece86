// For whomever, and against whatever: hostile text, what the page may not do, axe, the keyboard, a phone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { headers } from "../policy.mjs";
import { panel, served } from "./support/app.mjs";
import { say, wrong } from "./support/site.mjs";

const limit = { timeout: 40_000 };
const app = served();

test("hostile text stays text", limit, async () => {
  const page = await app.arrive();
  const hostile = "<img src=x onerror=\"tellTest('run')\"><script>tellTest('run')</script> {{7*7}} ${7*7} javascript:tellTest('run')";
  await say(page, hostile);
  await say(page, "I'm allergic to <b>nuts</b>");
  await say(page, "What is javascript:tellTest about?");
  await page.locator("app-message .card").first().waitFor();
  await panel(page).getByText("<script>").first().waitFor();
  await page.locator("app-message .card").first().click();
  await page.waitForTimeout(300);
  const made = await page.evaluate(() => {
    const found = [];
    const walk = (root) => root.querySelectorAll("*").forEach((element) => {
      if (["IMG", "SCRIPT", "B", "IFRAME"].includes(element.tagName)) found.push(element.outerHTML);
      if (element.shadowRoot) walk(element.shadowRoot);
    });
    walk(document.body);
    return found;
  });
  assert.deepEqual(made, []);
  app.browser.quiet();
});

test("what the page may not do is refused, whoever tries it", limit, async () => {
  const page = await app.arrive();
  const answer = await page.request.get(app.url);
  const meta = /Content-Security-Policy" content="([^"]+)"/.exec(await answer.text())?.[1];
  assert.equal(answer.headers()["content-security-policy"], headers["content-security-policy"]);
  assert.equal(`${meta}; frame-ancestors 'none'`, headers["content-security-policy"]);
  assert.doesNotMatch(meta, /unsafe-inline|'unsafe-eval'|\*(?!;| |$)/);
  const tried = await page.evaluate(async () => {
    const refused = async (act) => {
      // Beyond a turn of the event loop the browser's own tools are no exception.
      await new Promise((later) => setTimeout(later));
      try {
        await act();
        return "done";
      } catch (error) {
        return error.name;
      }
    };
    const frame = document.createElement("iframe");
    return {
      markup: await refused(() => (document.body.innerHTML = "<b>x</b>")),
      code: await refused(() => new Function("return 1")()),
      elsewhere: await refused(() => fetch("http://example.com/")),
      frame: await refused(() => (frame.srcdoc = "<b>x</b>")),
      worker: await refused(() => new Worker("https://example.com/worker.js")),
    };
  });
  assert.ok(Object.values(tried).every((name) => name !== "done"), JSON.stringify(tried));
  assert.ok(app.browser.said.some((text) => text.startsWith("policy: connect-src")), app.browser.said.join("; "));
});

for (const colorScheme of ["light", "dark"]) {
  test(`nothing that axe finds, ${colorScheme}`, limit, async () => {
    const page = await app.arrive({ colorScheme });
    assert.deepEqual(await wrong(page), [], "first run");
    for (const text of ["I live in York since 2019", "Actually I moved to Leeds in 2024", "Where do I live?"]) await say(page, text);
    await page.getByText("Why this answer").click();
    assert.deepEqual(await wrong(page), [], "score");
    await page.getByRole("button", { name: "Over time" }).click();
    await page.locator("memolet-timeline svg").first().waitFor();
    assert.deepEqual(await wrong(page), [], "Over time");
    for (const thing of ["tea", "rain", "figs", "bees"]) await say(page, `I like ${thing}`);
    assert.ok((await panel(page).getByRole("tablist").boundingBox()).height >= 40, "the panel's tabs stay whole");
    await page.getByRole("button", { name: "As of a date" }).click();
    await say(page, "Where do I live?");
    assert.deepEqual(await wrong(page), [], "as of");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByText("A model at an address").click();
    assert.deepEqual(await wrong(page), [], "settings");
    app.browser.quiet();
  });
}

test("by keyboard alone: told, asked, explained, looked back, set", limit, async () => {
  const page = await app.arrive();
  const focused = () => page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return (element?.ariaLabel || element?.textContent || element?.id || "").trim();
  });
  const to = async (words, key = "Tab") => {
    for (let step = 0; step < 60; step += 1) {
      if ((await focused()).startsWith(words)) return;
      await page.keyboard.press(key);
    }
    assert.fail(`${words} is not reached by ${key}`);
  };
  await to("I live in York");
  await page.keyboard.press("Enter");
  await page.locator("app-message .card").waitFor();
  await to("message");
  await page.keyboard.type("Where do I live?");
  await page.keyboard.press("Enter");
  await page.locator("app-message").nth(3).getByText("The user lives in York.").waitFor();
  await to("Why this answer", "Shift+Tab");
  await page.keyboard.press("Enter");
  await to("Over time");
  await page.keyboard.press("Enter");
  await page.locator("memolet-timeline svg").first().waitFor();
  await to("As of a date", "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.getByText("You are looking at").waitFor();
  await to("Now", "Shift+Tab");
  await page.keyboard.press("Enter");
  await to("Settings", "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await focused(), "Settings");
  app.browser.quiet();
});

test("on a phone: one side at a time, nothing wider than the screen", limit, async () => {
  const page = await app.arrive({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const fits = async () => assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await say(page, `Remember that ${"a-very-long-word-".repeat(12)} is one word`);
  await fits();
  await say(page, "I live in York since 2019");
  await say(page, "Where do I live?");
  await page.getByText("Why this answer").tap();
  await fits();
  await page.getByRole("button", { name: "As of a date" }).tap();
  await fits();
  assert.equal(await panel(page).isVisible(), false);
  await page.locator("app-message .card").last().tap();
  await panel(page).getByRole("button", { name: "Forget for good" }).first().waitFor();
  assert.equal(await page.locator("app-chat").isVisible(), false);
  await fits();
  await page.goBack();
  await page.locator("app-composer").waitFor();
  assert.equal(await panel(page).isVisible(), false);
  await page.getByRole("button", { name: "Memory", exact: true }).tap();
  await panel(page).waitFor();
  await page.getByRole("button", { name: "Chat", exact: true }).tap();
  await page.locator("app-composer").waitFor();
  for (const part of [page.getByLabel("Message"), page.getByRole("button", { name: "Send" })]) {
    assert.ok((await part.boundingBox()).height >= 40);
  }
  await page.getByRole("button", { name: "Now", exact: true }).tap();
  await say(page, "Where do I live?");
  // The keyboard comes up: the end stays in sight.
  await page.setViewportSize({ width: 390, height: 420 });
  await page.waitForTimeout(200);
  const fromEnd = await page.locator("app-chat .scroll").evaluate((pane) => pane.scrollHeight - pane.scrollTop - pane.clientHeight);
  assert.ok(fromEnd < 2, `${fromEnd} px from the end`);
  app.browser.quiet();
});
