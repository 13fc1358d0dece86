// What goes wrong with a disk, as failures of the contract.
import { MemoletError, other } from "../errors.ts";

const noRoom = ["QuotaExceededError", "ENOSPC", "EDQUOT", "EFBIG"];

/** Whatever a disk threw as one of ours; `where` says which store. */
export function failed(where: string, thrown: unknown): MemoletError {
  if (thrown instanceof MemoletError) return thrown;
  const { name, code, message } = thrown as { name?: string; code?: unknown; message?: string };
  const options = { cause: thrown };
  if (noRoom.includes(String(name)) || noRoom.includes(String(code))) {
    return new MemoletError("full", `${where}: there is no room for more; nothing has changed`, options);
  }
  if (name === "NoModificationAllowedError") return lockedOut(where, options);
  return other(`${where}: ${message ?? String(thrown)}`, options);
}

/** Another writer has the store. */
export function lockedOut(where: string, options?: ErrorOptions): MemoletError {
  return new MemoletError("locked", `${where} is open elsewhere; one writer at a time may`, options);
}

/** Bytes that can be no store's, or not any more. */
export function corrupt(where: string, what: string): MemoletError {
  return new MemoletError("corrupt", `${where}: ${what}`);
}

/** A call after `close` or `clear`, or after the store was taken away. */
export function closed(where: string): MemoletError {
  return other(`${where} is closed`);
}
