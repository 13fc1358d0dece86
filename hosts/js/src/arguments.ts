// What the door is given, looked at before anything is done with it.
import { invalid } from "./errors.ts";

/** Refuses what is no object, and the first name in it that is not allowed. */
export function fields(what: string, given: unknown, allowed?: readonly string[]): void {
  if (typeof given !== "object" || given === null) throw invalid(`${what}: must be an object`);
  const stranger = allowed && Object.keys(given).find((name) => !allowed.includes(name));
  if (stranger !== undefined) throw invalid(`${stranger}: ${what} has no such field; there are ${allowed!.join(", ")}`);
}

/** Refuses what is no text, or an empty one. */
export function text(name: string, given: unknown): void {
  if (typeof given !== "string" || given === "") throw invalid(`${name}: must be a text, not empty`);
}

/** Whether a value has these members, of these types. */
export function has(given: unknown, members: Record<string, string>): boolean {
  return Object.entries(members).every(([name, type]) => typeof (given as Record<string, unknown> | null)?.[name] === type);
}
