// The interfaces of wit/, by name, as a component has them.
import { raw } from "./raw.ts";
import type * as types from "./types.ts";

export const memory: types.MemoryInterface = { Store: raw.Store, Scope: raw.Scope };
export const recall: types.RecallInterface = pick("queryText", "recall", "context", "whyNot", "used");
export const scoring: types.ScoringInterface = pick("profiles", "score");
export const reconciliation: types.ReconciliationInterface = pick("approve", "quarantine", "undo");
export const forgetting: types.ForgettingInterface = pick(
  "pin", "unpin", "hold", "release", "sweep", "eviction",
  "erase", "pendingErasures", "confirmErasure", "dropErasure", "confirm", "receipts", "registerCopy", "liftTombstone",
);
export const policies: types.PoliciesInterface = pick("policy", "tryPolicy", "adoptPolicy");
export const auditing: types.AuditingInterface = pick("audit", "verify", "stats");
export const working: types.WorkingInterface = pick("turn", "checkpoint", "resume", "replay", "extract");
export const consolidation: types.ConsolidationInterface = pick("consolidate");
export const tools: types.ToolsInterface = pick("toolDefinitions", "tool");
export const statements: types.StatementsInterface = pick("readStatements", "loadLanguage");
export const observing: types.ObservingInterface = pick("observe");
export const transfer: types.TransferInterface = pick("exportLines", "importLines");
export const embedding: types.EmbeddingInterface = { Embedder: raw.Embedder };

function pick<Name extends keyof types.Raw>(...names: Name[]): Pick<types.Raw, Name> {
  return Object.fromEntries(names.map((name) => [name, raw[name]])) as Pick<types.Raw, Name>;
}
