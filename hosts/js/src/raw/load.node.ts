// Node: the engine and all its languages are read from beside this file.
import { readFileSync } from "node:fs";
import * as glue from "#glue";
import { LANGUAGES, languageFile } from "./languages.ts";

let isLoaded = false;

/** Loads the engine, once. Not by the import: who renders a page on a server imports what only the page calls. */
export function load(): void {
  if (isLoaded) return;
  glue.initSync({ module: readFileSync(new URL("./memolet_bg.wasm", import.meta.url)) });
  for (const code of LANGUAGES) glue.loadLanguage(readFileSync(languageFile(code), "utf8"));
  isLoaded = true;
}

/** The same call as in browsers; there is nothing left to load. */
export async function init(): Promise<void> {
  load();
}
