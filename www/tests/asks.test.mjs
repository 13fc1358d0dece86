// What a message wants: of the app itself, an answer, or to be taken in.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../hosts/js/tests/support/bundle.mjs";

const { forgets, intent, question, tells } = await load("../../www/src/assistant/asks.ts");

const bytes = (text) => new TextEncoder().encode(text).length;
/** A reading as the engine gives it: everything the speaker's own, with some of its sentences stated or unread. */
function reading(text, { stated = [], unread = [] } = {}) {
  const span = (part) => {
    const start = bytes(text.slice(0, text.indexOf(part)));
    return { start, end: start + bytes(part) };
  };
  return {
    passages: [{ span: span(text), frame: "own" }], statements: stated.map((part) => ({ span: span(part) })),
    unread: unread.map(span),
  };
}

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
  assert.equal(forgets("Please forget where I live."), "where I live");
  assert.equal(forgets("Forget that I like tea"), "I like tea");
  for (const text of ["I forget things", "Don't forget that I like tea", "Never forget my birthday"]) assert.equal(forgets(text), undefined, text);
});

test("questions are told from what is to be kept", () => {
  for (const text of [
    "Where do I live", "what's my sister's name", "Do I like tea?", "tell me about my work", "And when is it", "Wo wohne ich?",
    "¿Dónde vivo?", "我住在哪里？", "Remind me what my sister is called",
  ]) assert.equal(question(text, reading(text)), text);
  for (const text of [
    "Whatever", "I wish I lived in Paris", "Remind me to call the vet", "Did you know I have a twin brother?",
    "Could you remember that the alarm code is on the fridge?", "Listening to jazz tonight",
  ]) assert.equal(question(text, reading(text)), undefined, text);
});

test("of a message that tells and asks, the question alone is asked", () => {
  const text = "Ich heiße Zoë. The bins go out on Wednesdays. Where do I live?";
  const both = reading(text, { stated: ["Ich heiße Zoë."], unread: ["The bins go out on Wednesdays."] });
  assert.equal(question(text, both), "Where do I live?");
  assert.ok(tells(both));
  const pasted = "Translate: Where do I live?";
  const material = { passages: [{ span: { start: 0, end: 27 }, frame: "material" }], statements: [], unread: [] };
  assert.equal(question(pasted, material), undefined);
  assert.ok(!tells(material));
});
