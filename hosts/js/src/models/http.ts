// One request to one server: JSON out, bytes back, within a time and a size.
//
// Redirects are not followed, so that the key goes nowhere else, and no cookies go along. Of what a
// server says in an error nothing is kept but the status: it may repeat the prompt.
import { invalid } from "../errors.ts";
import { mayPass, ModelError, persist } from "./retry.ts";
import { readBounded } from "./read.ts";

/** The longest that a server is left alone because it asked for it, in milliseconds. */
const LONGEST_REST = 300_000;
/** The longest that a Retry-After is taken for. */
const DAY = 86_400_000;

/** How long a server is waited for, in milliseconds. */
export interface Patience {
  /** One try. Default: 30,000. */
  oneTry: number;
  /** All tries together, waits between them included. Default: 60,000. */
  allTries: number;
}

/** A server's address and what goes along with every request. */
export interface Server {
  /** Base address, such as `http://127.0.0.1:11434/v1`. */
  url: string;
  key?: string | undefined;
  headers?: Record<string, string> | undefined;
  patience?: Partial<Patience> | undefined;
}

/** A server, and how it is asked. It does not print its key. */
export class Endpoint {
  readonly #base: URL;
  readonly #headers: Headers;
  readonly #patience: Patience;
  /** Until when the server is left alone. */
  #restUntil = 0;

  constructor({ url, key, headers, patience }: Server) {
    this.#base = address(url);
    this.#headers = requestHeaders(key, headers);
    this.#patience = { oneTry: 30_000, allTries: 60_000, ...patience };
    for (const [name, value] of Object.entries(this.#patience)) {
      if (!(value > 0 && value <= DAY))
        throw invalid(`patience.${name} is over 0 and at most ${DAY} milliseconds`);
    }
  }

  /** Whether the key would travel in the open to another machine. */
  get exposesKey(): boolean {
    return this.#base.protocol === "http:" && !isLoopback(this.#base) && this.#headers.has("authorization");
  }

  /** When a request that begins now is given up. */
  end(): number {
    return performance.now() + this.#patience.allTries;
  }

  /**
   * Posts JSON to a path until there is an answer or the end comes; gives at most so many bytes.
   *
   * A server that did not answer is left alone for as long as that took, so that no more than half of
   * anybody's time is spent on waiting for it.
   */
  async post(
    path: string,
    body: object,
    most: number,
    end: number,
    signal?: AbortSignal,
  ): Promise<Uint8Array> {
    signal?.throwIfAborted();
    const start = performance.now();
    if (this.#restUntil > start) {
      const seconds = Math.ceil((this.#restUntil - start) / 1000);
      throw new ModelError(`the server did not answer a moment ago; it is tried again in ${seconds} s`);
    }
    const text = JSON.stringify(body);
    const once = (left: number) =>
      this.#once(path, text, most, Math.min(left, this.#patience.oneTry), signal);
    try {
      return await persist(end, once, signal);
    } catch (thrown) {
      if (thrown instanceof ModelError && thrown.passing) this.#rest(start, thrown.wait);
      throw thrown;
    }
  }

  async #once(
    path: string,
    body: string,
    most: number,
    limit: number,
    signal?: AbortSignal,
  ): Promise<Uint8Array> {
    const stop = new AbortController();
    const abort = (): void => stop.abort(signal?.reason);
    const timer = setTimeout(() => stop.abort(), limit);
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const response = await this.#send(path, body, stop.signal);
      await refuse(response);
      const bytes = await readBounded(response, most);
      if (!bytes) throw new ModelError(`the answer is over ${most} bytes`);
      return bytes;
    } catch (thrown) {
      signal?.throwIfAborted();
      throw setback(thrown, stop.signal.aborted);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  #send(path: string, body: string, signal: AbortSignal): Promise<Response> {
    return fetch(`${this.#base.href.replace(/\/+$/, "")}${path}`, {
      method: "POST",
      headers: this.#headers,
      body,
      signal,
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
    });
  }

  #rest(start: number, asked = 0): void {
    const now = performance.now();
    this.#restUntil = now + Math.max(now - start, Math.min(asked, LONGEST_REST));
  }
}

/** The address is not repeated in a failure: it may hold a password, which is one of the reasons. */
export function address(text: string): URL {
  const shape = "such as http://127.0.0.1:11434/v1";
  if (typeof text !== "string" || !URL.canParse(text)) throw invalid(`url is an address, ${shape}`);
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw invalid(`url begins with http:// or https://, ${shape}`);
  }
  if (url.username || url.password) throw invalid("url holds no user or password: give a key as `key`");
  if (url.search || url.hash) throw invalid(`url ends with its path, ${shape}`);
  return url;
}

/** Values are not repeated in a failure: they may be secret. */
function requestHeaders(key: string | undefined, more: Record<string, string> = {}): Headers {
  const headers = new Headers({ "content-type": "application/json", accept: "application/json" });
  for (const [name, value] of Object.entries(more)) {
    try {
      headers.set(name, value);
    } catch {
      throw invalid("headers: a name or a value has characters that no header can have");
    }
  }
  if (key === undefined) return headers;
  const secret = typeof key === "string" ? key.trim() : "";
  if (!/^[\x21-\x7e]+$/.test(secret))
    throw invalid("key holds no key: it has other characters than a key can have");
  headers.set("authorization", `Bearer ${secret}`);
  return headers;
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

async function refuse(response: Response): Promise<void> {
  if (response.ok) return;
  await response.body?.cancel().catch(() => undefined);
  // A browser hides where a redirect leads, and its status with it.
  const status = response.type === "opaqueredirect" ? 302 : response.status;
  throw new ModelError(refusal(status), {
    status,
    passing: mayPass(status),
    wait: retryAfter(response.headers),
  });
}

function refusal(status: number): string {
  if (status >= 300 && status <= 399) {
    return `the server redirects (status ${status}), which is not followed: name the address it leads to`;
  }
  if (status === 401 || status === 403) return `the server wants another key (status ${status})`;
  if (status === 404) return "the server knows no such path or model (status 404)";
  return `the server refused (status ${status})`;
}

/** Seconds, or a date. */
function retryAfter(headers: Headers): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, DAY);
  const wait = Date.parse(text) - Date.now();
  return wait > 0 ? Math.min(wait, DAY) : undefined;
}

function setback(thrown: unknown, timedOut: boolean): ModelError {
  if (thrown instanceof ModelError) return thrown;
  if (timedOut) return new ModelError("the server did not answer in time", { passing: true });
  return new ModelError(`the connection failed${hint(thrown)}`, { passing: true });
}

/** What is known of a failed connection: in Node a code; in a page nothing, and CORS is as likely. */
function hint(thrown: unknown): string {
  const code = (thrown as { cause?: { code?: unknown } } | undefined)?.cause?.code;
  if (typeof code === "string" && /^[A-Z0-9_]{1,40}$/.test(code)) return ` (${code})`;
  return "document" in globalThis || "WorkerGlobalScope" in globalThis
    ? ", or the server does not let this page ask it (CORS)"
    : "";
}
