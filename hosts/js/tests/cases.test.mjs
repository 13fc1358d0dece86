// The case files of tests/cases, run through the package's keeper of a store: one client a file.
// tests/cases/README.md says what a line means.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { hold } from "./support/cases.mjs";

const folder = new URL("../../../tests/cases/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl")).sort();

test("there are case files", () => assert.ok(files.length > 40, `${files.length} files`));

for (const file of files) {
  const text = readFileSync(new URL(file, folder), "utf8");
  test(file, { timeout: 60_000 }, (context) => hold(context, text));
}
