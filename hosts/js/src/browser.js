// Browsers: call `init` once, before anything else.
import start from "./memolet.js";

let started;

/** Loads the engine. Takes where its wasm lies, its bytes or its module; by default it lies beside this file. */
export function init(wasm) {
  started ??= start(wasm === undefined ? undefined : { module_or_path: wasm }).then(
    () => undefined,
    (error) => {
      started = undefined; // what could not be loaded may be tried again
      throw error;
    },
  );
  return started;
}
export * from "./interfaces.js";
