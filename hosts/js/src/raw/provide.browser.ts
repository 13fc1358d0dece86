// Browsers, in pages and in workers: the engine is fetched when it is first needed.
import { provide } from "./engine.ts";
import { init } from "./load.browser.ts";
import { raw } from "./raw.ts";

/** Has the engine loaded from an address; left out, from where the package has it. */
export function provideFrom(wasm?: string): void {
  provide(async () => {
    await init(wasm);
    return raw;
  });
}
