// The raw engine: how the code above gets hold of it, whatever runtime it runs in.
import type { Raw } from "./types.ts";

let load: (() => Raw | Promise<Raw>) | undefined;
let loaded: Promise<Raw> | undefined;

/** Says how the engine is loaded. Each runtime's entry does, before a store is opened. */
export function provide(loader: () => Raw | Promise<Raw>): void {
  load = loader;
  loaded = undefined;
}

/** The engine, loaded when it is first needed. What could not be loaded may be tried again. */
export function engine(): Promise<Raw> {
  loaded ??= started().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function started(): Promise<Raw> {
  if (!load) throw new Error("no engine was provided");
  return load();
}
