// Removes a store that does not open. One that is open removes itself.
import { MemoletError } from "memolet";

/** Removes what the package keeps under a name of this app's: a folder of the private file system, a database. */
export async function remove(name: string): Promise<void> {
  const root = await navigator.storage.getDirectory().catch(() => undefined);
  const stores = await root?.getDirectoryHandle("memolet").catch(() => undefined);
  await stores?.removeEntry(name, { recursive: true }).catch((error: Error) => {
    if (error.name === "NotFoundError") return;
    throw new MemoletError("locked", "another tab has this store", { cause: error });
  });
  await new Promise<void>((done, failed) => {
    const request = indexedDB.deleteDatabase(`memolet:${name}`);
    request.onsuccess = () => done();
    request.onerror = () => failed(new MemoletError("other", "the store could not be removed"));
    request.onblocked = () => failed(new MemoletError("locked", "another tab has this store"));
  });
}
