// What wasm-bindgen writes: the build puts it in the place of `#glue`. Loosely typed, by its own
// names; interfaces.ts gives it the contract's. The free functions are the interfaces' own.
export default function init(options: { module_or_path: unknown }): Promise<unknown>;
export function initSync(options: { module: BufferSource | WebAssembly.Module }): unknown;
export const Store: any;
export const Scope: any;
export const Embedder: any;
export function loadLanguage(table: string): string;
