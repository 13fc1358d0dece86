// The raw engine and its table: of the package in the folder MEMOLET_PACKAGE, else of the one installed here.
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Where the package's files are. */
export const folder = process.env.MEMOLET_PACKAGE ?? dirname(fileURLToPath(import.meta.resolve("memolet")));
export const raw = await import(pathToFileURL(join(folder, "node.js")));
/** The built-in embedder's table. */
export const table =
  process.env.MEMOLET_TABLE ??
  fileURLToPath(new URL("../../../../assets/potion-base-8m-128.bin", import.meta.url));
