// Node: the engine is there at once.
import { readFileSync } from "node:fs";
import * as glue from "#glue";

glue.initSync({ module: readFileSync(new URL("./memolet_bg.wasm", import.meta.url)) });

/** The same call as in browsers; there is nothing left to load. */
export async function init(): Promise<void> {}
