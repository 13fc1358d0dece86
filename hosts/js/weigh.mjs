// Prints what a browser downloads, compressed as servers do it: node weigh.mjs PACKAGE
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const folder = process.argv[2];
for (const name of readdirSync(folder).filter((name) => /\.(js|wasm)$/.test(name))) {
  const bytes = readFileSync(join(folder, name));
  console.error(`   ${name}: ${bytes.length} bytes, ${brotliCompressSync(bytes).length} as brotli`);
}
