// Browsers, in pages and in workers: the engine is fetched when it is first needed.
import start, * as glue from "../memolet.js";
import { provide } from "./engine.ts";
import type { Raw } from "./types.ts";

/** Has the engine loaded from `wasm`; left out, from where the package has it. */
export function provideFrom(wasm?: string | URL): void {
  provide(async () => {
    await start({ module_or_path: wasm ?? new URL("../memolet_bg.wasm", import.meta.url) });
    return glue as unknown as Raw;
  });
}
