// The words of the panel: English, or another language as far as it is given.
import { english } from "./strings/english.ts";

export { english };

export type Strings = typeof english;
/** What a panel's `strings` property takes: any part of the words, section by section. */
export type StringsInput = { [S in keyof Strings]?: Partial<Strings[S]> };

/** English, with what another language says in place of it. */
export function worded(given: StringsInput | undefined): Strings {
  if (!given) return english;
  const sections = Object.entries(english).map(([name, section]) => {
    const other = given[name as keyof Strings];
    return [name, other ? { ...section, ...other } : section];
  });
  return Object.fromEntries(sections) as Strings;
}

/** A sentence with something put in place of each `{name}`: texts or templates. */
export function filled(sentence: string, values: Record<string, unknown>): unknown[] {
  return sentence.split(/\{(\w+)\}/).map((piece, place) => (place % 2 ? values[piece] : piece));
}
