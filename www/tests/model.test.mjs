// The app with a model at an endpoint: words as they come, tools in a bounded loop, and memory alone when it fails.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { served } from "./support/app.mjs";
import { playModel } from "./support/model.mjs";
import { conversation, forget, last, say, wrong } from "./support/site.mjs";

const limit = { timeout: 40_000 };
const yes = { words: ["Yes."] };
const app = served();
let model;

afterEach(() => model?.close());

/** The app with a scripted model set up by hand, as a person does it. */
async function withModel(...script) {
  return withModelThatClaims(undefined, ...script);
}

/** The same, with answers to the memory's own questions. */
async function withModelThatClaims(claims, ...script) {
  model = await playModel([yes, ...script], claims);
  const page = await app.arrive();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByText("A model at an address").click();
  await page.getByLabel("Address of the server").fill(model.url);
  await page.getByLabel("Model", { exact: true }).fill("scripted");
  await page.getByLabel("Key, if it wants one").fill("sk-only-for-this-page");
  await page.getByRole("button", { name: "Try and use" }).click();
  await page.getByText("It answers.").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByText(/go to 127\.0\.0\.1/).waitFor();
  return page;
}

test("it stores what was said, answers from the notes as they stream, and cites what it used", limit, async () => {
  const store = { name: "memory_store", args: {
    text: "The user lives in York.", kind: "fact", entity: "user", attribute: "home city", value: "York", quote: "I live in York",
  } };
  const slow = { words: ["You live ", "in York", " [m", "1]", ".", ...Array(20).fill(" Yes.")] };
  const page = await withModel({ calls: [store] }, { words: ["Good to know."] }, slow);
  const told = await say(page, "I live in York");
  assert.match(told, /Good to know\..*The user lives in York\. Kept · You told me/);
  const [, first, second] = model.asked;
  assert.equal(first.authorization, "Bearer sk-only-for-this-page");
  assert.deepEqual(first.tools.map(({ function: { name } }) => name),
    ["memory_store", "memory_recall", "memory_update", "memory_forget"]);
  const outcome = JSON.parse(second.messages.at(-1).content);
  assert.equal(outcome.outcome, "duplicate", "what is said plainly is read without the model");
  assert.equal(await page.locator("app-message .card").count(), 1);
  await page.getByLabel("Message").fill("Where do I live?");
  await page.keyboard.press("Enter");
  await page.locator("app-message .words.writing").waitFor();
  assert.doesNotMatch(await page.locator("app-message .words").last().innerText(), /\[m/);
  await page.getByRole("button", { name: "Send" }).waitFor();
  assert.match(await last(page), /^You live in York\. Yes\..*Used:\s?The user lives in York\./);
  assert.match(model.asked[3].messages[0].content, /<memolet-notes>.*The user lives in York\./s);
  await page.getByText("Why this answer").last().click();
  await page.getByRole("button", { name: "Budget" }).click();
  await page.getByText("tokens that memory may take of a prompt").waitFor();
  assert.deepEqual(await wrong(page), []);
  await page.locator("app-message .chip").last().click();
  await page.locator("memolet-panel").getByRole("button", { name: "Forget for good" }).first().waitFor();
  app.browser.quiet();
});

test("it is asked what no rule reads, and what it makes of that is remembered", limit, async () => {
  const boat = {
    text: "The user's boat is named Kittiwake.", kind: "fact", attribute: "boat name", value: "Kittiwake", status: "is",
  };
  const claims = (prompt) => (prompt.endsWith('sentence: "We named the boat Kittiwake."\n') ? [boat] : []);
  const page = await withModelThatClaims(claims, { words: ["A fine name."] }, { words: ["Good."] });
  assert.match(await say(page, "We named the boat Kittiwake."), /^A fine name\./);
  await page.locator("memolet-panel").getByText("The user's boat is named Kittiwake.").first().waitFor();
  assert.equal(model.questions.length, 1);
  // With memory alone again nothing leaves this device.
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByText("Memory alone").click();
  await page.getByRole("button", { name: "Close" }).click();
  await say(page, "We painted the mast yellow.");
  assert.equal(model.questions.length, 1);
  assert.deepEqual(await wrong(page), []);
  app.browser.quiet();
});

test("what a model was told of and is forgotten takes its answer along, also one that cites something else", limit, async () => {
  const store = (thing) => ({ calls: [{ name: "memory_store", args: {
    text: `You are allergic to ${thing}.`, kind: "fact", entity: "user", attribute: `allergy: ${thing}`, value: thing,
    quote: thing,
  } }] });
  const answer = (body) => {
    const [, mark] = /\[(m\d)\][^\n]*walnuts/.exec(body.messages[0].content);
    return { words: [`You cannot have shellfish, nor walnuts [${mark}].`] };
  };
  const page = await withModel(store("walnuts"), { words: ["Noted."] }, store("shellfish"), { words: ["Noted."] }, answer);
  await say(page, "walnuts make me ill");
  await say(page, "so does shellfish");
  assert.match(await say(page, "What am I allergic to?"), /nor walnuts\. Used:\s?You are allergic to walnuts\./);
  await forget(page, "You are allergic to shellfish.");
  await page.locator("app-message .gone").first().waitFor();
  assert.doesNotMatch(await conversation(page), /shellfish/);
  app.browser.quiet();
});

test("a model that calls tools for ever is stopped, and its hostile words stay text", limit, async () => {
  const more = { calls: [{ name: "memory_recall", args: { query: "home" } }] };
  const page = await withModel(more, more, more, { words: ["<img src=x onerror=\"tellTest('run')\">"], ...more });
  assert.match(await say(page, "Tell me about home"), /^<img src=x/);
  assert.equal(model.asked.length, 5);
  assert.equal(model.asked[4].tools, undefined);
  assert.equal(await page.locator("app-message img").count(), 0);
  app.browser.quiet();
});

test("as of then it gets no tools, and what was known then", limit, async () => {
  const page = await withModel({ words: ["You lived in York [m1]."] });
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByText("Memory alone").click();
  await page.getByRole("button", { name: "Close" }).click();
  await say(page, "I live in York since 2019");
  await say(page, "I moved to Leeds in 2024");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByText("A model at an address").click();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "As of a date" }).click();
  await page.getByLabel("Day", { exact: true }).fill("2021-05-03");
  assert.match(await say(page, "Where do I live?"), /^As of 3 May 2021 You lived in York\. Used:\s?The user lives in York\./);
  const asked = model.asked.at(-1);
  assert.equal(asked.tools, undefined);
  // What was said while memory alone answered was not said to this model.
  assert.deepEqual(asked.messages.map(({ role, content }) => [role, role === "system" ? "" : content]),
    [["system", ""], ["user", "Where do I live?"]]);
  assert.match(asked.messages[0].content, /The user lives in York/);
  assert.doesNotMatch(asked.messages[0].content, /The user lives in Leeds/);
  app.browser.quiet();
});

