// Any server that speaks OpenAI's API: a chat model, an embedder, or both.
import { invalid } from "../errors.ts";
import type { Embedder, Model } from "../services.ts";
import { Chat } from "./chat.ts";
import { embeddings, type EmbeddingModel } from "./embeddings.ts";
import { address, Endpoint, type Server } from "./http.ts";

/** A server, and which of its models to use. */
export interface OpenAISettings extends Server {
  /** Chat model that answers the engine's questions. Left out: none does. */
  model?: string | undefined;
  /** Fields to add to each chat request, such as `{ temperature: 0 }`. */
  extra?: Record<string, unknown> | undefined;
  /** Embedding model. Its server and key are the chat model's; the key only on the same origin. */
  embeddings?: (EmbeddingModel & { url?: string | undefined; key?: string | undefined }) | undefined;
}

/**
 * The models of a server that speaks OpenAI's API. Nothing is sent until something is asked.
 *
 * Failures are `other` and name no key, no words of a prompt and nothing that the server said. Bad
 * settings are `invalid` at once. A key that is in a page can be read by whoever opens that page: give
 * one that is the person's own, or leave the key to a server of yours.
 */
export function openAI(settings: OpenAISettings): {
  model: Model | undefined;
  embed: Embedder | undefined;
} {
  const { model, extra, embeddings: embedding } = settings;
  if (!named(model) && !named(embedding?.model)) {
    throw invalid("model or embeddings.model is the name of a model");
  }
  const endpoint = new Endpoint(settings);
  return {
    model: named(model) ? new Chat(endpoint, model, extra) : undefined,
    embed:
      embedding && embeddings(new Endpoint({ ...settings, ...serverOf(settings, embedding) }), embedding),
  };
}

/** The embedding model's server. Neither key nor headers go to another origin than they were given for. */
function serverOf(
  chat: OpenAISettings,
  { url = chat.url, key }: { url?: string | undefined; key?: string | undefined },
): Server {
  const isSame = address(url).origin === address(chat.url).origin;
  return { url, key: key ?? (isSame ? chat.key : undefined), headers: isSame ? chat.headers : undefined };
}

function named(name: unknown): name is string {
  return typeof name === "string" && name !== "";
}
