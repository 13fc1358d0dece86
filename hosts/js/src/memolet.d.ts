// The raw engine's glue, which the build puts beside this file. Besides these two it exports what `Raw` has.

/** Where the engine's wasm lies, its bytes or its module. */
type Wasm = string | URL | BufferSource | WebAssembly.Module;

/** Loads the engine; a second time does nothing. */
export default function start(wasm: { module_or_path: Wasm }): Promise<unknown>;
export function initSync(wasm: { module: BufferSource | WebAssembly.Module }): unknown;