test("a model that fails costs nothing: memory answers, and what the server said is not shown", limit, async () => {
  const page = await withModel({ status: 500 }, { status: 401 });
  assert.match(await say(page, "I live in York"), /The user lives in York\. Kept.*refused \(status 500\).*from memory alone/);
  assert.match(await say(page, "Where do I live?"), /^The user lives in York\..*wants another key/);
  await model.close();
  const unreached = await say(page, "Where do I live?");
  assert.match(unreached, /^The user lives in York\..*could not be reached/);
  assert.doesNotMatch(unreached, /secret/);
  app.browser.quiet(/Failed to load resource/);
});

test("the browser's own model answers from the notes, and rules keep what is said", limit, async () => {
  await app.visit();
  // Chromium has none here: this plays the Prompt API.
  await app.browser.context.addInitScript(() => {
    globalThis.prompts = [];
    globalThis.LanguageModel = {
      availability: async () => "available",
      create: async ({ initialPrompts }) => ({
        promptStreaming(text) {
          globalThis.prompts.push({ text, notes: initialPrompts[0].content });
          return new ReadableStream({ start(out) {
            for (const piece of ["You live", " in York [m", "1]."]) out.enqueue(piece);
            out.close();
          } });
        },
        destroy() {},
      }),
    };
  });
  const page = await app.browser.open();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByText("This browser's own model").click();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByText("Everything stays on this device.").waitFor();
  assert.match(await say(page, "I live in York"), /The user lives in York\. Kept/);
  assert.match(await say(page, "Where do I live?"), /^You live in York\. Used: The user lives in York\./);
  const [{ text, notes }] = await page.evaluate(() => globalThis.prompts);
  assert.equal(text, "Where do I live?");
  assert.match(notes, /<memolet-notes>.*The user lives in York\./s);
  app.browser.quiet();
});

test("a model that cannot be tried is not put to use, and what was chosen shows when the settings open again", limit, async () => {
  const page = await withModel({ status: 500 });
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByText("Memory alone").click();
  await page.getByText("A model at an address").click();
  await page.getByText("Memory alone").click();
  await page.evaluate(() => {
    const app = document.querySelector("memolet-app");
    const detail = { ...app.preferences, endpoint: "", model: "" };
    app.renderRoot.querySelector("app-settings").dispatchEvent(new CustomEvent("preferences", { detail }));
  });
  await page.getByText("A model at an address").click();
  await page.getByLabel("Address of the server").fill(model.url);
  await page.getByLabel("Model", { exact: true }).fill("scripted");
  await page.getByRole("button", { name: "Try and use" }).click();
  await page.getByText("refused (status 500)").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByText("Everything stays on this device.").waitFor();
  await page.getByRole("button", { name: "Settings" }).click();
  assert.ok(await page.getByRole("radio", { name: /Memory alone/ }).isChecked());
  app.browser.quiet(/Failed to load resource/);
});

test("after Stop one can write on", limit, async () => {
  const page = await withModel({ words: Array(200).fill("and so on ") });
  await page.getByLabel("Message").fill("Tell me a long story");
  await page.keyboard.press("Enter");
  await page.locator("app-message .words.writing").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped.").waitFor();
  await page.keyboard.type("Thanks");
  assert.equal(await page.getByLabel("Message").inputValue(), "Thanks");
  app.browser.quiet();
});

test("the key is kept for this page alone, or until the tab is closed", limit, async () => {
  const page = await withModel(yes, yes, yes);
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  assert.doesNotMatch(await stored(), /sk-only/);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByText("Keep the key until this tab is closed").click();
  await page.getByRole("button", { name: "Try and use" }).click();
  await page.getByText("It answers.").waitFor();
  assert.match(await page.evaluate(() => JSON.stringify(sessionStorage)), /sk-only/);
  assert.doesNotMatch(await page.evaluate(() => JSON.stringify(localStorage)), /sk-only/);
  for (const address of ["http://example.com/v1", "https://me:pw@example.com/v1"]) {
    await page.getByLabel("Address of the server").fill(address);
    await page.getByRole("button", { name: "Try and use" }).click();
    await page.getByText("The model's address is https://…, or http://localhost").waitFor();
  }
  app.browser.quiet();
});
