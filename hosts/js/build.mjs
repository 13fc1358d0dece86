// Builds the package's JavaScript and declarations: node build.mjs ENGINE OUT
//
// ENGINE holds what wasm-bindgen wrote (memolet.js, memolet_bg.wasm), and gets metafile.json: what was
// bundled. OUT gets the files of the package.
// Libraries are bundled in, so that the package runs from a plain page and depends on nothing.
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
if (process.argv.length !== 4) throw new Error("usage: node build.mjs ENGINE OUT");
const [engine, out] = process.argv.slice(2).map((folder) => resolve(folder));

const shared = {
  bundle: true,
  format: "esm",
  target: "es2022",
  platform: "neutral",
  mainFields: ["module", "main"],
  conditions: ["browser", "production", "import"],
  minify: true,
  legalComments: "none",
  external: ["node:*", "*.wasm"],
  alias: { "#glue": join(engine, "memolet.js") },
  outdir: out,
  logLevel: "warning",
  metafile: true,
  absWorkingDir: here,
};

mkdirSync(out, { recursive: true });
const entries = join(here, "src/entries");
const names = readdirSync(entries).filter((name) => name.endsWith(".ts"));
// The worker is a realm of its own and one file, so that copying it is enough. The rest shares its
// chunks: one class of error, one engine.
const together = names.filter((name) => name !== "worker.ts");
const built = await build({
  ...shared,
  entryPoints: together.map((name) => join(entries, name)),
  splitting: true,
  chunkNames: "chunk-[hash]",
});
leaveOutHelpers(built.metafile.outputs);
if (names.includes("worker.ts")) {
  // It is given the wasm compiled, so the glue has nothing to warn of; and it never runs in Node.
  const least = { pure: ["console.warn"], define: { "globalThis.process": "undefined" } };
  const { metafile } = await build({ ...shared, ...least, entryPoints: [join(entries, "worker.ts")] });
  Object.assign(built.metafile.inputs, metafile.inputs);
}
writeFileSync(join(engine, "metafile.json"), JSON.stringify(built.metafile));
copyFileSync(join(engine, "memolet_bg.wasm"), join(out, "memolet_bg.wasm"));
declarations();

/** esbuild has every entry load the chunk of its own helpers, also where nothing of it is used. */
function leaveOutHelpers(outputs) {
  const files = Object.keys(outputs).map((path) => join(out, basename(path)));
  const helpers = files.filter((_, index) => Object.keys(Object.values(outputs)[index].inputs).length === 0);
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    const lean = helpers.reduce((text, helper) => text.replace(`import"./${basename(helper)}";`, ""), text);
    if (lean !== text) writeFileSync(file, lean);
  }
}

/** One declaration file a source, as the compiler writes them, with imports that every resolver reads. */
function declarations() {
  const compiler = join(here, "node_modules/typescript/bin/tsc");
  const types = join(out, "types");
  execFileSync(process.execPath, [compiler, "-p", here, "--outDir", types], { stdio: "inherit" });
  for (const name of readdirSync(types, { recursive: true })) {
    const file = join(types, name);
    if (!name.endsWith(".d.ts") || !existsSync(file)) continue;
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/(from |import |import\()"(\.[^"]+)\.ts"/g, '$1"$2.js"'));
  }
}
