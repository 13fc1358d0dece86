// The engine of the package that was built, and the built-in embedder's table.
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** Where the package's files are. */
export const folder = process.env.MEMOLET_PACKAGE ?? join(root, "target/package");
/** The raw engine, as `memolet/raw` has it in Node. */
export const raw = await import(pathToFileURL(join(folder, "raw.node.js")));
/** The same without its interfaces, as the keeper takes it. */
export const glue = Object.assign({}, ...Object.values(raw).filter((part) => typeof part === "object"));
/** The built-in embedder's table. */
export const table = process.env.MEMOLET_TABLE ?? join(root, "assets/potion-base-8m-128.bin");
