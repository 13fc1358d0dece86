// A real server on loopback that answers by script, and remembers what it was asked.
import { createServer } from "node:http";

/**
 * Starts a server that answers request after request with `script[n]`, and from the last on with the last:
 * a function of the request and its JSON body that gives `{status?, headers?, body?, delay?}`, or such an
 * object. It is closed when the test ends.
 */
export async function scripted(t, ...script) {
  const asked = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const body = text && JSON.parse(text);
    const entry = script[Math.min(asked.length, script.length - 1)];
    asked.push({ path: request.url, headers: request.headers, body, at: performance.now() });
    const {
      status = 200,
      headers = {},
      body: answer = "",
      delay = 0,
    } = typeof entry === "function" ? entry(request, body) : entry;
    if (delay) await new Promise((resolve) => setTimeout(resolve, delay));
    response.writeHead(status, headers);
    response.end(
      typeof answer === "string" || answer instanceof Uint8Array ? answer : JSON.stringify(answer),
    );
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${server.address().port}`, asked, close: () => server.close() };
}

/** A chat completion of these words. */
export const completion = (content) => ({ body: { choices: [{ message: { content } }] } });
