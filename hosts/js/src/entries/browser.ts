// `memolet` in browsers.
export { openMemory, type BrowserOptions } from "../open.browser.ts";
export * from "../exports.ts";
