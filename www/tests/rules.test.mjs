// What the rules lift out of a message, and above all what they leave alone. The cases are the command's own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../hosts/js/tests/support/bundle.mjs";

const { lift, left, asks, forgets, intent } = await load("../../www/src/assistant/rules/index.ts");

/** A Sunday. */
const at = new Date(2026, 6, 12, 9).getTime();
const lifted = (text) => lift(text, at);

/** The single claim of a text: attribute, value, text. */
function one(text) {
  const claims = lifted(text);
  assert.equal(claims.length, 1, `${text}: ${JSON.stringify(claims)}`);
  assert.ok(!claims[0].ends, text);
  return [claims[0].attribute, claims[0].value, claims[0].text];
}

test("homes", () => {
  assert.deepEqual(one("I live in York."), ["home city", "York", "You live in York."]);
  assert.equal(one("Hey, I just moved to New York with my dog!")[1], "New York");
  assert.equal(one("Oh, and I’m based in the Netherlands now")[1], "the Netherlands");
  assert.equal(one("I moved to York from Leeds last month")[1], "York");
  assert.equal(one("We talked. I now live in São Paulo, by the sea.")[1], "São Paulo");
});

test("dates are read from when it was said", () => {
  const day = (year, month, date) => new Date(year, month - 1, date).getTime();
  for (const [said, expected] of [
    ["last month", day(2026, 6, 1)], ["last week", day(2026, 7, 5)], ["last year", day(2025, 1, 1)],
    ["yesterday", day(2026, 7, 11)], ["in July", day(2026, 7, 1)], ["in August", day(2025, 8, 1)],
    ["in August 2020", day(2020, 8, 1)], ["in 2019", day(2019, 1, 1)], ["on 3 July", day(2026, 7, 3)],
    ["on July 3rd, 2024", day(2024, 7, 3)], ["on Friday", day(2026, 7, 10)], ["two years ago", day(2024, 7, 12)],
    ["3 weeks ago", day(2026, 6, 21)], ["since 2019", day(2019, 1, 1)], ["back in 2018", day(2018, 1, 1)],
    ["last Sunday", day(2026, 7, 5)], ["this week", day(2026, 7, 6)], ["", undefined],
  ]) {
    const [claim] = lifted(`I moved to York ${said}`.trim());
    assert.equal(claim?.value, "York", said);
    assert.equal(claim.date, expected, `${said}: ${new Date(claim.date)}`);
  }
  assert.deepEqual(lifted("I moved to York next month"), []);
});

test("work, people, names, birthdays", () => {
  assert.equal(one("I work at Acme Corp.")[0], "employer");
  assert.equal(one("I work for Acme and like it")[1], "Acme");
  assert.deepEqual(one("I work as a nurse in York last year"),
    ["occupation", "nurse in York", "You work as a nurse in York."]);
  assert.equal(one("My name is Ana María.")[1], "Ana María");
  assert.equal(one("My sister is called Eva")[0], "sister name");
  assert.equal(one("My older brother's name is Tom")[2], "Your older brother is called Tom.");
  assert.equal(one("my dog is named Rex!")[1], "Rex");
  assert.equal(one("My birthday is on 3 May")[1], "3 May");
  assert.equal(one("My birthday is May 3rd, 1990.")[1], "May 3rd, 1990");
});

test("allergies coexist and weigh", () => {
  const claims = lifted("I'm allergic to peanuts, shellfish and Penicillin.");
  assert.deepEqual(claims.map(({ attribute }) => attribute),
    ["allergy: peanuts", "allergy: shellfish", "allergy: penicillin"]);
  assert.ok(claims.every(({ importance, kind }) => importance === 0.95 && kind === "fact"));
  assert.equal(one("I'm allergic to animals with fur as well.")[1], "animals with fur");
  assert.equal(one("I'm allergic to nuts but not to eggs")[1], "nuts");
});

test("likings", () => {
  const [tea] = lifted("I prefer tea over coffee.");
  assert.deepEqual([tea.kind, tea.text, tea.attribute], ["preference", "You prefer tea over coffee.", "choice: coffee or tea"]);
  assert.deepEqual(one("I hate hiking"), ["taste: hiking", "hates", "You hate hiking."]);
  assert.equal(one("I don't like olives")[1], "dislikes");
  assert.equal(one("I can't stand olives")[2], "You cannot stand olives.");
});

test("what is asked to be remembered", () => {
  assert.equal(one("Please remember that the meeting is on Friday.")[2], "The meeting is on Friday.");
  assert.equal(one("Remember that I live in York")[0], "home city");
  for (const text of ["Remember to call me", "I remember that day", "Do you remember that I live in York?"]) {
    assert.deepEqual(lifted(text), [], text);
  }
});

test("ends", () => {
  for (const [text, attribute, value] of [
    ["I no longer live in York", "home city", "York"], ["I don't work at Acme any more", "employer", "Acme"],
    ["I don't like coffee anymore.", "taste: coffee", undefined], ["I stopped working at Acme last month", "employer", "Acme"],
    ["I'm no longer allergic to peanuts", "allergy: peanuts", "peanuts"],
  ]) {
    const [claim, ...more] = lifted(text);
    assert.deepEqual([claim?.ends, claim?.attribute, claim?.value, more.length], [true, attribute, value, 0], text);
  }
  assert.equal(lifted("I stopped working at Acme last month")[0].date, new Date(2026, 5, 1).getTime());
});

