// The app in Chromium, as a person has it: told, asked, reloaded, in two tabs, without a network, corrected,
// looked back upon, made to forget.
import assert from "node:assert/strict";
import { test } from "node:test";
import { panel, served } from "./support/app.mjs";
import { conversation, forget, ready, say, serve } from "./support/site.mjs";

const limit = { timeout: 40_000 };
const app = served();

test("a first sentence in one click, asked, reloaded, asked again", limit, async () => {
  const page = await app.arrive();
  await page.getByRole("heading", { name: "Tell me something about you. I'll remember it." }).waitFor();
  await page.locator("app-composer:focus-within").waitFor();
  await page.getByText("Everything stays on this device.").waitFor();
  await page.getByRole("button", { name: "I live in York since 2019" }).click();
  await page.getByRole("button", { name: /The user lives in York\..*true since 1 January 2019/s }).waitFor();
  await panel(page).getByText("The user lives in York.").first().waitFor();
  assert.match(await say(page, "Where do I live?"), /^The user lives in York\. You told me just now/);
  await page.reload();
  await page.getByRole("heading", { name: "I remember. Ask me." }).waitFor();
  assert.deepEqual(await page.locator("app-start li").allInnerTexts(), ["Where do I live?", "What do you know about me?"]);
  assert.match(await say(page, "Where do I live?"), /^The user lives in York\./);
  assert.equal(await say(page, "What is my shoe size?"), "I found nothing that fits.");
  app.browser.quiet();
});

