// Reason codes of the store, in plain words.
import type { Entry, Memory, State } from "../contract/types.ts";
import type { Strings } from "./strings.ts";

/** Which states a list shows, by the name of the choice. */
export const SHOWN: Record<"current" | "past" | "wrong" | "away" | "all", State[]> = {
  current: ["provisional", "active"],
  past: ["superseded", "ended", "expired", "consolidated"],
  wrong: ["invalidated"],
  away: ["archived"],
  all: [
    "provisional", "active", "superseded", "ended", "expired", "consolidated", "invalidated", "archived",
    "quarantined", "pending-erasure",
  ],
};

export type Shown = keyof typeof SHOWN;

/** Commands that the store runs by itself, or that change no memory. */
export const HOUSEKEEPING: ReadonlySet<string> = new Set([
  "open", "embed", "confirm", "turn", "checkpoint", "extract", "used", "consolidate", "register-copy",
]);

/** Commands that `undo` takes back. */
const REVERSIBLE: ReadonlySet<string> = new Set([
  "remember", "supersede", "end", "invalidate", "restore", "archive", "approve", "quarantine", "pin", "unpin",
  "memory_store", "memory_update", "memory_forget", "drop-erasure", "observe",
]);

/** Outcome and rules of an audit code such as `refused:secret+length`. */
export function coded(code: string): { outcome: string; rules: string[] } {
  const [outcome = "", rules = ""] = code.split(":", 2);
  return { outcome, rules: rules ? rules.split("+") : [] };
}

/** Whether a code tells of something that was not let in. */
export function isRefusal(code: string): boolean {
  return coded(code).outcome === "refused";
}

/** Whether an entry's command could be taken back, as far as the entry itself tells. */
export function reversible(entry: Entry): boolean {
  return entry.ids.length > 0 && REVERSIBLE.has(entry.op);
}

/** The sentence of an audit entry, with `{what}` where the memory's words go. */
export function sentence(entry: Entry, words: Strings): string {
  const { outcome } = coded(entry.code);
  return words.acts[`${entry.op}:${outcome}`] ?? words.acts[entry.op] ?? entry.op;
}

/** Plain words for admission rules; a rule without any keeps its name. */
export function explained(rules: string[], words: Strings): string[] {
  return rules.map((rule) => words.rules[rule] ?? rule);
}

/** What happened to a memory, by the reason code of the change. */
export function changed(code: string, words: Strings): string {
  return words.changes[coded(code).outcome] ?? code;
}

/** Whether recall gives this memory now. */
export function live(memory: Memory): boolean {
  return memory.state === "active" || memory.state === "provisional";
}
