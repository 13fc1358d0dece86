// The sources under test, bundled, on the engine of the package that was built.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { glue } from "./engine.mjs";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const source = join(root, "hosts/js/src");

/** The raw engine, loaded. */
export { glue as raw };

const bundled = await bundle();
export const {
  Keeper, MemoletError, MemoryDisk, UserMemory, operation, operationNames, provide, readTime, sealed,
} = bundled;
provide(() => glue);

/** The built-in embedder, as a service. */
export function builtIn() {
  const table = readFileSync(join(root, "assets/potion-base-8m-128.bin"));
  const embedder = glue.Embedder.load(table);
  return { ...embedder.info(), embed: async (texts) => embedder.embed(texts) };
}

async function bundle() {
  const folder = mkdtempSync(join(tmpdir(), "memolet-"));
  const outfile = join(folder, "keeper.mjs");
  const parts = {
    "engine/keeper.ts": "Keeper", "engine/table.ts": "operation, operationNames", "engine/time.ts": "readTime",
    "errors.ts": "MemoletError", "memory.ts": "UserMemory", "raw/engine.ts": "provide",
    "storage/memory.ts": "MemoryDisk", "storage/sealed.ts": "sealed",
  };
  const contents = Object.entries(parts).map(([file, names]) => `export { ${names} } from "./${file}";`).join("\n");
  const stdin = { contents, resolveDir: source, loader: "ts" };
  await build({ stdin, bundle: true, format: "esm", platform: "neutral", outfile, sourcemap: "inline" });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
