// Keys to seal a disk with. The app keeps them, or what they are derived from; a store never does.
import { must, text } from "../arguments.ts";
import { invalid } from "../errors.ts";

/** AES-GCM with 256 bits: a WebCrypto key, or its 32 bytes. */
export type Key = CryptoKey | Uint8Array;

const algorithm = "AES-GCM";
const derived = { name: algorithm, length: 256 };
const uses: KeyUsage[] = ["encrypt", "decrypt"];
const iterations = 600_000;
/** The fewest bytes of a salt or a secret. */
const least = 16;

/**
 * A key from words that a person types: PBKDF2 with SHA-256, 600,000 iterations, about 0.2 s. `salt`: at
 * least 16 random bytes, made once and kept by the app (they are no secret). Cannot be exported.
 */
export async function keyFromPassphrase(passphrase: string, salt: Uint8Array): Promise<CryptoKey> {
  text("passphrase", passphrase);
  enough("salt", salt);
  const words = new TextEncoder().encode(passphrase.normalize("NFKC"));
  const from = await crypto.subtle.importKey("raw", words, "PBKDF2", false, ["deriveKey"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt: salt.slice(), iterations };
  return crypto.subtle.deriveKey(how, from, derived, false, uses);
}

/**
 * A key from a secret that nobody could guess, such as what a passkey's PRF extension gives: HKDF with
 * SHA-256. `purpose` keeps the keys of several uses of one secret apart. Cannot be exported.
 */
export async function keyFromSecret(secret: Uint8Array, purpose: string): Promise<CryptoKey> {
  enough("secret", secret);
  text("purpose", purpose);
  const from = await crypto.subtle.importKey("raw", secret.slice(), "HKDF", false, ["deriveKey"]);
  const info = new TextEncoder().encode(purpose);
  const how = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
  return crypto.subtle.deriveKey(how, from, derived, false, uses);
}

/** A key as WebCrypto takes it. One of another kind or length: `invalid`. */
export async function usableKey(key: Key): Promise<CryptoKey> {
  if (key instanceof Uint8Array) {
    if (key.length !== 32) throw invalid(`key: 32 bytes, not ${key.length}`);
    return crypto.subtle.importKey("raw", key.slice(), algorithm, false, uses);
  }
  const { name, length } = (key?.algorithm ?? {}) as Partial<AesKeyAlgorithm>;
  if (name === algorithm && length === 256 && uses.every((use) => key.usages.includes(use))) return key;
  const allowed = "a CryptoKey of AES-GCM with 256 bits that may encrypt and decrypt, or 32 bytes";
  throw invalid(`key: ${allowed}`);
}

function enough(name: string, bytes: Uint8Array): void {
  must(bytes instanceof Uint8Array && bytes.length >= least, name, `${least} bytes or more`);
}
