// A chat server of OpenAI's shape over one GGUF file: GGUF=FILE [FORM=chatml|gemma|plain] node server.mjs [port].
// README.md beside it says how. One thread: llama.cpp's threads spin, and two on two busy cores are a hundred
// times slower. One context and one sequence serve every request, so that what a prompt has in common with the
// one before is evaluated once.
import http from "node:http";
import { getLlama, LlamaCompletion } from "node-llama-cpp";

const MOST_TOKENS = 200;
// What stands around a turn, as the model was taught; a base model was taught nothing of the sort.
const FORMS = {
  chatml: ["<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n"],
  gemma: ["<start_of_turn>user\n", "<end_of_turn>\n<start_of_turn>model\n"],
  plain: ["", ""],
};

const file = process.env.GGUF;
const form = FORMS[process.env.FORM ?? "chatml"];
if (!file || !form) throw new Error("GGUF names a file, FORM one of " + Object.keys(FORMS).join(", "));

const llama = await getLlama({ gpu: false, build: "never", logLevel: "error", maxThreads: 1 });
const model = await llama.loadModel({ modelPath: file });
const context = await model.createContext({ contextSize: 4096, threads: 1 });
const completion = new LlamaCompletion({ contextSequence: context.getSequence(), autoDisposeSequence: false });
const grammars = new Map();
let queue = Promise.resolve();

async function grammar(schema) {
  const key = JSON.stringify(schema);
  if (!grammars.has(key)) grammars.set(key, await llama.createGrammarForJsonSchema(schema));
  return grammars.get(key);
}

async function complete({ messages, max_tokens = MOST_TOKENS, response_format }, signal) {
  const schema = response_format?.json_schema?.schema;
  const said = messages.map((message) => message.content).join("\n\n");
  // The marks are tokens of their own, and what looks like one in a prompt is text.
  const prompt = [...model.tokenize(form[0], true), ...model.tokenize(said), ...model.tokenize(form[1], true)];
  const content = await completion.generateCompletion(prompt, {
    grammar: schema && (await grammar(schema)),
    maxTokens: Math.min(max_tokens, MOST_TOKENS),
    temperature: 0,
    signal,
  });
  const choice = { index: 0, message: { role: "assistant", content }, finish_reason: "stop" };
  return { id: "local", object: "chat.completion", model: "local", choices: [choice] };
}

async function answer(request, response, body) {
  // Who hung up waits for nothing, and the next one shall not wait for it.
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  if (response.destroyed) return;
  response.setHeader("content-type", "application/json");
  try {
    const listed = request.url.endsWith("/models");
    response.end(JSON.stringify(listed ? { data: [{ id: "local" }] } : await complete(JSON.parse(body), gone.signal)));
  } catch (error) {
    response.statusCode = 500;
    response.end(JSON.stringify({ error: { message: String(error.message) } }));
  }
}

http
  .createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => (queue = queue.then(() => answer(request, response, body))));
  })
  .listen(Number(process.argv[2] ?? 8099), "127.0.0.1", () => console.log("ready"));
