// A memory as an answer shows it.
import type { Hit, Memory } from "memolet";
import type { Card } from "../chat/turns.ts";

const DAY = 86_400_000;
/** Where a memory came from, in words. */
export const FROM = {
  "user-said": "You told me",
  "tool-result": "From a page or a tool",
  system: "From this app",
  inferred: "A model's guess",
  consolidated: "Drawn from several memories",
} as const;

export function card(memory: Hit | Memory, mark: Card["mark"]): Card {
  const { id, text, source, observedAt, validFrom, validTo } = memory;
  const since = Math.abs(validFrom - observedAt) > DAY ? validFrom : undefined;
  return { id, text, mark, from: FROM[source], at: observedAt, since, until: validTo };
}
