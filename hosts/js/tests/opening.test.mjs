// What `openMemory` is given: what is wrong is refused by name, before anything was made for it.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { bound, bundle, temporary } from "./support/bundle.mjs";
import { folder as built } from "./support/engine.mjs";

const { MemoletError, openMemory } = await import(pathToFileURL(join(built, "node.js")));
const who = { tenant: "acme", user: "ana", embed: "none" };
/** That a promise is rejected as `invalid`, with a text that begins so. */
const refused = (promise, begins, Failure = MemoletError) => assert.rejects(promise, (thrown) => {
  assert.ok(thrown instanceof Failure, `${begins}: ${thrown}`);
  assert.equal(thrown.tag, "invalid");
  assert.ok(thrown.message.startsWith(begins), `${begins}: ${thrown.message}`);
  return true;
});

/** A disk that remembers whether it was closed, and keeps nothing. */
function ownDisk() {
  let bytes = new Uint8Array();
  const disk = {
    kind: "custom", encrypted: false, closed: false,
    read: async () => ({ journal: bytes }), append: async (more) => { bytes = Buffer.concat([bytes, more]); },
    replace: async () => {}, cut: async () => {}, sizes: () => ({ snapshot: 0, journal: bytes.length }),
    clear: async () => {}, close: async () => { disk.closed = true; },
  };
  return disk;
}

test("nothing is kept in memory but by the word for it", async () => {
  for (const storage of ["opfs", "file", "", null, {}, 5, true, { ...ownDisk(), append: undefined }]) {
    await refused(openMemory({ ...who, storage }), "storage: ");
  }
  const disk = ownDisk();
  for (const storage of ["memory", disk]) {
    const memory = await openMemory({ ...who, storage });
    await memory.remember("Ana lives in York.");
    await memory.close();
  }
  assert.ok(disk.sizes().journal > 0 && disk.closed);
});

test("what is wrong is refused by its own name, and no folder is made", async () => {
  const dir = join(temporary("opening"), "stores");
  const { tenant, user, ...rest } = { ...who, dir };
  const served = async () => [];
  for (const [options, begins] of [
    [undefined, "openMemory's options: "], [null, "openMemory's options: "], [5, "openMemory's options: "],
    [{ ...rest, user }, "tenant: "], [{ ...rest, user, tenant: "" }, "tenant: "], [{ ...rest, user, tenant: 5 }, "tenant: "],
    [{ ...rest, tenant }, "user: "], [{ ...who, dir, user: "" }, "user: "], [{ ...who, dir, user: 5 }, "user: "],
    [{ ...who, dir, session: 5 }, "session: "], [{ ...who, dir, sharedWriter: "yes" }, "sharedWriter: "],
    [{ ...who, dir: 5 }, "dir: "], [{ ...who, dir, model: "gpt" }, "model: "], [{ ...who, dir, model: null }, "model: "],
    [{ ...who, dir, model: { name: "m" } }, "model: "], [{ ...who, dir, reranker: 5 }, "reranker: "],
    [{ ...who, dir, embed: {} }, "embed: "], [{ ...who, dir, embed: null }, "embed: "],
    [{ ...who, dir, embed: { name: "e", dimensions: "3", embed: served } }, "embed: "],
    [{ ...who, dir, counters: { words: 5 } }, "counters: "], [{ ...who, dir, tabs: "share" }, "tabs: "],
  ]) await refused(openMemory(options), begins);
  assert.equal(existsSync(dir), false);
  await (await openMemory({ ...who, dir })).close();
  assert.equal(existsSync(dir), true, "what is right makes it");
});

test("in Workers too, and a disk that the key does not fit is let go", async () => {
  const folder = temporary("workerd");
  const wasm = join(bound, "memolet_bg.wasm");
  /** The runtime compiles the module; here the bundle has its bytes. */
  const compiled = { name: "wasm", setup: (build) => {
    build.onResolve({ filter: /\.wasm$/ }, () => ({ path: wasm, namespace: "wasm" }));
    build.onLoad({ filter: /.*/, namespace: "wasm" }, () => {
      const bytes = readFileSync(wasm).toString("base64");
      return { contents: `export default new WebAssembly.Module(Buffer.from("${bytes}", "base64"))`, loader: "js" };
    });
  } };
  await bundle({ workerd: "src/entries/workerd.ts" }, folder, "node", { outExtension: { ".js": ".mjs" }, plugins: [compiled] });
  const worker = await import(pathToFileURL(join(folder, "workerd.mjs")));
  for (const storage of [undefined, null, "opfs", {}]) {
    await refused(worker.openMemory({ ...who, storage }), "storage: ", worker.MemoletError);
  }
  for (const languages of ["de", [5], null]) {
    await refused(worker.openMemory({ ...who, storage: "memory", languages }), "languages: ", worker.MemoletError);
  }
  const german = readFileSync(join(built, "language-de.txt"), "utf8");
  const memory = await worker.openMemory({ ...who, storage: "memory", languages: [german] });
  assert.equal((await memory.readStatements("Ich wohne in Bonn.")).statements[0].language, "de");
  await memory.close();
  const disk = ownDisk();
  await refused(worker.openMemory({ ...who, storage: disk, key: new Uint8Array(5) }), "key: ", worker.MemoletError);
  assert.equal(disk.closed, true);
});
