// Who asks. What a label may hold beyond its type is the engine's to say.
import { fields, must, text } from "./arguments.ts";
import type { Labels } from "./contract/types.ts";

/** Their names; the first is required. */
export const LABELS = ["user", "project", "agent", "session", "purpose", "sharedWriter"] as const;

/** Those labels that are given, for good. Throws `invalid` for another name or type. */
export function labelled(given: Labels): Readonly<Labels> {
  fields("labels", given, LABELS);
  text("user", given.user);
  const present = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  for (const [name, value] of present) {
    if (name !== "sharedWriter") text(name, value);
    else must(typeof value === "boolean", name, "true or false");
  }
  return Object.freeze(Object.fromEntries(present) as Partial<Labels> as Labels);
}
