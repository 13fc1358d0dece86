// Where the page begins.
import "./trusted.ts";
import "memolet/panel";
import { App } from "./app.ts";
import { keepOffline } from "./installed.ts";

const app = new App();
document.body.append(app);
keepOffline((update) => (app.newer = update)).catch((error: unknown) => {
  console.warn("no service worker:", error);
});
