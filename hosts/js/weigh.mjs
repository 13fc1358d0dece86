// Prints what a package weighs as servers compress it, and fails where a page would download more than it
// may: node weigh.mjs PACKAGE
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

/**
 * Bytes of brotli that every page downloads: the door, the worker and the wasm. Beside it come, once, the
 * embedder's table and the files of the languages that a page asks for.
 */
// 380,000 is what is wanted; docs/performance.md says what the rest is made of.
const MOST = 532_000;
const BESIDE = /^language-..\.txt$|\.bin$/;

const folder = process.argv[2];
const read = (name) => readFileSync(join(folder, name));
const weights = new Map(readdirSync(folder).filter((name) => /\.(js|wasm)$/.test(name)).map((name) => [name, weigh(name)]));

const page = [...imported("browser.js"), "worker.js", "memolet_bg.wasm"];
const total = page.reduce((sum, name) => sum + weights.get(name), 0);
console.error(`   a page downloads ${total} bytes as brotli (${page.join(", ")}), of ${MOST} at most`);
console.error("   beside it, as far as a page asks for them:");
readdirSync(folder).filter((name) => BESIDE.test(name)).forEach(weigh);
if (!(total <= MOST)) process.exitCode = 1; // of a file that is missing the weight is no number

function weigh(name) {
  const bytes = read(name);
  const brotli = brotliCompressSync(bytes).length;
  console.error(`   ${name}: ${bytes.length} bytes, ${brotli} as brotli`);
  return brotli;
}

/** A module and what it imports at once, however deep. */
function imported(name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, other] of read(name).toString().matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) imported(other, seen);
  return seen;
}
