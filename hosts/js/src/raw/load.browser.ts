// Browsers: the engine is fetched from beside this file, once.
import * as glue from "#glue";

/** What the engine's wasm may be given as. */
export type Wasm = string | URL | Request | Response | BufferSource | WebAssembly.Module | Promise<Response>;

let loading: Promise<void> | undefined;

/**
 * Loads the engine. Takes where its wasm lies, its bytes or its module; left out, it lies beside
 * this file. Only the first call counts; what could not be loaded may be tried again.
 */
export function init(wasm?: Wasm): Promise<void> {
  // Bundlers find the file by this very form.
  const path = wasm || new URL("./memolet_bg.wasm", import.meta.url);
  loading ??= Promise.resolve(glue.default({ module_or_path: path })).then(
    () => undefined,
    (error) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
