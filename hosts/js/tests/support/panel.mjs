// The panel's pages, served as strictly as a page can be.
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bound, bundle, temporary } from "./bundle.mjs";
import { folder as built, table } from "./engine.mjs";
import { serve } from "./serve.mjs";

const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "
  + "base-uri 'none'; form-action 'none'";
const strict = (more) => ({ headers: { "content-security-policy": `${policy}; ${more}` } });
const tests = fileURLToPath(new URL("..", import.meta.url));

/** Serves panel.html with its script and the engine: the sources, over a store in the page. */
export async function servePanel() {
  const folder = temporary("panel");
  await bundle({ "panel-page": "tests/browser/panel-page.ts" }, folder, "browser", {
    external: ["*.wasm"], conditions: ["production"],
  });
  copyFileSync(join(tests, "browser/panel.html"), join(folder, "index.html"));
  copyFileSync(join(tests, "browser/panel.css"), join(folder, "panel.css"));
  copyFileSync(join(bound, "memolet_bg.wasm"), join(folder, "memolet_bg.wasm"));
  return serve(folder, strict("style-src 'self'; img-src 'self' data:"));
}

/** Serves the examples of docs/panel.md as one page, on the package that was built. */
export async function serveExample() {
  const text = readFileSync(join(tests, "../../../docs/panel.md"), "utf8");
  const examples = [...text.matchAll(/```(js|html)\n([\s\S]*?)```/g)];
  const blocks = (language) => examples.filter(([, of]) => of === language).map(([, , code]) => code).join("\n");
  const folder = temporary("panel-docs");
  const aliases = { "memolet/panel": join(built, "panel.js"), memolet: join(built, "browser.js") };
  writeFileSync(join(folder, "source.js"), `${blocks("js")}\nObject.assign(window, { memory, panel });`);
  const head = `<!doctype html><html lang="en"><title>Example</title><script type="module" src="example.js">`;
  writeFileSync(join(folder, "index.html"), `${head}</script><body>${blocks("html")}`);
  await bundle({ example: join(folder, "source.js") }, folder, "browser", { alias: aliases, splitting: true });
  for (const name of readdirSync(built).filter((name) => /^(worker\.js|memolet_bg\.wasm)$/.test(name))) {
    copyFileSync(join(built, name), join(folder, name));
  }
  copyFileSync(table, join(folder, "potion-base-8m-128.bin"));
  return serve(folder, strict("worker-src 'self'"));
}
