// The languages that statements are read in beside English, which the engine has built in: a file each.

/** Bundlers find the files by this very form. */
const FILES: Record<string, () => URL> = {
  de: () => new URL("./language-de.txt", import.meta.url),
  fr: () => new URL("./language-fr.txt", import.meta.url),
  es: () => new URL("./language-es.txt", import.meta.url),
  pt: () => new URL("./language-pt.txt", import.meta.url),
  it: () => new URL("./language-it.txt", import.meta.url),
  nl: () => new URL("./language-nl.txt", import.meta.url),
  ru: () => new URL("./language-ru.txt", import.meta.url),
  zh: () => new URL("./language-zh.txt", import.meta.url),
  ja: () => new URL("./language-ja.txt", import.meta.url),
};

/** Their ISO 639-1 codes. */
export const LANGUAGES = Object.keys(FILES);

/** Where a language's file lies: in a folder, or where the package has it. */
export function languageFile(code: string, folder?: string): URL {
  const file = FILES[code];
  return file && folder === undefined ? file() : new URL(`language-${code}.txt`, folder);
}
