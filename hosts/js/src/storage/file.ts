// A store in a directory, for Node: `DIR/NAME/{snapshot,journal}`, as the command line keeps its own.
//
// Whatever moment the process or the machine dies in, what was acknowledged is there after. An append
// is written and synced. A replacement goes through two drafts:
//
// 1. `snapshot.next` is written and synced, then an empty `journal.next`;
// 2. `snapshot.next` is renamed over `snapshot`: from here on the replacement has happened;
// 3. `journal.next` is renamed over `journal`;
// 4. the bytes of both old files, which have no name any more, are overwritten.
//
// A `journal.next` without a `snapshot.next` says that the process died between 2 and 3, and the next
// opening does what is left. Any other draft is dropped. Who keeps other writers out: filelock.ts.
import { mkdir, open, readFile, rmdir, stat } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { closed, failed } from "./failed.ts";
import type { Disk, Kept } from "./disk.ts";
import { finishReplacement, ifThere, next, removeFile, switchTo, syncFolder, writeDraft } from "./drafts.ts";
import { lockFolder } from "./filelock.ts";
import { folderName } from "./name.ts";

/** Opens the store `name` in the folder `base`, making it when it is not there. Another writer: `locked`. */
export async function openFile(base: string, name: string): Promise<Disk> {
  const folder = join(resolve(base), folderName(name));
  try {
    await makeFolder(folder);
    const unlock = await lockFolder(folder);
    try {
      await finishReplacement(folder);
      const journal = await openJournal(folder);
      const snapshot = await ifThere(stat(join(folder, "snapshot")));
      return new File(folder, unlock, journal, (await journal.stat()).size, snapshot?.size ?? 0);
    } catch (error) {
      await unlock();
      throw error;
    }
  } catch (error) {
    throw failed(folder, error);
  }
}

/** Readable by its owner only, and synced into the folders above as far as they are new. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

async function openJournal(folder: string): Promise<FileHandle> {
  const path = join(folder, "journal");
  const isNew = (await ifThere(stat(path))) === undefined;
  const journal = await open(path, "a", 0o600);
  if (!isNew) return journal;
  await journal.sync();
  await syncFolder(folder);
  return journal;
}

class File implements Disk {
  readonly kind = "file";
  readonly encrypted = false;
  readonly #folder: string;
  readonly #unlock: () => Promise<void>;
  #journal: FileHandle;
  #journalBytes: number;
  #snapshotBytes: number;
  #open = true;
  /** A failed append may have left bytes behind the journal's end. */
  #torn = false;

  constructor(
    folder: string,
    unlock: () => Promise<void>,
    journal: FileHandle,
    journalBytes: number,
    snapshotBytes: number,
  ) {
    this.#folder = folder;
    this.#unlock = unlock;
    this.#journal = journal;
    this.#journalBytes = journalBytes;
    this.#snapshotBytes = snapshotBytes;
  }

  read(): Promise<Kept> {
    return this.#carryOut(async () => {
      await this.#mend();
      const snapshot = await ifThere(readFile(join(this.#folder, "snapshot")));
      const journal = await readFile(join(this.#folder, "journal"));
      return snapshot ? { snapshot, journal } : { journal };
    });
  }

  append(bytes: Uint8Array): Promise<void> {
    return this.#carryOut(async () => {
      await this.#mend();
      try {
        await this.#journal.writeFile(bytes);
        await this.#journal.datasync();
      } catch (error) {
        this.#torn = true;
        await this.#mend().catch(() => undefined);
        throw error;
      }
      this.#journalBytes += bytes.length;
    });
  }

  replace(snapshot: Uint8Array): Promise<void> {
    return this.#carryOut(async () => {
      try {
        await writeDraft(join(this.#folder, next("snapshot")), snapshot);
        await writeDraft(join(this.#folder, next("journal")), new Uint8Array());
        await syncFolder(this.#folder);
        await switchTo(this.#folder, "snapshot");
        await switchTo(this.#folder, "journal");
      } finally {
        await this.#again();
      }
    });
  }

  cut(bytes: number): Promise<void> {
    return this.#carryOut(async () => {
      const left = Math.max(0, this.#journalBytes - bytes);
      await this.#journal.truncate(left);
      await this.#journal.sync();
      [this.#journalBytes, this.#torn] = [left, false];
    });
  }

  sizes(): { snapshot: number; journal: number } {
    return { snapshot: this.#snapshotBytes, journal: this.#journalBytes };
  }

  clear(): Promise<void> {
    return this.#carryOut(async () => {
      // A snapshot opens without its journal, and not the other way round.
      await removeFile(this.#folder, "journal");
      await removeFile(this.#folder, "snapshot");
      [this.#snapshotBytes, this.#journalBytes] = [0, 0];
      await this.close();
      // The command line's `lock`, or another writer who is just coming, keeps the folder.
      await rmdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
      });
    });
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await this.#journal.close();
    await this.#unlock();
  }

  /** Opens what is there after a replacement, done or not. Where even that fails, the disk is closed. */
  async #again(): Promise<void> {
    try {
      await finishReplacement(this.#folder);
      await this.#journal.close();
      this.#journal = await openJournal(this.#folder);
      this.#journalBytes = (await this.#journal.stat()).size;
      this.#snapshotBytes = (await ifThere(stat(join(this.#folder, "snapshot"))))?.size ?? 0;
    } catch (error) {
      await this.close().catch(() => undefined);
      throw error;
    }
  }

  async #mend(): Promise<void> {
    if (!this.#torn) return;
    await this.#journal.truncate(this.#journalBytes);
    this.#torn = false;
  }

  async #carryOut<T>(act: () => Promise<T>): Promise<T> {
    if (!this.#open) throw closed(this.#folder);
    try {
      return await act();
    } catch (error) {
      throw failed(this.#folder, error);
    }
  }
}
