// Cloudflare Workers: the engine in this isolate, the bytes where the app says.
import { must } from "./arguments.ts";
import { Keeper } from "./engine/keeper.ts";
import { invalid } from "./errors.ts";
import type { UserMemory } from "./memory.ts";
import { staticEmbedder } from "./models/static.ts";
import { diskOf } from "./open.disk.ts";
import { type OpenOptions, parts, viewOf } from "./open.ts";
import { provide } from "./raw/engine.ts";
import "./raw/load.workerd.ts";
import { raw } from "./raw/raw.ts";
import type { Disk } from "./storage/disk.ts";
import { under } from "./storage/sealed.ts";

export interface WorkerdOptions extends OpenOptions {
  /** A disk of the app's own, such as one over a Durable Object's storage; `memory` keeps nothing. */
  storage: "memory" | Disk;
  /** The bytes of potion-base-8m-128.bin. Left out, words alone: a Worker has no files to read it from. */
  table?: Uint8Array | undefined;
  /** The texts of the package's language files (`language-de.txt`) that statements are read in beside English. */
  languages?: string[] | undefined;
}

provide(() => raw);

/** Opens a user's memory. Throws `MemoletError` as in Node. Call it inside a handler: only there is a clock. */
export async function openMemory(options: WorkerdOptions): Promise<UserMemory> {
  const { settings, services, labels, builtIn } = parts(options, ["storage", "table", "languages"]);
  const { storage, key, table, tenant, languages = [] } = options;
  if (builtIn && table) services.embedder = staticEmbedder({ engine: raw.Embedder, table });
  must(Array.isArray(languages) && languages.every((text) => typeof text === "string"), "languages", "texts of language files");
  for (const text of languages) raw.loadLanguage(text);
  const disk = diskOf(storage);
  if (!disk) throw invalid("storage: \"memory\" or a disk; Workers have no files");
  return viewOf(await Keeper.open(settings, await under(key, disk, tenant), services), labels);
}
