// A folder over HTTP on the loopback address.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const types = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/**
 * Serves a folder; `/` is its index.html, or an empty page where it has none. A test that opens the
 * origin again gives the same `port`. `headers` go with every answer.
 */
export async function serve(folder, { port = 0, headers = {} } = {}) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const name = path === "/" ? "/index.html" : path;
    const empty = path === "/" ? "<!doctype html>" : undefined;
    const body = await readFile(join(folder, name)).catch(() => empty);
    const type = types[extname(name)] ?? "application/octet-stream";
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type, ...headers });
    response.end(body);
  });
  await new Promise((listening) => server.listen(port, "127.0.0.1", listening));
  const close = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  return { port: server.address().port, url: `http://127.0.0.1:${server.address().port}/`, close };
}
