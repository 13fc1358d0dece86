// A store's name as that of a folder or a database.
import { invalid } from "../errors.ts";

/** The longest name of a folder, in bytes. */
const longest = 240;

/**
 * A name as that of a folder, one to one: everything but `a-z 0-9 _ -` is escaped, so that names differ
 * on file systems that ignore case too. The command line names its folders the same way.
 */
export function folderName(name: string): string {
  if (typeof name !== "string" || name === "" || /[\p{Cc}\p{Cs}]/u.test(name)) {
    throw invalid("name: must be a text, not empty, without control characters");
  }
  let folder = "";
  for (const byte of new TextEncoder().encode(name)) {
    const letter = String.fromCharCode(byte);
    folder += /[a-z0-9_-]/.test(letter) ? letter : `%${byte.toString(16).padStart(2, "0")}`;
  }
  if (folder.length > longest) throw invalid("name: too long for the name of a folder");
  return folder;
}
