// What people say is what is known: the cases of tests/said, told to the package turn by turn, and its requests.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hold } from "./support/cases.mjs";
import { openDoor } from "./support/door.mjs";
import { cases, request, requests, tell, wrong } from "./support/said.mjs";

test("there are cases", () => assert.ok(cases().length > 80 && requests.length > 5));

for (const found of cases()) {
  test(found.name, { timeout: 60_000 }, async (context) => {
    const { memory } = await openDoor(context);
    assert.deepEqual(wrong(found, await tell(memory, found)), []);
  });
}

for (const file of requests) {
  test(file, { timeout: 60_000 }, (context) => hold(context, request(file)));
}
