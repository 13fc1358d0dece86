// What a recall of 10 among 10,000 memories costs through the package, against the same inside wasm, in one
// run: node recall.mjs MEASURED [memories] [rounds]
//
// MEASURED holds the package's module with `recallTimes` beside it. Each round times a batch inside wasm, the
// same batch through the raw binding, and the same through the door of a store in this thread; a ratio is the
// quotient of two medians.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { load } from "../tests/support/bundle.mjs";
import { corpus } from "./corpus.mjs";
import { median, spread } from "./figures.mjs";

const [folder, memories = "10000", rounds = "60"] = process.argv.slice(2);
const BATCH = 20;
const DIMENSIONS = 384;
const glue = await import(pathToFileURL(join(folder, "memolet.js")));
glue.initSync({ module: readFileSync(join(folder, "memolet_bg.wasm")) });
const { Keeper, MemoryDisk, UserMemory, provide } = await load("tests/support/keeper.entry.ts");
// All three ways go to one store: the one that the keeper opened.
let store;
provide(() => ({ ...glue, Store: { open: (...given) => (store = glue.Store.open(...given)) } }));

const now = Date.UTC(2026, 6, 1);
const random = generator(1);
const texts = corpus(Number(memories));
const vectors = texts.map(() => vector());
const services = { embedder: { name: "made-up", dimensions: DIMENSIONS, embed: async (texts) => texts.map(() => vector()) } };
const settings = { tenant: "bench", seed: new Uint8Array(16) };
const keeper = await filled();
const memory = new UserMemory(keeper, { user: "ana" });
const scope = store.scope({ user: "ana" });

const ways = { "inside wasm": [], "through the raw binding": [], "through the door, in this thread": [] };
for (let round = 0; round < Number(rounds) + 5; round++) {
  const of = (round * 7919) % texts.length;
  const query = { text: texts[of], embedding: Float32Array.from(vectors[of]), k: 10 };
  const inside = timed(() => {
    if (glue.recallTimes(scope, query, now, BATCH) !== 10 * BATCH) throw new Error("not ten hits");
  });
  const raw = timed(() => {
    for (let n = 0; n < BATCH; n++) glue.recall(scope, query, now);
  });
  const from = performance.now();
  for (let n = 0; n < BATCH; n++) await memory.recall(query, { now });
  const door = (performance.now() - from) / BATCH;
  if (round >= 5) [inside, raw, door].forEach((time, way) => Object.values(ways)[way].push(time));
}
const base = median(ways["inside wasm"]);
console.log(`recall of 10 among ${memories} × ${DIMENSIONS}, by text and embedding; ms, median (quartiles), and the quotient`);
for (const [name, times] of Object.entries(ways)) {
  console.log(`${name.padEnd(34)} ${spread(times, 3)}  ${(median(times) / base).toFixed(2)}`);
}
await keeper.close();

/** The store in which all are remembered, opened again from its snapshot. */
async function filled() {
  const first = await Keeper.open(settings, new MemoryDisk(), services, now);
  const memory = new UserMemory(first, { user: "ana" });
  for (const [index, text] of texts.entries()) {
    await memory.remember({ text, kind: "fact", embedding: vectors[index] }, { now });
  }
  const { bytes } = await first.request({ op: "backup" });
  await first.close();
  const disk = new MemoryDisk();
  await disk.replace(bytes);
  return Keeper.open(settings, disk, services, now);
}

function timed(act) {
  const from = performance.now();
  act();
  return (performance.now() - from) / BATCH;
}

/** A vector around one of 200 centres, so that neighbours exist. */
function vector() {
  const centre = generator(100 + Math.floor(random() * 200));
  return Float32Array.from({ length: DIMENSIONS }, () => centre() - 0.5 + (random() - 0.5) * 0.7);
}

/** Numbers from 0 up to 1, the same for the same seed. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}