test("what is said in one tab is known in the other", limit, async () => {
  const one = await app.arrive();
  const other = await app.browser.open();
  assert.match(await say(one, "My sister is called Eva"), /The user's sister is called Eva\. Kept/);
  assert.match(await say(other, "What is my sister's name?"), /The user's sister is called Eva\./);
  await one.close();
  assert.match(await say(other, "I'm allergic to walnuts and shellfish"), /walnuts.*shellfish/);
  assert.match(await say(other, "What am I allergic to?"), /walnuts.*shellfish|shellfish.*walnuts/);
  app.browser.quiet();
});

test("a correction takes its place from its date on; before it, and before it was known, stays what was", limit, async () => {
  const page = await app.arrive();
  await say(page, "I live in York since 2019");
  assert.match(await say(page, "Actually I moved to Leeds in 2024"), /takes the place.*The user lives in Leeds\..*In place of: The user lives in York\./);
  assert.match(await say(page, "Where do I live?"), /^The user lives in Leeds\./);
  await page.getByRole("button", { name: "As of a date" }).click();
  await page.getByLabel("Day", { exact: true }).fill("2021-05-03");
  await page.getByText("You are looking at 3 May 2021.").waitFor();
  assert.match(await say(page, "Where do I live?"), /^As of 3 May 2021 The user lives in York\..*true until 1 January 2024/);
  assert.equal(await say(page, "What is my shoe size?"), "As of 3 May 2021 I found nothing that fits.");
  assert.match(await say(page, "I live in Hull"), /^As of 3 May 2021 Nothing is kept while you look at the past\./);
  await page.getByRole("button", { name: "Go back to now" }).click();
  await page.locator("app-chat:not([then])").waitFor();
  await page.getByRole("button", { name: "As of a date" }).click();
  await page.getByRole("button", { name: "Before last change" }).click();
  assert.match(await say(page, "Where do I live?"), /^As was known on .* The user lives in York\./);
  await page.getByRole("button", { name: "Now", exact: true }).click();
  assert.equal(await page.locator("app-chat[then]").count(), 0);
  assert.match(await say(page, "Where do I live?"), /^The user lives in Leeds\./);
  assert.equal(await panel(page).getByText("Hull").count(), 0);
  app.browser.quiet();
});

test("an end, a refusal, and words that are kept as they were said", limit, async () => {
  const page = await app.arrive();
  await say(page, "I work at Acme");
  assert.match(await say(page, "I don't work at Acme any more"), /something that was true.*No longer true/);
  assert.match(await say(page, "Where do I work?"), /^I don't work at Acme any more You told me just now/);
  assert.match(await say(page, "Remember that my password is hunter2-Kq9!zz"), /^I did not keep that: it looks like a password[^.]*\.$/);
  assert.equal(await say(page, "The plumber comes on Tuesdays"), "Kept in your words.");
  assert.match(await say(page, "When does the plumber come?"), /^The plumber comes on Tuesdays You told me just now/);
  app.browser.quiet();
});

test("what is forgotten through the panel is gone from the conversation and from every answer", limit, async () => {
  const page = await app.arrive();
  await say(page, "I live in York");
  assert.match(await say(page, "Where do I live?"), /York/);
  assert.match(await say(page, "Forget where I live"), /leave it to you.*Found: The user lives in York\./);
  await page.locator("app-message .chip").last().click();
  await forgetShown(page);
  await assert.doesNotReject(page.waitForFunction(() =>
    !document.querySelector("memolet-app").shadowRoot.querySelector("app-chat").shadowRoot.textContent.includes("York")));
  const shown = await page.locator("app-message").allInnerTexts();
  assert.ok(!shown.join(" ").includes("York"), shown.join(" | "));
  await page.keyboard.press("Escape");
  assert.equal(await say(page, "Where do I live?"), "I found nothing that fits.");
  await page.reload();
  await ready(page);
  assert.equal(await say(page, "Where do I live?"), "I found nothing that fits.");
  app.browser.quiet();
});

test("what is forgotten is not to be read beside an answer either", limit, async () => {
  const page = await app.arrive();
  await say(page, "I live in York since 2019");
  await say(page, "My sister is called Eva");
  await say(page, "I moved to Leeds in 2024");
  await say(page, "Where do I live, and where does Eva?");
  await page.getByText("Why this answer").last().click();
  await page.locator("app-score, memolet-score").first().waitFor();
  assert.match(await conversation(page), /In place of: .*York/s);
  await forget(page, "The user lives in York.");
  await page.waitForFunction(() => !document.querySelector("memolet-app").shadowRoot.querySelector("app-chat")
    .talk.turns.some((turn) => JSON.stringify(turn).includes("York")));
  assert.doesNotMatch(await conversation(page), /York/);
  assert.match(await conversation(page), /The user lives in Leeds\./);
  app.browser.quiet();
});

test("everything that is known is listed, and what erases everything is shown", limit, async () => {
  const page = await app.arrive();
  assert.equal(await say(page, "What do you know about me?"), "Nothing yet. Tell me something about you.");
  assert.match(await say(page, "Hello!"), /^Hello\./);
  await say(page, "I'm allergic to walnuts and shellfish");
  assert.match(await say(page, "What do you know about me?"), /^This is all that I know: .*walnuts.*shellfish|shellfish.*walnuts/);
  for (const name of ["Ann", "Bea", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ira"]) {
    await say(page, `Remember that ${name} lent me a book about ${name}land`);
  }
  assert.match(await say(page, "list everything you know"), /^These are the newest 10 things; there is more\./);
  assert.equal(await page.locator("app-message").last().locator(".card").count(), 10);
  assert.match(await say(page, "Forget everything"), /cannot be taken back/);
  await page.getByRole("button", { name: "Show me where" }).click();
  await panel(page).locator(".destroy").waitFor();
  await page.getByRole("button", { name: "Show me everything" }).click();
  await panel(page).getByRole("tab", { name: "Remembered", selected: true }).waitFor();
  app.browser.quiet();
});

test("what is wrong is marked, what is kept in its own words is said, what was forgotten may be lifted", limit, async () => {
  const page = await app.arrive();
  assert.match(await say(page, "I work at Google since 2020 and live in Zurich"), /works at Google\..*lives in Zurich\./);
  assert.match(await say(page, "That is wrong"), /^Do you mean this\? The user works at Google\./);
  await page.getByRole("button", { name: "Was wrong" }).last().click();
  await page.getByText("I won't go by that any more.").waitFor();
  assert.doesNotMatch(await say(page, "What do you know about me?"), /Google/);
  assert.match(await say(page, "I live in York. The bins go out on alternate Wednesdays."), /^Noted\..* The rest is kept in your words\. The user lives in York\..*In place of: The user lives in Zurich\./);
  assert.match(await say(page, "When do the bins go out?"), /alternate Wednesdays\./);
  await say(page, "I like tea");
  await forget(page, "The user likes tea.");
  assert.match(await say(page, "I like tea"), /forget this for good/);
  await page.getByRole("button", { name: "Let it be remembered again" }).click();
  await page.locator("app-message .card", { hasText: "The user likes tea." }).first().waitFor();
  assert.match(await say(page, "Do I like tea?"), /The user likes tea\./);
  assert.match(await say(page, "Can you forget my tea?"), /leave it to you.*The user likes tea\./);
  app.browser.quiet();
});

test("with the network cut it starts, remembers and answers", limit, async () => {
  const own = await serve(app.folder);
  const page = await (await app.visit({}, own.url)).open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await say(page, "I live in York");
  await app.browser.context.setOffline(true);
  await own.close();
  await page.reload();
  await ready(page);
  assert.match(await say(page, "I prefer tea over coffee"), /The user prefers tea over coffee\./);
  assert.match(await say(page, "Where do I live?"), /York/);
  const other = await app.browser.open("?again");
  assert.match(await say(other, "Do I prefer tea or coffee?"), /tea over coffee/);
  // The browser asks for the service worker's script by itself; that it cannot is no error of the app.
  app.browser.quiet(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED/);
});

test("a passphrase locks it: asked for at the start, a wrong one opens nothing, what was known is there", limit, async () => {
  const page = await app.arrive();
  await say(page, "I live in York");
  const other = await app.browser.open();
  await lock(page);
  assert.match(await say(page, "Where do I live?"), /York/);
  await other.getByRole("heading", { name: "Your memory is locked" }).waitFor();
  await other.getByLabel("Passphrase").fill("correct horse battery");
  await other.keyboard.press("Enter");
  await ready(other);
  assert.match(await say(other, "Where do I live?"), /York/);
  await other.close();
  await page.reload();
  await page.getByRole("heading", { name: "Your memory is locked" }).waitFor();
  await page.getByLabel("Passphrase").fill("wrong horse battery");
  await page.keyboard.press("Enter");
  await page.getByText("That passphrase does not open it.").waitFor();
  await page.getByLabel("Passphrase").fill("correct horse battery");
  await page.keyboard.press("Enter");
  await ready(page);
  assert.match(await say(page, "Where do I live?"), /York/);
  await page.reload();
  await page.getByText("I have forgotten the passphrase").click();
  assert.ok(await page.getByRole("button", { name: "Erase it and begin anew" }).isDisabled());
  await page.getByLabel("Type “erase” to go on").fill("erase");
  await page.getByRole("button", { name: "Erase it and begin anew" }).click();
  await page.getByRole("heading", { name: "Tell me something about you. I'll remember it." }).waitFor();
  const stores = await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("memolet");
    return (await Array.fromAsync(folder.keys())).length;
  });
  assert.equal(stores, 1, "the locked store is removed");
  assert.equal(await say(page, "Where do I live?"), "I found nothing that fits.");
  app.browser.quiet();
});

test("a lock carries everything over: the conversation, the receipts, and what is to stay forgotten", limit, async () => {
  const page = await app.arrive();
  await say(page, "I live in York");
  await say(page, "I'm allergic to walnuts");
  await page.locator("app-message .card").last().click();
  await forgetShown(page);
  await page.keyboard.press("Escape");
  await lock(page);
  assert.match(await page.locator("app-message .card").first().innerText(), /The user lives in York/);
  await page.locator("app-message .card").first().click();
  await panel(page).getByRole("button", { name: "Forget for good" }).first().waitFor();
  assert.match(await say(page, "I'm allergic to walnuts"), /you had me forget this for good/);
  assert.match(await say(page, "I live in York"), /knew that already/);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Take the lock off" }).click();
  await page.getByRole("button", { name: "Find by words alone" }).click();
  await page.getByText("What stays behind is lost: the receipts").waitFor();
  await page.getByRole("button", { name: "Leave it as it is" }).click();
  await page.getByRole("button", { name: "Find by words alone" }).click();
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByText("Memories are found by words alone").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  assert.match(await say(page, "Where do I live?"), /The user lives in York/);
  app.browser.quiet();
});

test("everything erased through the panel begins from nothing, in every tab", limit, async () => {
  const page = await app.arrive();
  await say(page, "I live in York");
  const other = await app.browser.open();
  assert.match(await say(other, "Where do I live?"), /York/);
  await page.evaluate(() => {
    const app = document.querySelector("memolet-app");
    const detail = { ...app.preferences, answers: "memory", endpoint: "http://127.0.0.1:1/v1", model: "m" };
    app.renderRoot.querySelector("app-settings").dispatchEvent(new CustomEvent("preferences", { detail }));
    sessionStorage.setItem("memolet.model-key", "sk-1");
  });
  await panel(page).getByRole("tab", { name: "Device" }).click();
  await panel(page).locator(".destroy").click();
  await page.keyboard.type("remove");
  await page.keyboard.press("Enter");
  await page.getByText("Everything is erased from this device.").waitFor();
  assert.doesNotMatch(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })), /127|sk-1/);
  await page.getByRole("heading", { name: "Tell me something about you. I'll remember it." }).waitFor();
  assert.equal(await say(page, "Where do I live?"), "I found nothing that fits.");
  await other.getByRole("heading", { name: "Tell me something about you. I'll remember it." }).waitFor();
  await other.getByText("In another tab, this memory was erased, moved or closed.").waitFor();
  assert.equal(await say(other, "Where do I live?"), "I found nothing that fits.");
  app.browser.quiet();
});

/** Encrypts the memory in the settings, under "correct horse battery". */
async function lock(page) {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Passphrase", { exact: true }).fill("correct horse battery");
  await page.getByLabel("The same again").fill("correct horse battery");
  await page.getByRole("button", { name: "Encrypt" }).click();
  await page.getByText("Your memory is locked with a passphrase.").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
}

/** Forgets for good what the panel shows in detail, and waits until the conversation has heard. */
async function forgetShown(page) {
  await panel(page).getByRole("button", { name: "Forget for good" }).first().click();
  await panel(page).getByRole("dialog").getByRole("button", { name: "Forget for good" }).click();
  await page.locator("app-message .gone").first().waitFor();
}
