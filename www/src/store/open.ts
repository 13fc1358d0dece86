// The person's memory on this device: opened, unlocked, moved.
import { openMemory, type UserMemory } from "memolet";
import type { Preferences } from "../settings/preferences.ts";
import { seal as newSeal, unseal } from "./passphrase.ts";

/** There is one person here. */
const USER = "me";

/** Opens the store. One that is sealed needs its passphrase; a wrong one is `denied`. */
export async function open(preferences: Preferences, passphrase = ""): Promise<UserMemory> {
  const { seal } = preferences;
  return openWith(preferences, seal && (await unseal(passphrase, seal)));
}

/** How the store is to be made from now on. */
export interface Change {
  /** Left out: not encrypted. */
  passphrase?: string | undefined;
  /** Left out: as it is. */
  search?: Preferences["search"] | undefined;
}

export interface Moved {
  memory: UserMemory;
  preferences: Preferences;
}

/**
 * Copies everything into a new store that is made otherwise: encrypted or not, found by meaning or not. Where
 * that fails nothing is left of the new one. The old one stays as it is; the caller removes it.
 */
export async function move(memory: UserMemory, from: Preferences, change: Change): Promise<Moved> {
  const { seal: _, ...rest } = from;
  const sealed = change.passphrase === undefined ? undefined : await newSeal(change.passphrase);
  const preferences: Preferences = {
    ...rest, search: change.search ?? from.search, store: newName(), ...(sealed ? { seal: sealed.seal } : {}),
  };
  const next = await openWith(preferences, sealed?.key);
  try {
    await next.import(await memory.export());
  } catch (error) {
    await next.destroy();
    throw error;
  }
  return { memory: next, preferences };
}

/** A store that was never there. */
export function newName(): string {
  return `memolet-app-${crypto.randomUUID().slice(0, 8)}`;
}

function openWith({ store, search }: Preferences, key: CryptoKey | undefined): Promise<UserMemory> {
  return openMemory({
    tenant: store, user: USER, session: `app-${crypto.randomUUID().slice(0, 8)}`,
    embed: search === "meaning" ? "built-in" : "none", key,
  });
}
