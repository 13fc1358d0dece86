// Requests as `memolet exec` takes them: stores in memory, and the operations that open and close one, write
// a file and read it. A folder is a name here, and what is in it lasts as long as the client.
import { createHash } from "node:crypto";
import { Keeper, MemoletError, MemoryDisk, builtIn } from "./keeper.mjs";

const OPEN = ["tenant", "dir", "seed", "policy", "embedder", "model", "device"];

/** What the client's stores may use. The tokenizer is one by name only: it takes four letters for a token. */
const services = {
  embedder: builtIn(),
  counters: { o200k_base: (texts) => texts.map((text) => Math.ceil(text.length / 4)) },
};

/** One client: until `open` comes, a store in memory is open. */
export class Exec {
  #keeper;
  #wasClosed = false;
  /** Disks by folder and tenant. */
  #disks = new Map();
  /** Texts by path. */
  #files = new Map();

  /** The response to one request, as JSON has it. */
  async respond(request) {
    try {
      return json({ ok: await this.#request(request) });
    } catch (error) {
      return { error: MemoletError.from(error).payload };
    }
  }

  async close() {
    await this.#keeper?.close();
    this.#keeper = undefined;
    this.#wasClosed = true;
  }

  async #request(request) {
    if (request?.op === "open") return this.#open(request);
    if (request?.op === "close") return this.close().then(() => ({}));
    if (!this.#keeper && this.#wasClosed) throw other("no store is open: `open` one");
    this.#keeper ??= await Keeper.open({ tenant: "default" }, new MemoryDisk(), services, request?.now);
    if (request?.op === "export") return this.#export(request);
    if (request?.op === "import") return this.#import(request);
    return this.#keeper.request(request);
  }

  async #export({ args: { path, force, ...args } = {}, ...request }) {
    if (typeof path !== "string") throw invalid("path: required, the name of a file");
    if (this.#files.has(path) && !force) throw new MemoletError("conflict", `${path}: there is a file of this name`);
    const { lines, memories } = await this.#keeper.request({ ...request, args });
    this.#files.set(path, lines);
    return { memories, path };
  }

  async #import({ args: { path, ...args } = {}, ...request }) {
    if (!this.#files.has(path)) throw other(`${path}: there is no such file`);
    return this.#keeper.request({ ...request, args: { ...args, lines: this.#files.get(path) } });
  }

  async #open({ args = {}, now }) {
    const unknown = Object.keys(args).find((name) => !OPEN.includes(name));
    if (unknown) throw invalid(`${unknown}: open has no such field; allowed: ${OPEN.join(", ")}`);
    const { seed, embedder: named, dir, ...rest } = args;
    const settings = { ...rest, seed: seed === undefined ? undefined : hash(seed), embedder: choice(named) };
    await this.close();
    this.#keeper = await Keeper.open(settings, this.#disk(dir, args.tenant), services, now);
    return this.#keeper.opened;
  }

  #disk(dir, tenant) {
    if (dir === undefined) return new MemoryDisk();
    const place = `${dir}/${tenant}`;
    if (!this.#disks.has(place)) this.#disks.set(place, new MemoryDisk());
    return this.#disks.get(place);
  }
}

function choice(embedder) {
  return embedder === "built-in" ? "default" : embedder;
}

/** Any text or number is a seed: its hash is as long as the engine wants entropy to be. */
function hash(seed) {
  return new Uint8Array(createHash("sha256").update(String(seed)).digest());
}

/** A value as JSON has it; a `bigint` stays one. */
function json(value) {
  if (value instanceof Uint8Array) return base64(value);
  if (Array.isArray(value)) return value.map(json);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, part]) => (part === undefined ? [] : [[key, json(part)]])));
}

function base64(bytes) {
  return Buffer.from(bytes).toString("base64");
}

function invalid(text) {
  return new MemoletError("invalid", text);
}

function other(text) {
  return new MemoletError("other", text);
}