test("nothing is lifted out of what states nothing", () => {
  for (const text of [
    "Do I live in York?", "If I live in York, what changes?", "I would live in York", "I wish I lived in York",
    "Maybe I live in York", "She said \"I live in York.\"", "\"Hello. I live in York. Bye.\"", "> I live in York",
    "My friend wrote: \"I work at Acme\"", "I used to live in York", "I lived in York", "I live in fear",
    "I live in a small flat", "I almost moved to York", "You live in York", "They work at Acme", "I think I like it",
    "I'm not allergic to peanuts", "Imagine I work at Acme", "I work at night", "I work for myself",
    "My idea is called Rex", "My name is on the list", "My birthday is coming up", "I no longer care",
    "I stopped at the shop", "I like it", "I love you", "I like your idea", "I love how it works", "I hate that",
    "I like my job", "I love the energy", "I love to help", "I love being in places like this", "I enjoy going to",
    "I like games that test me", "I like coffee when I am tired", "", "?!.",
  ]) {
    assert.deepEqual(lifted(text), [], text);
  }
});

test("two statements in a sentence are two, and what is left over is told", () => {
  const both = lifted("I work at Google since 2020 and live in Zurich");
  assert.deepEqual(both.map(({ value }) => value), ["Google", "Zurich"]);
  assert.deepEqual(both.map(({ date }) => date), [new Date(2020, 0, 1).getTime(), undefined]);
  assert.deepEqual(lifted("I'm allergic to nuts and I like tea").map(({ value }) => value), ["nuts", "likes"]);
  assert.equal(left("I work at Google since 2020 and live in Zurich", at), "");
  assert.equal(left("I live in York and play golf", at), "I live in York and play golf.");
  assert.equal(left("I live in York. The plumber comes on Tuesdays.", at), "The plumber comes on Tuesdays.");
  assert.equal(left("I live in York with my dog", at), "I live in York with my dog.");
  for (const text of ["Hi! I just moved to York last month", "I don't work at Acme any more", "My sister is called Eva",
    "I'm allergic to walnuts and shellfish", "I prefer tea over coffee", "My birthday is on 3 May", "I live in York now",
    "Remember that the meeting is on Friday", "Actually I moved to Leeds in 2024", "Thanks. I like tea"]) {
    assert.equal(left(text, at), "", text);
  }
});

test("a liking has a date by \"since\" alone, and a year to come is the future", () => {
  assert.deepEqual([lifted("I love walks in July")[0].text, lifted("I love walks in July")[0].date], ["You love walks in July.", undefined]);
  assert.equal(lifted("I like tea since 2019")[0].date, new Date(2019, 0, 1).getTime());
  assert.deepEqual(lifted("I like tea today"), []);
  assert.deepEqual(lifted("I moved to York in 2030"), []);
  assert.deepEqual(lifted("I live in York since 2030"), []);
});

test("everyday phrasings", () => {
  for (const [text, claim] of [
    ["i live in york", "You live in York."], ["I live in new york now", "You live in New York."],
    ["my name is sam", "Your name is Sam."], ["my dog is called rex", "Your dog is called Rex."],
    ["I have a dog called Rex", "Your dog is called Rex."], ["Call me Sam", "You like to be called Sam."],
    ["I'm vegetarian", "You are vegetarian."], ["I am a vegan.", "You are vegan."], ["I'm a nurse", "You work as a nurse."],
    ["I'm a software engineer", "You work as a software engineer."],
    ["My favourite colour is green", "Your favourite colour is green."], ["I have two kids", "You have two kids."],
    ["Remember my locker is number twelve", "My locker is number twelve."],
  ]) assert.equal(one(text)[2], claim, text);
  for (const text of ["I live in fear", "I live in student housing", "my name is on the list", "Call me later", "I'm tired",
    "I'm a bit tired", "I'm a fan of jazz", "I have two questions", "I have an idea", "My favourite is that one",
    "My sister is called away", "Remember my wife"]) assert.deepEqual(lifted(text), [], text);
});

test("what is wanted of the app itself", () => {
  for (const [expected, texts] of Object.entries({
    everything: ["What do you know about me?", "list everything you know", "Who am I?", "Tell me everything", "Show me what you know about me"],
    erase: ["forget everything", "Delete all my data!", "Please forget me", "erase everything you know about me"],
    self: ["Who are you?", "help", "What can you do?"], hello: ["Hello!", "hi there"], thanks: ["Thanks", "Thank you so much!"],
    wrong: ["That is wrong.", "that's not true", "undo"],
  })) for (const text of texts) assert.equal(intent(text), expected, text);
  for (const text of ["Where do I live?", "forget my birthday", "I like tea", "What do you know about York?", "delete my birthday"]) {
    assert.equal(intent(text), undefined, text);
  }
  assert.equal(forgets("Can you forget my birthday?"), "my birthday");
});

test("questions and requests to forget are told from the rest", () => {
  for (const text of ["Where do I live", "what's my sister's name", "Do I like tea?", "tell me about my work", "And when is it"]) {
    assert.ok(asks(text), text);
  }
  for (const text of ["I live in York", "The plumber comes on Tuesdays", "Whatever"]) assert.ok(!asks(text), text);
  assert.equal(forgets("Please forget where I live."), "where I live");
  assert.equal(forgets("Forget that I like tea"), "I like tea");
  assert.equal(forgets("I forget things"), undefined);
});

test("a long hostile message is read in no time", () => {
  const start = performance.now();
  for (const text of ["I live in ".repeat(800), `my sister is called ${"A ".repeat(4000)}`, `${"so ".repeat(2600)}`,
    `I prefer ${"a to ".repeat(1600)}`, `I'm not ${"any ".repeat(2000)}`]) lifted(text.slice(0, 8000));
  assert.ok(performance.now() - start < 1000, `${performance.now() - start} ms`);
});
