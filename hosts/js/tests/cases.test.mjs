// The case files of tests/cases, run through the package's keeper of a store: one client a file.
// tests/cases/README.md says what a line means.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { Exec } from "./support/exec.mjs";
import { fill, interpolate, match } from "./support/pattern.mjs";

const folder = new URL("../../../tests/cases/", import.meta.url);
const KEYS = ["note", "request", "raw", "expect", "never"];
const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl")).sort();

test("there are case files", () => assert.ok(files.length > 40, `${files.length} files`));

for (const file of files) {
  const text = readFileSync(new URL(file, folder), "utf8");
  test(file, { timeout: 60_000 }, (context) => run(context, text));
}

async function run(context, text) {
  const exec = new Exec();
  const captures = new Map([["dir", "a-folder"]]);
  let [held, skipped] = [0, 0];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const found = JSON.parse(line);
    if (found.raw !== undefined) skipped += 1;
    if (found.request === undefined) continue;
    await hold(exec, found, captures, `line ${index + 1}`);
    held += 1;
  }
  await exec.close();
  assert.ok(held > 0, "a file has cases");
  context.diagnostic(`${held} cases hold`);
  if (skipped > 0) context.diagnostic(`${skipped} raw lines skipped: this surface takes no lines`);
}

async function hold(exec, found, captures, place) {
  const unknown = Object.keys(found).find((key) => !KEYS.includes(key));
  assert.equal(unknown, undefined, `${place}: \`${unknown}\` is nothing that a case has`);
  const request = fill(found.request, captures);
  const response = await exec.respond(request);
  const answer = JSON.stringify(response);
  const expected = found.expect ?? { ok: "*" };
  const [asked, wanted] = [request, expected].map((value) => JSON.stringify(value));
  const context = `\n  request  ${asked}\n  expected ${wanted}\n  actual   ${answer}`;
  try {
    match(expected, response, captures);
  } catch (error) {
    assert.fail(`${place}: ${error.message}${context}`);
  }
  for (const never of [found.never ?? []].flat()) {
    const text = interpolate(never, captures);
    assert.ok(!answer.includes(text), `${place}: the answer has \`${text}\`${context}`);
  }
}
