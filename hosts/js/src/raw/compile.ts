// The engine's wasm as a module, compiled in the page for its worker.
import { other } from "../errors.ts";

/**
 * Compiles the wasm at an address. In a page, and as it streams in: so the browser keeps the code that it has
 * optimised beside the file, and the next visit starts with it. In a worker it would start from nothing.
 */
export async function compiled(wasm: string | undefined): Promise<WebAssembly.Module> {
  // Bundlers find the file by this very form.
  const url = wasm ?? new URL("./memolet_bg.wasm", import.meta.url);
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    const streams = response.headers.get("content-type")?.startsWith("application/wasm");
    return await (streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const advice = "look whether the file is served there, and whether the page's Content-Security-Policy allows "
      + "wasm (script-src 'wasm-unsafe-eval')";
    throw other(`the engine could not be loaded from ${url}: ${why}; ${advice}`, { cause });
  }
}
