// `memolet` in Cloudflare Workers.
export { openMemory, type WorkerdOptions } from "../open.workerd.ts";
export * from "../exports.ts";
