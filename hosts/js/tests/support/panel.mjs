// The panel's page, served as strictly as a page can be.
import { copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { bundle, temporary } from "./bundle.mjs";
import { serve } from "./serve.mjs";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
/** The folder of a built package: its glue and its wasm. */
const built = process.env.MEMOLET_PACKAGE ?? join(root, "target/package");

const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; "
  + "img-src 'self' data:; base-uri 'none'; form-action 'none'";

/** Serves panel.html with its script, the engine and a strict content security policy. */
export async function servePanel() {
  const folder = temporary("panel");
  const glue = { "#glue": join(built, "memolet.js") };
  await bundle({ "panel-page": "tests/browser/panel-page.ts" }, folder, "browser", {
    alias: glue, loader: {}, external: ["*.wasm"], conditions: ["production"],
  });
  const browser = fileURLToPath(new URL("../browser/", import.meta.url));
  copyFileSync(join(browser, "panel.html"), join(folder, "index.html"));
  copyFileSync(join(browser, "panel.css"), join(folder, "panel.css"));
  copyFileSync(join(built, "memolet_bg.wasm"), join(folder, "memolet_bg.wasm"));
  return serve(folder, { headers: { "content-security-policy": policy } });
}
