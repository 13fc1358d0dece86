// The interfaces of wit/, by name, as a component has them.
import * as raw from "#glue";

export const memory = { Store: raw.Store, Scope: raw.Scope };
export const recall = pick("queryText", "recall", "context", "whyNot", "used");
export const scoring = pick("profiles", "score");
export const reconciliation = pick("approve", "quarantine", "undo");
export const forgetting = pick(
  "pin", "unpin", "hold", "release", "sweep", "eviction",
  "erase", "confirm", "receipts", "registerCopy", "liftTombstone",
);
export const policies = pick("policy", "tryPolicy", "adoptPolicy");
export const auditing = pick("audit", "verify", "stats");
export const working = pick("turn", "checkpoint", "resume", "replay", "extract");
export const consolidation = pick("consolidate");
export const tools = pick("toolDefinitions", "tool");
export const embedding = { Embedder: raw.Embedder };

function pick(...names: string[]): any {
  return Object.fromEntries(names.map((name) => [name, (raw as Record<string, unknown>)[name]]));
}
