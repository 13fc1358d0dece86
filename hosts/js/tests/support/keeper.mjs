// The sources under test, bundled, on the engine of the package that was built.
import { readFileSync } from "node:fs";
import { load } from "./bundle.mjs";
import { glue, table } from "./engine.mjs";

/** The raw engine, loaded. */
export { glue as raw };

export const {
  Keeper, MemoletError, MemoryClient, MemoryDisk, UserMemory, operation, operationNames, parse, provide, readTime,
  sealed, search, stringify,
} = await load("tests/support/keeper.entry.ts");
provide(() => glue);

/** The built-in embedder, as a service. */
export function builtIn() {
  const embedder = glue.Embedder.load(readFileSync(table));
  return { ...embedder.info(), embed: async (texts) => embedder.embed(texts) };
}
