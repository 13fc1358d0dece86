// Node: the engine in this thread, the bytes in a folder.
import { text } from "./arguments.ts";
import { Keeper } from "./engine/keeper.ts";
import { invalid } from "./errors.ts";
import type { UserMemory } from "./memory.ts";
import { staticEmbedder } from "./models/static.ts";
import { diskOf } from "./open.disk.ts";
import { type OpenOptions, parts, viewOf } from "./open.ts";
import { engine, provide } from "./raw/engine.ts";
import { load } from "./raw/load.node.ts";
import { raw } from "./raw/raw.ts";
import type { Disk } from "./storage/disk.ts";
import { openFile } from "./storage/file.ts";
import { under } from "./storage/sealed.ts";

export interface NodeOptions extends OpenOptions {
  /** The folder that holds a folder for each tenant. Default: `.memolet`, as of the command line. */
  dir?: string | undefined;
  /** `memory` keeps nothing; or a disk of the app's own. Left out: files in `dir`. */
  storage?: "memory" | Disk | undefined;
}

provide(() => {
  load();
  return raw;
});

/**
 * Opens a user's memory, and makes the store when there is none.
 *
 * Throws `MemoletError`: `invalid` for an option, `locked` where another process has the store, `corrupt`,
 * `newer-format`, `embedder-mismatch`, `denied` for a key that does not open the store, `full`.
 */
export async function openMemory(options: NodeOptions): Promise<UserMemory> {
  const { settings, services, labels, builtIn } = parts(options, ["dir", "storage"]);
  if (builtIn) services.embedder = staticEmbedder({ engine: engine().then(({ Embedder }) => Embedder) });
  const disk = await under(options.key, await chosen(options), options.tenant);
  return viewOf(await Keeper.open(settings, disk, services), labels);
}

async function chosen({ storage, dir = ".memolet", tenant }: NodeOptions): Promise<Disk> {
  text("dir", dir);
  if (storage === undefined) return openFile(dir, tenant);
  const disk = diskOf(storage);
  if (!disk) throw invalid("storage: left out for files in `dir`, \"memory\", or a disk");
  return disk;
}
