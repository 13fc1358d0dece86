// Node: the engine in this thread, the bytes in a folder.
import { Keeper } from "./engine/keeper.ts";
import type { UserMemory } from "./memory.ts";
import { staticEmbedder } from "./models/static.ts";
import { type OpenOptions, parts, viewOf } from "./open.ts";
import { provide } from "./raw/engine.ts";
import "./raw/load.node.ts";
import { raw } from "./raw/raw.ts";
import type { Disk } from "./storage/disk.ts";
import { openFile } from "./storage/file.ts";
import { MemoryDisk } from "./storage/memory.ts";
import { sealed } from "./storage/sealed.ts";

export interface NodeOptions extends OpenOptions {
  /** The folder that holds a folder for each tenant. Default: `.memolet`, as of the command line. */
  dir?: string | undefined;
  /** `memory` keeps nothing; or a disk of the app's own. Left out: files in `dir`. */
  storage?: "memory" | Disk | undefined;
}

provide(() => raw);

/**
 * Opens a user's memory, and makes the store when there is none.
 *
 * Throws `MemoletError`: `invalid` for an option, `locked` where another process has the store, `corrupt`,
 * `newer-format`, `embedder-mismatch`, `denied` for a key that does not open the store, `full`.
 */
export async function openMemory(options: NodeOptions): Promise<UserMemory> {
  const { settings, services, labels, builtIn } = parts(options, ["dir", "storage"]);
  if (builtIn) services.embedder = staticEmbedder({ engine: raw.Embedder });
  const disk = await diskOf(options);
  return viewOf(await Keeper.open(settings, disk, services), labels);
}

async function diskOf({ storage, dir = ".memolet", tenant, key }: NodeOptions): Promise<Disk> {
  const disk = typeof storage === "object" ? storage : storage ? new MemoryDisk() : await openFile(dir, tenant);
  if (key === undefined) return disk;
  try {
    return await sealed(disk, key, tenant);
  } catch (error) {
    await disk.close();
    throw error;
  }
}
