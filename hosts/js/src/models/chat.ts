// OpenAI's chat API: one message out, the words of one reply back.
import { invalid } from "../errors.ts";
import type { Ask, Model } from "../services.ts";
import type { Endpoint } from "./http.ts";
import { ModelError, refusesBody } from "./retry.ts";

/** Bytes of an answer, at most. */
const MOST_BYTES = 1 << 20;
/** Fields of a chat request that are not the app's to set. */
const OWN_FIELDS = ["model", "messages", "stream", "n", "response_format"];

/** How a server is told that the reply is JSON, the best first. */
const FORMATS = ["json_schema", "json_object", "by prompt alone"] as const;
export type Format = (typeof FORMATS)[number];

/** A model behind a chat endpoint. */
export class Chat implements Model {
  readonly name: string;
  readonly endpoint: Endpoint;
  /** Fields of the request that the app adds. */
  readonly #extra: Record<string, unknown>;
  /** The first format that the server has not refused, as an index. */
  #format = 0;

  constructor(endpoint: Endpoint, model: string, extra: Record<string, unknown> = {}) {
    const taken = OWN_FIELDS.find((field) => field in extra);
    if (taken) throw invalid(`extra sets ${taken}; it may set none of ${OWN_FIELDS.join(", ")}`);
    this.endpoint = endpoint;
    this.name = model;
    this.#extra = { ...extra };
  }

  /** The best format that the server took, as far as is known. */
  get format(): Format {
    return FORMATS[this.#format] ?? "by prompt alone";
  }

  /**
   * A server that refuses a format (status 400 or 422) is asked again with a lesser one; once it has
   * answered, that one is where the next question begins.
   */
  async ask(ask: Ask, signal?: AbortSignal): Promise<string> {
    const end = this.endpoint.end();
    for (let index = this.#format; ; index += 1) {
      const body = this.#body(ask, FORMATS[index] ?? "by prompt alone");
      try {
        const reply = words(await this.endpoint.post("/chat/completions", body, MOST_BYTES, end, signal));
        this.#format = Math.max(this.#format, index);
        return reply;
      } catch (thrown) {
        if (!refusesBody(thrown) || index + 1 >= FORMATS.length) throw thrown;
      }
    }
  }

  #body(ask: Ask, format: Format): object {
    const messages = [{ role: "user", content: ask.prompt }];
    return { model: this.name, messages, stream: false, ...responseFormat(ask, format), ...this.#extra };
  }
}

function responseFormat(ask: Ask, format: Format): object {
  if (format === "by prompt alone") return {};
  const schema = format === "json_schema" ? parsed(ask.schema) : undefined;
  if (schema === undefined) return { response_format: { type: "json_object" } };
  const name = `memolet_${ask.purpose.slice(0, 48).replace(/[^A-Za-z0-9]/g, "_")}`;
  return {
    response_format: { type: "json_schema", json_schema: { name, schema, strict: isStrict(schema) } },
  };
}

/**
 * Whether a server may hold the model to the schema word for word, which OpenAI's API does only where
 * every object is closed and requires all that it has.
 */
function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict);
  if (typeof schema !== "object" || schema === null) return true;
  const { properties, required, additionalProperties } = schema as Record<string, unknown>;
  const names = typeof properties === "object" && properties !== null ? Object.keys(properties) : undefined;
  const asked = Array.isArray(required) ? required : [];
  const isClosed = !names || (additionalProperties === false && names.every((name) => asked.includes(name)));
  return isClosed && Object.values(schema).every(isStrict);
}

/**
 * The words of the first choice. A model that said nothing (a refusal, a budget that ran out) said
 * nothing: that is a reply, and the engine's to judge.
 */
function words(bytes: Uint8Array): string {
  const answer = parsed(new TextDecoder().decode(bytes)) as
    { choices?: { message?: { content?: unknown } }[] } | undefined;
  const message = answer?.choices?.[0]?.message;
  const content = message?.content;
  if (typeof message === "object" && message !== null) {
    if (content === undefined || content === null) return "";
    if (typeof content === "string") return content;
    if (Array.isArray(content)) {
      return content.map((part) => (typeof part?.text === "string" ? part.text : "")).join("");
    }
  }
  throw new ModelError("the answer is no chat completion");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
