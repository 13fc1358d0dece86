// Node: the engine is read from beside this file.
import { readFileSync } from "node:fs";
import * as glue from "#glue";

let isLoaded = false;

/** Loads the engine, once. Not by the import: who renders a page on a server imports what only the page calls. */
export function load(): void {
  if (isLoaded) return;
  glue.initSync({ module: readFileSync(new URL("./memolet_bg.wasm", import.meta.url)) });
  isLoaded = true;
}

/** The same call as in browsers; there is nothing left to load. */
export async function init(): Promise<void> {
  load();
}
