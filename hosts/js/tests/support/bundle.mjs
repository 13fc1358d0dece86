// TypeScript and its dependencies as one module a name, for tests that run it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

/** What wasm-bindgen wrote when the package was built: the engine's glue and its wasm. */
export const bound = process.env.MEMOLET_BOUND ?? fileURLToPath(new URL("../../../../target/bound", import.meta.url));

/** `hosts/js`: paths of entries are relative to it. */
const root = fileURLToPath(new URL("../..", import.meta.url));

const made = [];
process.on("exit", () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A fresh folder under the system's for temporary files, removed when the process ends. */
export function temporary(name) {
  const folder = mkdtempSync(join(tmpdir(), `memolet-${name}-`));
  made.push(folder);
  return folder;
}

/**
 * Writes `folder/NAME.js` for each entry `{ NAME: "src/….ts" }`. `platform` is `browser` or `node`;
 * whatever else esbuild takes goes into `options`.
 */
export async function bundle(entries, folder, platform = "browser", options = {}) {
  await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: folder,
    platform,
    bundle: true,
    format: "esm",
    target: "es2022",
    logLevel: "warning",
    loader: { ".wasm": "file" },
    assetNames: "[name]",
    alias: { "#glue": join(bound, "memolet.js") },
    ...options,
  });
}

/** The exports of one entry, bundled for Node. */
export async function load(entry) {
  const folder = temporary("bundle");
  await bundle({ entry }, folder, "node", { outExtension: { ".js": ".mjs" } });
  return import(pathToFileURL(join(folder, "entry.mjs")));
}
