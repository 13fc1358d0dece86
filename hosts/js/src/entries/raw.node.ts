// The raw engine, as in a component: `memolet/raw`. It is there at once.
import { load } from "../raw/load.node.ts";

export { init } from "../raw/load.node.ts";
export * from "../raw/interfaces.ts";

load();
