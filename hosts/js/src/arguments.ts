// What the door is given, looked at before anything is done with it. Each throws `invalid`, by name.
import { invalid } from "./errors.ts";

/** Refuses what is not right. */
export function must(isRight: boolean, name: string, wanted: string): void {
  if (!isRight) throw invalid(`${name}: must be ${wanted}`);
}

/** Refuses what is no object, and the first name in it that is not allowed. */
export function fields(what: string, given: unknown, allowed?: readonly string[]): void {
  must(typeof given === "object" && given !== null, what, "an object");
  const stranger = allowed && Object.keys(given as object).find((name) => !allowed.includes(name));
  if (stranger !== undefined) throw invalid(`${stranger}: no such field in ${what}; allowed: ${allowed!.join(", ")}`);
}

/** Refuses what is no text, or an empty one. */
export function text(name: string, given: unknown): void {
  must(typeof given === "string" && given !== "", name, "a text, not empty");
}

/** Whether a value has these members, of these types. */
export function has(given: unknown, members: Record<string, string>): boolean {
  return Object.entries(members).every(([name, type]) => typeof (given as Record<string, unknown> | null)?.[name] === type);
}
