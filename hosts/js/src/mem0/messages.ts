// A conversation as mem0 takes it.
import type { Role } from "../contract/types.ts";
import { invalid } from "../errors.ts";

/** A message of a conversation. */
export interface Message {
  role: Role;
  content: string;
  /** Who said it, where that is not the role. */
  name?: string;
}

/** A message with the reference that its turn and its memory share: erasing the memory takes the turn too. */
export interface Said extends Message {
  ref: string;
}

const ROLES: readonly string[] = ["user", "assistant", "system", "tool"] satisfies Role[];

/** Reads a text or messages. Throws `invalid` for what is neither, such as a picture. */
export function read(messages: unknown): Said[] {
  const list = typeof messages === "string" ? [{ role: "user", content: messages }] : messages;
  if (!Array.isArray(list) || list.length === 0) throw invalid("messages is a text, or a list of messages");
  const conversation = crypto.randomUUID();
  return list.map((message, place) => ({ ...checked(message, place), ref: `mem0:${conversation}#${place}` }));
}

function checked(message: unknown, place: number): Message {
  const { role, content, name } = (message ?? {}) as Partial<Record<string, unknown>>;
  if (typeof role !== "string" || !ROLES.includes(role))
    throw invalid(`messages[${place}].role is one of ${ROLES.join(", ")}`);
  if (typeof content !== "string" || content === "") {
    throw invalid(`messages[${place}].content is a text that is not empty; nothing but text is remembered`);
  }
  if (name !== undefined && typeof name !== "string") throw invalid(`messages[${place}].name is a text`);
  return { role: role as Role, content, ...(name !== undefined && { name }) };
}
