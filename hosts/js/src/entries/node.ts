// `memolet` in Node.
export { openMemory, type NodeOptions } from "../open.node.ts";
export * from "../exports.ts";
