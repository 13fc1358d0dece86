// Cloudflare Workers: the module is compiled when the Worker is deployed.
import * as glue from "#glue";
// @ts-ignore a WebAssembly.Module, by the runtime
import module from "./memolet_bg.wasm";

glue.initSync({ module: module as WebAssembly.Module });

/** The same call as in browsers; there is nothing left to load. */
export async function init(): Promise<void> {}
