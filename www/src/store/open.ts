// The person's memory on this device: opened, unlocked, moved.
import { openMemory, type UserMemory } from "memolet";
import type { Preferences } from "../settings/preferences.ts";
import { seal as newSeal, unseal } from "./passphrase.ts";
import { questioned } from "./questions.ts";

/** There is one person here, and every store is of this app: a backup is taken by its own tenant alone. */
const [TENANT, USER] = ["memolet-app", "me"];

/** Opens the store. One that is sealed needs its passphrase; a wrong one is `denied`. */
export async function open(preferences: Preferences, passphrase = ""): Promise<UserMemory> {
  const { seal } = preferences;
  return openWith(preferences, seal && (await unseal(passphrase, seal)));
}

/** Opens it once more, so that what answers its questions is what is chosen now. */
export async function reopen(memory: UserMemory, preferences: Preferences): Promise<UserMemory> {
  const key = keys.get(memory);
  await memory.close();
  return openWith(preferences, key);
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
  /** It is the same store, so what names its memories holds on. */
  isWhole: boolean;
}

/**
 * Carries the whole store over into a new one, encrypted or not. One that finds memories otherwise remembers
 * each of them anew: receipts, what was to stay forgotten, and the record stay behind. Where it fails nothing
 * is left of the new one. The old one stays as it is; the caller removes it.
 */
export async function move(memory: UserMemory, from: Preferences, change: Change): Promise<Moved> {
  const { seal: _, ...rest } = from;
  const sealed = change.passphrase === undefined ? undefined : await newSeal(change.passphrase);
  const preferences: Preferences = {
    ...rest, search: change.search ?? from.search, store: newName(), ...(sealed ? { seal: sealed.seal } : {}),
  };
  const isWhole = preferences.search === from.search;
  const next = await openWith(preferences, sealed?.key, isWhole ? await memory.backup() : undefined);
  try {
    if (!isWhole) await next.import(await memory.export());
  } catch (error) {
    await next.destroy();
    throw error;
  }
  return { memory: next, preferences, isWhole };
}

/** A store that was never there. */
export function newName(): string {
  return `memolet-app-${crypto.randomUUID().slice(0, 8)}`;
}

/** Of the stores that are open and encrypted. */
const keys = new WeakMap<UserMemory, CryptoKey>();

async function openWith(preferences: Preferences, key: CryptoKey | undefined, from?: Uint8Array): Promise<UserMemory> {
  const memory = await openMemory({
    tenant: TENANT, name: preferences.store, from, user: USER, session: `app-${crypto.randomUUID().slice(0, 8)}`,
    embed: preferences.search === "meaning" ? "built-in" : "none", model: questioned(preferences), key, languages: "all",
  });
  if (key) keys.set(memory, key);
  return memory;
}
