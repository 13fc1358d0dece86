// A chat endpoint on this device, played from a script: streams of words, and calls of tools.
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Answers each request by the next of `script`: `{ words: [...] }`, `{ calls: [{ name, args }] }`,
 * `{ status }`, or a function of the request's body that gives one. `asked` holds the bodies. What is not to be
 * streamed is a question of the memory's own: `questions` holds those, and `claims` gives the answer to a prompt.
 */
export async function playModel(script, claims = () => []) {
  const asked = [];
  const questions = [];
  const server = createServer(async (request, response) => {
    response.setHeader("access-control-allow-origin", request.headers.origin ?? "*");
    response.setHeader("access-control-allow-headers", "content-type, authorization");
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    const body = JSON.parse(await text(request));
    if (!body.stream) {
      questions.push(body);
      const content = JSON.stringify({ claims: claims(body.messages[0].content) });
      return response.writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ choices: [{ message: { role: "assistant", content } }] }));
    }
    asked.push({ ...body, authorization: request.headers.authorization });
    const next = script.shift() ?? { status: 500 };
    await stream(response, typeof next === "function" ? next(body) : next);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const close = () => new Promise((closed) => {
    server.close(closed);
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${server.address().port}/v1`, asked, questions, script, close };
}

async function stream(response, { status, words = [], calls = [] }) {
  if (status) return response.writeHead(status).end("no <b>secret</b> words of the server");
  response.writeHead(200, { "content-type": "text/event-stream" });
  const say = (delta) => response.write(`data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`);
  for (const content of words) {
    say({ content });
    await wait(30);
  }
  for (const [index, { name, args }] of calls.entries()) {
    const whole = JSON.stringify(args);
    const half = Math.floor(whole.length / 2);
    say({ tool_calls: [{ index, id: `call-${index}`, function: { name, arguments: whole.slice(0, half) } }] });
    say({ tool_calls: [{ index, function: { arguments: whole.slice(half) } }] });
  }
  response.end("data: [DONE]\n\n");
}

async function text(stream) {
  let text = "";
  for await (const chunk of stream) text += chunk;
  return text;
}
