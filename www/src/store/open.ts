// The person's memory on this device: opened, locked by a passphrase, unlocked.
import { keyFromPassphrase, openMemory, type UserMemory } from "memolet";
import type { Preferences } from "../settings/preferences.ts";

/** There is one person here. */
const USER = "me";

/** Opens the store. One with a salt needs its passphrase; a wrong one fails, and changes nothing. */
export async function open({ store, search, salt }: Preferences, passphrase?: string): Promise<UserMemory> {
  const key = salt === undefined ? undefined : await keyFromPassphrase(passphrase ?? "", fromBase64(salt));
  return openMemory({
    tenant: store, user: USER, session: `app-${crypto.randomUUID().slice(0, 8)}`,
    embed: search === "meaning" ? "built-in" : "none",
    ...(key ? { key } : {}),
  });
}

/**
 * Moves everything into a new store that is made otherwise (encrypted, or not; found by meaning, or not), and
 * removes the old one. Until the new store has it all the old one stays as it is.
 */
export async function move(memory: UserMemory, from: Preferences, change: Change): Promise<Moved> {
  const { passphrase, search = from.search } = change;
  const { salt: _, ...rest } = from;
  const salt = passphrase === undefined ? undefined : toBase64(crypto.getRandomValues(new Uint8Array(16)));
  const store = `memolet-app-${crypto.randomUUID().slice(0, 8)}`;
  const preferences: Preferences = { ...rest, search, store, ...(salt === undefined ? {} : { salt }) };
  const next = await open(preferences, passphrase);
  try {
    await next.import(await memory.export());
  } catch (error) {
    await next.destroy();
    throw error;
  }
  return { memory: next, preferences };
}

export interface Change {
  /** Left out: not encrypted. */
  passphrase?: string | undefined;
  search?: Preferences["search"] | undefined;
}

export interface Moved {
  memory: UserMemory;
  preferences: Preferences;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
