// What a person says in their own words is kept and found again, whether or not anything can be read in it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { served } from "./support/app.mjs";
import { forget, ready, say } from "./support/site.mjs";

const limit = { timeout: 90_000 };
const app = served();

/** A statement that no table of predicates reads, a question after it, and what the answer must begin with. */
const UNREAD = [
  ["The lawnmower needs two pulls before it catches", "What does the lawnmower need?", /^The lawnmower needs two pulls/],
  ["Our boiler makes a knocking noise whenever it rains", "What's wrong with the boiler?", /Our boiler makes a knocking noise/],
  ["Grandad taught me to whittle spoons when I was nine", "Who taught me to whittle?", /Grandad taught me to whittle/],
  ["The wifi at the cabin only works near the kitchen window", "How do I get internet at the cabin?", /near the kitchen window/],
  ["Priya owes me twelve pounds for the concert tickets", "How much does Priya owe me?", /twelve pounds/],
  ["The winter tyres at Marek's garage want new valves", "What do the winter tyres want?", /new valves/],
  ["I'm saving up for a cello", "What am I saving for?", /cello/],
  ["My left knee clicks on stairs", "What's up with my knee?", /left knee clicks/],
  ["Table nine by the window is the one we always book", "Which table do we book?", /Table nine/],
  ["Half of my tomato seedlings died in the frost", "What happened to my tomatoes?", /died in the frost/],
];

/** Ordinary statements, most of them read. */
const ORDINARY = [
  ["My dentist appointment is on Thursday at 3pm", "When is my dentist appointment?", /dentist appointment/],
  ["I have two cats, Miso and Nori", "What are my cats called?", /Miso.*Nori|Nori.*Miso/],
  ["My car is a red Skoda", "What car do I drive?", /Skoda/],
  ["I'm learning Portuguese on Tuesdays", "Which language am I learning?", /Portuguese/],
  ["I wake up at six on weekdays", "When do I wake up?", /six|6/],
  ["My passport is in the top drawer", "Where is my passport?", /top drawer/],
  ["I play the viola in a small orchestra", "Which instrument do I play?", /viola/],
];

for (const [name, told] of [["ten statements that no table knows", UNREAD], ["ordinary statements", ORDINARY]]) {
  test(`${name} are kept, and found when asked about, at once and after a reload`, limit, async () => {
    const page = await app.arrive();
    for (const [statement, question, found] of told) {
      const kept = await say(page, statement);
      assert.match(kept, told === UNREAD ? /^Kept in your words\.$/ : /^(?:I'll remember that|Kept in your words\.|Noted\.)/, statement);
      assert.match(await say(page, question), found, question);
    }
    await page.reload();
    await ready(page);
    for (const [, question, found] of told) assert.match(await say(page, question), found, question);
    assert.deepEqual(await words(page), told.map(([statement]) => statement).sort(), "each once, and no question");
    app.browser.quiet();
  });
}

test("what the next message takes back or puts right is changed", limit, async () => {
  const page = await app.arrive();
  await say(page, "I live in Leeds");
  assert.match(await say(page, "Sorry, I meant York"), /The user lives in York\./);
  assert.match(await say(page, "Where do I live?"), /^The user lives in York\./);
  await say(page, "I'm a vegetarian");
  assert.match(await say(page, "Just kidding!"), /won't go by that any more.*vegetarian.*Was wrong/);
  assert.doesNotMatch(await say(page, "What do you know about me?"), /vegetarian|Leeds/);
  app.browser.quiet();
});

test("where two disagree the newest comes first, and facts before what was said once", limit, async () => {
  const page = await app.arrive();
  await say(page, "The ladder lent to Tom came back with paint on it");
  await say(page, "The ladder lent to Tom came back without paint on it");
  assert.match(await say(page, "How did the ladder lent to Tom come back?"), /^The ladder lent to Tom came back without paint/);
  await say(page, "I live in York");
  await say(page, "I moved to Bristol last month");
  assert.match(await say(page, "Where do I live?"), /^The user lives in Bristol\./);
  await say(page, "I lived in Hull before");
  assert.match(await say(page, "Where do I live?"), /^The user lives in Bristol\./);
  assert.match(await say(page, "The cat sleeps on the landing. Where do I live?"), /^Kept in your words\. The user lives in Bristol\./);
  app.browser.quiet();
});

test("what took the place of something answers for it in another language, and what is over is said to be", limit, async () => {
  const page = await app.arrive();
  await say(page, "I live in York");
  await say(page, "Ich wohne in Berlin");
  assert.match(await say(page, "Where do I live?"), /^Der Nutzer wohnt in Berlin\./);
  await say(page, "I work at Acme");
  await say(page, "I've left Acme");
  assert.match(await say(page, "Where do I work?"), /^This is no longer so: The user works at Acme\. No longer true/);
  app.browser.quiet();
});

test("what was just told is never denied, nor is more made of it than a guess", limit, async () => {
  const page = await app.arrive();
  assert.equal(await say(page, "What do I want to buy?"), "I found nothing that fits.");
  await say(page, "I'm saving up for a cello");
  assert.match(await say(page, "Do you recall what I long for?"), /not sure.*cello.*Unsure|cello/);
  assert.match(await say(page, "What is it?"), /cello/);
  app.browser.quiet();
});

test("another's words are kept as words, and what is erased goes with the words that said it", limit, async () => {
  const page = await app.arrive();
  await say(page, "Translate this into French: I live in Rome and my name is Carla");
  assert.doesNotMatch(await say(page, "What do you know about me?"), /The user/);
  await say(page, "I'm allergic to walnuts");
  await forget(page, "The user is allergic to walnuts.");
  await page.locator("app-message .gone").first().waitFor();
  assert.doesNotMatch((await words(page)).join(" "), /walnuts/);
  assert.doesNotMatch(await page.locator("app-chat").innerText(), /walnuts/);
  app.browser.quiet();
});

/** The words of every episode. */
function words(page) {
  return page.evaluate(async () => {
    const { memory } = document.querySelector("memolet-app");
    const { memories } = await memory.page({ kinds: ["episode"], limit: 100 });
    return memories.map(({ text }) => text).sort();
  });
}
