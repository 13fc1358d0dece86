// The lines of a case file, run through the package's keeper of a store.
import assert from "node:assert/strict";
import { Exec } from "./exec.mjs";
import { parse, stringify } from "./keeper.mjs";
import { fill, interpolate, match } from "./pattern.mjs";

const KEYS = ["note", "request", "raw", "expect", "never"];

/** Runs the lines of one file against one client. */
export async function hold(context, text) {
  const exec = new Exec();
  const captures = new Map([["dir", "a-folder"]]);
  let [held, skipped] = [0, 0];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const found = parse(line);
    if (found.raw !== undefined) skipped += 1;
    if (found.request === undefined) continue;
    await answers(exec, found, captures, `line ${index + 1}`);
    held += 1;
  }
  await exec.close();
  assert.ok(held > 0, "a file has cases");
  context.diagnostic(`${held} cases hold`);
  if (skipped > 0) context.diagnostic(`${skipped} raw lines skipped: this surface takes no lines`);
}

async function answers(exec, found, captures, place) {
  const unknown = Object.keys(found).find((key) => !KEYS.includes(key));
  assert.equal(unknown, undefined, `${place}: \`${unknown}\` is nothing that a case has`);
  const request = fill(found.request, captures);
  const response = await exec.respond(request);
  const answer = stringify(response);
  const expected = found.expect ?? { ok: "*" };
  const [asked, wanted] = [request, expected].map((value) => stringify(value));
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
