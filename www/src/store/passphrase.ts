// A passphrase's key, and how a wrong one is told at once: a tab that goes through another tab's open store
// would be let in with any key.
import { keyFromPassphrase, MemoletError } from "memolet";

/** What is kept beside a store that is encrypted. Says nothing about the passphrase to who has no guess. */
export interface Seal {
  /** As base64, as the proof is. */
  salt: string;
  /** Nothing but zeros, encrypted under the key. */
  proof: string;
}

const NONCE = 12;

/** A new key for a passphrase, with a salt of its own. */
export async function seal(passphrase: string): Promise<{ key: CryptoKey; seal: Seal }> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const key = await keyFromPassphrase(passphrase, salt);
  const iv = crypto.getRandomValues(new Uint8Array(NONCE));
  const proof = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new Uint8Array(16)));
  return { key, seal: { salt: toBase64(salt), proof: toBase64(new Uint8Array([...iv, ...proof])) } };
}

/** The key of a seal. `denied` for another passphrase. */
export async function unseal(passphrase: string, { salt, proof }: Seal): Promise<CryptoKey> {
  const key = await keyFromPassphrase(passphrase, fromBase64(salt));
  const bytes = fromBase64(proof);
  const cipher = { name: "AES-GCM", iv: bytes.slice(0, NONCE) };
  await crypto.subtle.decrypt(cipher, key, bytes.slice(NONCE)).catch((cause: unknown) => {
    throw new MemoletError("denied", "this is another passphrase", { cause });
  });
  return key;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
