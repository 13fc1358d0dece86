// What went wrong, in plain words: what happened, whether anything was lost, what to do.
import { MemoletError } from "memolet";

const WORDS: Record<string, string> = {
  full: "There is no room left on this device for that. Nothing was lost, and nothing new was kept. Free some"
    + " space, or forget what you no longer need.",
  locked: "Another tab or window is using this memory and does not answer. Bring it to the front or close it,"
    + " then try again.",
  denied: "That passphrase does not open it.",
  corrupt: "Some of what was stored cannot be read. Nothing was changed.",
  "newer-format": "This memory was written by a newer version of the app. Reload to get that version.",
  "embedder-mismatch": "This memory was made with another way of searching. Choose that one in the settings.",
  conflict: "That memory has changed in the meantime. Look at it again, then decide.",
  "not-found": "That memory is not there any more.",
  "too-large": "That is too long.",
};

const CLOSED = /^(?:the|this) store (?:is|was) (?:closed|not open)|no longer writes|and the store with it/;

/** A failure for people. Never holds a memory's text. */
export function plain(thrown: unknown): string {
  const { tag, message } = MemoletError.from(thrown);
  if (isQuota(thrown)) return WORDS["full"] ?? message;
  return WORDS[tag] ?? noticed(message);
}

/** What the store tells by itself, as a sentence. */
export function noticed(text: string): string {
  if (CLOSED.test(text)) return "In another tab, this memory was erased, moved or closed.";
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

function isQuota(thrown: unknown): boolean {
  const { name, cause } = (thrown ?? {}) as { name?: string; cause?: { name?: string } };
  return [name, cause?.name].includes("QuotaExceededError");
}
