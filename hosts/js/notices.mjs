// Writes what the package holds of others, with their licences: node notices.mjs PACKAGE METAFILE
//
// METAFILE is esbuild's: which files were bundled. The engine's crates are those that cargo names for wasm.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const [out, metafile] = process.argv.slice(2);

/** Licence text → those who share it. */
const texts = new Map();
for (const folder of bundled()) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  note(`${name} ${version} (npm, ${license})`, licences(folder));
}
for (const { name, version, license, manifest_path } of crates()) {
  note(`${name} ${version} (crate, ${license})`, licences(dirname(manifest_path)));
}
note("potion-base-8M, the built-in embedder's table (docs/embedder.md)", files(join(root, "assets/LICENSES"), /\.txt$/));

const head = "Memolet holds the works of others. Each stands here above the licence that it came with.\n";
const parts = [...texts].map(([text, names]) => `${names.join("\n")}\n\n${text.trim()}\n`);
writeFileSync(join(out, "NOTICES.txt"), [head, ...parts].join(`\n${"-".repeat(80)}\n\n`));

/** A work under each of its licence's texts; one without a text of its own is named with its licence alone. */
function note(name, found) {
  for (const text of found.length > 0 ? found : ["The licence is named above; its text is not in the release."]) {
    texts.set(text, [...(texts.get(text) ?? []), name]);
  }
}

function licences(folder) {
  return files(folder, /^(licen[cs]e|copying|unicode-license)[^/]*$/i);
}

function files(folder, pattern) {
  const names = readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile() && pattern.test(file.name));
  return names.map(({ name }) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n"));
}

/** Folders of the npm packages that something was bundled of. */
function bundled() {
  const inputs = Object.keys(JSON.parse(readFileSync(metafile, "utf8")).inputs);
  const folders = inputs.map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(resolve(here, input))?.[0]);
  return [...new Set(folders.filter(Boolean))].sort();
}

/** The crates that are compiled into the engine's wasm. */
function crates() {
  const flags = ["--format-version=1", "--locked", "--features=memolet/js", "--filter-platform=wasm32-unknown-unknown"];
  const options = { cwd: root, maxBuffer: 1 << 28, encoding: "utf8" };
  const { packages, resolve: graph } = JSON.parse(execFileSync("cargo", ["metadata", ...flags], options));
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const reached = new Set();
  const reach = (id) => {
    if (reached.has(id)) return;
    reached.add(id);
    const isNormal = ({ dep_kinds }) => dep_kinds.some(({ kind }) => kind === null);
    nodes.get(id).deps.filter(isNormal).forEach(({ pkg }) => reach(pkg));
  };
  reach(packages.find(({ name, source }) => name === "memolet" && source === null).id);
  return packages.filter(({ id, source }) => source !== null && reached.has(id));
}
