// Builds the app: node www/build.mjs PACKAGE OUT
//
// PACKAGE is the built npm package, used as any user of it would; OUT gets the files to serve. What the page
// loads lies in one folder that is named by the hash of all of it, so a cache can never mix two versions.
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { policy } from "./policy.mjs";

const here = dirname(fileURLToPath(import.meta.url));
// One installation serves the package and the app.
const tools = join(here, "../hosts/js/node_modules");
const { build } = createRequire(tools)("esbuild");
const [from, to] = process.argv.slice(2);
if (!from || !to) throw new Error("usage: node build.mjs PACKAGE OUT");
const [packaged, out] = [resolve(from), resolve(to)];

/** Files that the package's code looks for beside itself. */
const LANGUAGES = readdirSync(packaged).filter((name) => /^language-..\.txt$/.test(name));
const BESIDE = ["worker.js", "memolet_bg.wasm", "potion-base-8m-128.bin", ...LANGUAGES];
const ICONS = readdirSync(join(here, "icons")).filter((name) => /\.(svg|png)$/.test(name));

rmSync(out, { recursive: true, force: true });
const folder = await assets();
page(folder);
await serviceWorker(folder);

/** Everything that the page loads, in a folder of its hash; gives its name. */
async function assets() {
  const fresh = join(out, "fresh");
  await bundle({ main: join(here, "src/main.ts") }, fresh, { splitting: true, chunkNames: "chunk-[hash]" });
  for (const name of BESIDE) copyFileSync(join(packaged, name), join(fresh, name));
  copyFileSync(join(here, "src/style.css"), join(fresh, "style.css"));
  const name = `app-${hash(readdirSync(fresh).map((name) => join(fresh, name)))}`;
  cpSync(fresh, join(out, name), { recursive: true });
  rmSync(fresh, { recursive: true });
  return name;
}

function page(folder) {
  const html = readFileSync(join(here, "index.html"), "utf8");
  writeFileSync(join(out, "index.html"), html.replaceAll("%FOLDER%", folder).replace("%POLICY%", policy));
  copyFileSync(join(here, "manifest.webmanifest"), join(out, "manifest.webmanifest"));
  mkdirSync(join(out, "icons"));
  for (const name of ICONS) copyFileSync(join(here, "icons", name), join(out, "icons", name));
}

/** It is told which files there are, and a version that changes with any of them. */
async function serviceWorker(folder) {
  const files = [
    "index.html", "manifest.webmanifest", ...ICONS.map((name) => `icons/${name}`),
    ...readdirSync(join(out, folder)).map((name) => `${folder}/${name}`),
  ];
  const version = hash(files.map((name) => join(out, name)));
  // The page is asked for by its folder.
  const kept = files.map((name) => (name === "index.html" ? "./" : name));
  const define = { FILES: JSON.stringify(kept), VERSION: JSON.stringify(version) };
  await bundle({ sw: join(here, "src/sw.ts") }, out, { define });
}

async function bundle(entryPoints, outdir, more) {
  await build({
    entryPoints, outdir, bundle: true, format: "esm", target: "es2022", platform: "browser", minify: true,
    legalComments: "none", logLevel: "warning", nodePaths: [tools],
    plugins: [{ name: "package", setup: resolvePackage }], ...more,
  });
}

/** `memolet` and `memolet/…` as the package's own manifest exports them: it may name itself. */
function resolvePackage({ onResolve, resolve }) {
  const inside = { resolveDir: packaged, pluginData: "inside" };
  onResolve({ filter: /^memolet(\/|$)/ }, ({ path, kind, pluginData }) =>
    pluginData === "inside" ? undefined : resolve(path, { kind, ...inside }));
}

/** Of the names and the bytes of files. */
function hash(files) {
  const hash = createHash("sha256");
  for (const file of files.toSorted()) {
    hash.update(file.replace(/.*\//, "")).update("\0").update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 12);
}
