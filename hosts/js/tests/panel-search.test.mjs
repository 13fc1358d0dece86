// The panel's search on a store that changes while it is asked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDoor, search } from "./support/door.mjs";

test("a hit that is erased before it is read is left out, and the rest is found", async (t) => {
  const { memory } = await openDoor(t);
  await memory.remember("Ana likes walnuts.");
  let page;
  /** The same memory, where another tab remembers after the page was read and erases after the recall. */
  const busy = {
    page: (listing) => (page = memory.page(listing)),
    get: (id) => memory.get(id),
    recall: async (query) => {
      await page;
      const { id } = await memory.remember("Ana grows walnuts in York.");
      const recalled = await memory.recall(query);
      assert.ok(recalled.hits.some((hit) => hit.id === id), "it was a hit");
      await memory.erase(id);
      return recalled;
    },
  };
  const { best, holding } = await search(busy, "walnuts", ["active"], []);
  assert.deepEqual([best, holding].map((found) => found.map(({ text }) => text)), [["Ana likes walnuts."], []]);
});
