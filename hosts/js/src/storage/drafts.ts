// How a file in a folder gives way to its draft. The order of things is in file.ts.
import { open, rename, rm, stat } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";

export type Part = "snapshot" | "journal";

/** The draft of a file. */
export const next = (part: Part) => `${part}.next`;

export async function writeDraft(path: string, bytes: Uint8Array): Promise<void> {
  await withFile(path, "w", async (file) => {
    await file.writeFile(bytes);
    await file.sync();
  });
}

/** Renames a draft over its file, then overwrites what the file was. */
export async function switchTo(folder: string, part: Part): Promise<void> {
  const path = join(folder, part);
  const old = await ifThere(open(path, "r+"));
  try {
    await rename(join(folder, next(part)), path);
    await syncFolder(folder);
    if (old) await overwrite(old);
  } finally {
    await old?.close();
  }
}

/** Does what is left of a replacement that was cut short. */
export async function finishReplacement(folder: string): Promise<void> {
  const [snapshot, journal] = [join(folder, next("snapshot")), join(folder, next("journal"))];
  const isDraft = (await ifThere(stat(snapshot))) !== undefined;
  if (!isDraft) {
    if (await ifThere(stat(journal))) await switchTo(folder, "journal");
    return;
  }
  // The journal's draft goes first, and for certain: alone it would mean the opposite.
  await rm(journal, { force: true });
  await syncFolder(folder);
  await removeFile(folder, next("snapshot"));
}

/** Removes a file, then overwrites what it was: it is there whole or not at all. */
export async function removeFile(folder: string, name: string): Promise<void> {
  const path = join(folder, name);
  const old = await ifThere(open(path, "r+"));
  if (!old) return;
  try {
    await rm(path);
    await syncFolder(folder);
    await overwrite(old);
  } finally {
    await old.close();
  }
}

async function overwrite(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  const zeros = new Uint8Array(Math.min(size, 1 << 20));
  for (let at = 0; at < size; ) {
    at += (await file.write(zeros, 0, Math.min(zeros.length, size - at), at)).bytesWritten;
  }
  await file.datasync();
}

/** Makes names in a folder durable. Windows has no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await withFile(folder, "r", (handle) => handle.sync());
}

/** What a call on a path gives, or nothing where the path is not there. */
export async function ifThere<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function withFile(path: string, flags: string, use: (file: FileHandle) => Promise<void>) {
  const file = await open(path, flags, 0o600);
  try {
    await use(file);
  } finally {
    await file.close();
  }
}
