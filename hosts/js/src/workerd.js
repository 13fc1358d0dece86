// Cloudflare Workers: the module is compiled when the Worker is deployed.
import module from "./memolet_bg.wasm";
import { initSync } from "./memolet.js";

initSync({ module });

/** The same call as in browsers; there is nothing left to load. */
export async function init() {}
export * from "./interfaces.js";
