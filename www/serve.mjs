// Serves a built app on this device alone: node www/serve.mjs FOLDER [PORT]
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { headers } from "./policy.mjs";

const TYPES = {
  ".bin": "application/octet-stream",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** Serves a folder on 127.0.0.1; port 0 takes any. Gives the address and how to stop. */
export async function serve(folder, port = 0) {
  const root = resolve(folder);
  const server = createServer((request, response) => answer(root, request, response));
  await new Promise((listening, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", listening);
  });
  const url = `http://127.0.0.1:${server.address().port}/`;
  const close = () => new Promise((closed) => {
    server.close(closed);
    server.closeAllConnections();
  });
  return { url, close };
}

function answer(root, { method, url }, response) {
  const file = method === "GET" || method === "HEAD" ? found(root, url) : undefined;
  if (!file) {
    response.writeHead(404, { ...headers, "content-type": "text/plain" }).end("not here\n");
    return;
  }
  // What is named by its hash never changes; the rest is looked at again each time.
  const lasts = file.startsWith(join(root, "app-"));
  response.writeHead(200, {
    ...headers,
    "content-type": TYPES[extname(file)] ?? "application/octet-stream",
    "cache-control": lasts ? "public, max-age=31536000, immutable" : "no-cache",
  });
  if (method === "HEAD") response.end();
  else createReadStream(file).on("error", () => response.destroy()).pipe(response);
}

/** The file of a request, never outside the folder. */
function found(root, url) {
  try {
    const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    const file = join(root, path.endsWith("/") ? `${path}index.html` : path);
    return file.startsWith(root + sep) && statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder, port = "8787"] = process.argv.slice(2);
  if (!folder) throw new Error("usage: node serve.mjs FOLDER [PORT]");
  const served = await serve(folder, Number(port)).catch((error) => error);
  if (served.url) console.log(`Memolet is at ${served.url} (Ctrl+C ends it)`);
  else {
    console.error(served.code === "EADDRINUSE" ? `port ${port} is in use; give another one` : served.message);
    process.exitCode = 1;
  }
}
