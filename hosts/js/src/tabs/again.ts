// What may be put again after the tab that it was put to is gone, and how it is still done once.
import { OPERATIONS } from "../contract/table.ts";
import type { Request } from "../request.ts";

/** Changes nothing: the contract's reads, and the host's own. */
const READS = [
  "opened", "snapshot", "stateHash", "get", "history", "list", "queryText", "recall", "context", "whyNot",
  "profiles", "score", "eviction", "receipts", "policy", "tryPolicy", "audit", "verify", "stats", "resume",
  "replay", "toolDefinitions", "export", "backup", "storage",
];
/** Done twice, these leave and answer what they do done once. */
const SETTLED = ["confirm", "registerCopy", "adoptPolicy", "compact", "settle", "reopen"];
const FREE = new Set([...READS, ...SETTLED]);

/**
 * The request with an idempotency key, where its operation takes one and it has none: the engine gives
 * a key that it has seen its first outcome again.
 */
export function keyed(request: Request): Request {
  if (request.key !== undefined || !takesKey(request.op)) return request;
  return { ...request, key: crypto.randomUUID() };
}

/** Whether the request may be put twice. */
export function repeatable(request: Request): boolean {
  return FREE.has(request.op) || (takesKey(request.op) && request.key !== undefined);
}

function takesKey(op: string): boolean {
  const operations: Record<string, string> = OPERATIONS;
  return Object.hasOwn(operations, op) && /\bkey\b/.test(operations[op]?.split(">")[0] ?? "");
}
