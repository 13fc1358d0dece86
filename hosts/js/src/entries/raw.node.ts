// The raw engine, as in a component: `memolet/raw`.
export { init } from "../raw/load.node.ts";
export * from "../raw/interfaces.ts";
