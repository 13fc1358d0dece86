// A chat endpoint that speaks OpenAI's API, asked for a stream of words and calls of tools.
import { MemoletError } from "memolet";
import { events } from "./events.ts";

/** One message of a chat as the endpoint has it. */
export type Message =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string; tool_calls?: ToolCall[] }
  | { role: "tool"; tool_call_id: string; content: string };

export interface ToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

/** One reply: its words, and the tools that it calls. */
export interface Completion {
  text: string;
  calls: ToolCall[];
}

export interface Server {
  /** Base address, such as `http://127.0.0.1:11434/v1`. */
  url: string;
  model: string;
  key?: string | undefined;
}

/** Bytes of one reply, at most. */
const MOST_BYTES = 1 << 20;
const MOST_CALLS = 8;
const REFUSALS: Record<number, string> = {
  401: "the model's server wants another key",
  403: "the model's server wants another key",
  404: "the server knows no such address or model",
  429: "the model's server has had too many requests for now",
};
/** How long one reply may take, in milliseconds. */
const PATIENCE = 120_000;

/** The server's address when it may be asked: https, or this device. Else `invalid`, with what is allowed. */
function address(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHere = url?.protocol === "http:" && /^(?:localhost|127\.0\.0\.1)$/.test(url.hostname);
  const isPlain = url && !url.username && !url.password && !url.search;
  if (isPlain && (url.protocol === "https:" || isHere)) return url;
  const allowed = "https://…, or http://localhost:… for a server on this device;"
    + " no name, password or query in it";
  throw new MemoletError("invalid", `the model's address is ${allowed}`);
}

/**
 * Asks for one reply. `write` gets the words so far. Failures are `other` and repeat nothing that the
 * server said.
 */
export async function complete(
  { url, model, key }: Server, messages: Message[], tools: object[], write: (text: string) => void,
  signal: AbortSignal,
): Promise<Completion> {
  const body = { model, messages, stream: true, ...(tools.length > 0 ? { tools } : {}) };
  const until = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
  const reply: Completion = { text: "", calls: [] };
  try {
    const response = await fetch(`${address(url).href.replace(/\/+$/, "")}/chat/completions`, {
      method: "POST", body: JSON.stringify(body), signal: until, redirect: "error", credentials: "omit",
      cache: "no-store", referrerPolicy: "no-referrer",
      headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
    });
    if (!response.ok || !response.body) throw refused(response.status);
    for await (const event of events(response.body, MOST_BYTES)) {
      if (add(reply, event)) write(reply.text);
    }
  } catch (thrown) {
    signal.throwIfAborted();
    throw failure(thrown, until.aborted);
  }
  return { text: reply.text, calls: reply.calls.filter((call) => call?.function.name).slice(0, MOST_CALLS) };
}

/** Adds one event of a stream, and says whether words came. A call comes in pieces, by its place. */
function add(reply: Completion, data: string): boolean {
  const delta = parsed(data)?.choices?.[0]?.delta ?? {};
  for (const piece of Array.isArray(delta.tool_calls) ? delta.tool_calls : []) {
    const place = Number(piece.index ?? reply.calls.length);
    if (!(place >= 0 && place < MOST_CALLS)) continue;
    const call = (reply.calls[place] ??= { id: "", type: "function", function: { name: "", arguments: "" } });
    call.id ||= String(piece.id ?? `call-${place}`);
    call.function.name += piece.function?.name ?? "";
    call.function.arguments += piece.function?.arguments ?? "";
  }
  if (typeof delta.content !== "string" || delta.content === "") return false;
  reply.text += delta.content;
  return true;
}

interface Piece {
  index?: number;
  id?: string;
  function?: { name?: string; arguments?: string };
}

interface Chunk {
  choices?: { delta?: { content?: unknown; tool_calls?: Piece[] } }[];
}

function parsed(data: string): Chunk | undefined {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

function refused(status: number): MemoletError {
  return new MemoletError("other", REFUSALS[status] ?? `the model's server refused (status ${status})`);
}

function failure(thrown: unknown, isLate: boolean): MemoletError {
  if (thrown instanceof MemoletError) return thrown;
  if (isLate) return new MemoletError("other", "the model did not answer in time");
  const why = navigator.onLine ? "or it does not let this page ask it (CORS)" : "and this device is offline";
  return new MemoletError("other", `the model's server could not be reached, ${why}`, { cause: thrown });
}
