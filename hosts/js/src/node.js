// Node: the engine is there at once.
import { readFileSync } from "node:fs";
import { initSync } from "./memolet.js";

initSync({ module: readFileSync(new URL("./memolet_bg.wasm", import.meta.url)) });

/** The same call as in browsers; there is nothing left to load. */
export async function init() {}
export * from "./interfaces.js";
