// The app for a file of tests: built and served once, with a browser of its own for each test.
import { after, afterEach, before } from "node:test";
import { buildApp, discard, serve, visit } from "./site.mjs";

/** Registers what goes before and after the tests. What it gives is there once they run. */
export function served() {
  const app = {
    /** The built app's folder, and its address. */
    folder: undefined, url: undefined,
    /** The test's own, as `visit` gives it. */
    browser: undefined,
    /** Opens a browser, at the app's address if no other is given. */
    async visit(options, url = app.url) {
      return (app.browser = await visit(url, options));
    },
    /** The app in a tab of a browser of its own. */
    async arrive(options) {
      return (await app.visit(options)).open();
    },
  };
  let site;
  before(async () => {
    app.folder = buildApp();
    site = await serve(app.folder);
    app.url = site.url;
  });
  afterEach(async () => {
    await app.browser?.close();
    app.browser = undefined;
  });
  after(async () => {
    await site?.close();
    discard(app.folder);
  });
  return app;
}

export const panel = (page) => page.locator("memolet-panel");
