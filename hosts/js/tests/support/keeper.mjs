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
export const { Keeper, MemoryDisk, MemoletError, provide, readTime, sealed } = bundled;
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
    Keeper: "engine/keeper.ts", MemoryDisk: "storage/memory.ts", MemoletError: "errors.ts",
    provide: "raw/engine.ts", readTime: "engine/time.ts",
    sealed: "storage/sealed.ts",
  };
  const contents = Object.entries(parts).map(([name, file]) => `export { ${name} } from "./${file}";`).join("\n");
  const stdin = { contents, resolveDir: source, loader: "ts" };
  await build({ stdin, bundle: true, format: "esm", platform: "neutral", outfile, sourcemap: "inline", logLevel: "warning" });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
