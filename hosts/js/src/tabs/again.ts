// What may be put again after the tab that it was put to is gone, and how it is still done once.
import { operation, READS, takesKey } from "../engine/table.ts";
import type { Request } from "../request.ts";
import { ENTER } from "./writer.ts";

/** Reads that are no contract's, or that take their turn; and what leaves and answers the same done twice. */
const FREE = new Set([
  ENTER, "snapshot", "export", "backup", "storage",
  "confirm", "registerCopy", "adoptPolicy", "compact", "settle", "reopen",
]);

/**
 * The request with an idempotency key, where its operation takes one and it has none: the engine gives
 * a key that it has seen its first outcome again.
 */
export function keyed(request: Request): Request {
  if (request.key !== undefined || !canBeKeyed(request)) return request;
  return { ...request, key: crypto.randomUUID() };
}

/** Whether the request may be put twice. */
export function repeatable(request: Request): boolean {
  const { op, key } = request;
  return READS.has(op) || FREE.has(op) || (key !== undefined && canBeKeyed(request));
}

function canBeKeyed({ op }: Request): boolean {
  const asked = operation(op);
  return asked !== undefined && takesKey(asked);
}
