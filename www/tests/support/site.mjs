// The app, built once from the package, served as in use; and pages of it that are watched.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { discard, launch } from "../../../hosts/js/tests/support/browser.mjs";
import { temporary } from "../../../hosts/js/tests/support/bundle.mjs";
import { serve } from "../../serve.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** The folder of the built package. */
const built = process.env.MEMOLET_PACKAGE ?? join(root, "target/package");
const axe = readFileSync(createRequire(join(root, "hosts/js/")).resolve("axe-core/axe.min.js"), "utf8");

export { discard, serve };

/** Builds the app into a folder that goes with the process. */
export function buildApp() {
  const folder = temporary("app");
  execFileSync(process.execPath, [join(root, "www/build.mjs"), built, folder], { stdio: "inherit" });
  return folder;
}

/** A browser of its own, with what a test does in it. */
export async function visit(url, options = {}) {
  const viewport = { width: 1280, height: 800 };
  const browser = await launch(undefined, { viewport, reducedMotion: "reduce", ...options });
  const { context } = browser;
  const said = [];
  await context.exposeFunction("tellTest", (text) => said.push(text));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      globalThis.tellTest(`policy: ${violatedDirective} ${blockedURI}`));
  });
  return {
    context, said,
    /** Opens the app in a new tab, and waits until it can be written to. */
    async open(path = "") {
      const page = await context.newPage();
      page.on("pageerror", (error) => said.push(error.stack));
      page.on("console", (message) => message.type() === "error" && said.push(message.text()));
      page.on("dialog", (dialog) => said.push(`dialog: ${dialog.message()}`) && dialog.dismiss());
      await page.goto(url + path);
      await ready(page);
      return page;
    },
    /** No error, no violated policy, no dialog; but what `expected` allows. */
    quiet(expected = /^$/) {
      assert.deepEqual(said.filter((text) => !expected.test(text)), []);
    },
    async close() {
      await browser.close();
      discard(browser.profile);
    },
  };
}

export const ready = (page) => page.getByRole("button", { name: "Send" }).waitFor();

/** Says something, waits for the answer, and gives it as text. */
export async function say(page, text) {
  const messages = page.locator("app-message");
  const before = await messages.count();
  await page.getByLabel("Message").fill(text);
  await page.keyboard.press("Enter");
  await messages.nth(before + 1).waitFor();
  await ready(page);
  return last(page);
}

/** Forgets for good, as the panel would, every memory of a text. */
export function forget(page, text) {
  return page.evaluate(async (text) => {
    const { memory } = document.querySelector("memolet-app");
    const states = ["active", "provisional", "superseded", "ended"];
    const { memories } = await memory.page({ states });
    await memory.erase(memories.filter((one) => one.text === text).map(({ id }) => id));
  }, text);
}

/** All that the conversation has, seen or not. */
export function conversation(page) {
  return page.evaluate(() => {
    const read = (root) => [...root.childNodes].map((node) =>
      node.nodeType === 3 ? node.data : read(node.shadowRoot ?? node)).join(" ");
    return read(document.querySelector("memolet-app").shadowRoot.querySelector("app-chat").shadowRoot.querySelector(".talk"));
  });
}

/** The last answer's text. */
export async function last(page) {
  const text = await page.locator("app-message .assistant, app-message .gone").last().textContent();
  return text.replace(/\s+/g, " ").trim();
}

/** What axe finds wrong, in short. */
export async function wrong(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const where = ({ target, failureSummary }) => `${target.flat().join(" ")} ${failureSummary}`;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(where).join("; ")}`);
}
