// What a message wants: something of the app itself, something forgotten, an answer. The rest tells something.
import type { Reading } from "memolet";

export type Intent = "everything" | "erase" | "self" | "hello" | "thanks" | "wrong";

const ALL = "(?:me|all|it all|all of it|everything|(?:all )?(?:of )?my (?:data|memory|memories|information|details))";
const SAYS: [Intent, RegExp][] = [
  ["hello", /^(?:hi|hello|hey|good (?:morning|afternoon|evening))(?:[, ]+(?:there|you|memolet))?$/i],
  ["thanks", /^(?:(?:many )?thanks|thank you|thx|cheers)(?: (?:a lot|so much|very much|again))?$/i],
  ["erase", new RegExp(`^(?:forget|erase|delete|remove|clear|wipe)(?: about)? ${ALL}(?: .{0,40})?$`, "i")],
  ["everything", /^what (?:all |else )?(?:do you|have you) (?:know|known|remember|stored|kept|have)(?: (?:about|on|of) me)?$/i],
  ["everything", /^(?:list|show|tell|give)(?: me)? (?:all|everything|what)(?: that)?(?: (?:you|i) (?:know|remember|have|told you))?(?: (?:about|on|of) me)?$/i],
  ["everything", /^(?:who am i|tell me about (?:me|myself)|what (?:have i told|did i tell) you)$/i],
  ["self", /^(?:help(?: me)?|(?:who|what) are you|what is (?:this|memolet)|what's this|how does (?:this|it) work)$/i],
  ["self", /^what (?:can|do) (?:you|i) (?:do|say|ask)(?: here)?$/i],
  ["wrong", /^(?:no[, ]+)?(?:that|this|it)(?:'s| is| was) (?:all )?(?:wrong|incorrect|false|untrue|not (?:true|right|correct))$/i],
  ["wrong", /^(?:undo(?: that| it)?|wrong|that's not what i (?:said|meant))$/i],
];

/** What a message wants of the app; undefined for anything else. */
export function intent(text: string): Intent | undefined {
  const said = bare(text);
  return SAYS.find(([, pattern]) => pattern.test(said))?.[0];
}

/** Whether it asks to forget something, and what. */
export function forgets(text: string): string | undefined {
  return /^(?:forget|erase|delete)(?: that| about)? (.+)$/i.exec(bare(text))?.[1];
}

const POLITE = /^(?:please|(?:can|could|would|will) you(?: please)?|i(?: want|'d like| would like) you to|so|now|ok|okay)[, ]+/i;

/** Without what is said out of politeness, and without the end of the sentence. */
function bare(text: string): string {
  const end = text.replace(/[’‘]/g, "'").trim().replace(/[\s.!?]+$/, "").replace(/,? please$/i, "");
  return end.replace(POLITE, "").replace(POLITE, "");
}

/** Questions that leave their mark out, in English. In other languages the mark alone tells them. */
const QUESTION = new RegExp(
  "^(?:(?:and|so|but|ok|okay|hey|hi|please|well)[, ]+)*(?:who|whose|whom|what|what's|which|where|where's|when|when's|why"
    + "|how|do|does|did|am|is|are|was|were|have|has|had|can|could|should|would|will|tell me|show me|list"
    + "|remind me (?:of|about|who|what|which|where|when|why|how))\\b",
  "i",
);
/** What has the form of a question and tells something. */
const TELLS = /\b(?:did you know|guess (?:what|who)|(?:can|could|would|will) you (?:please )?(?:remember|note|keep|save|write)\b)/i;
const MARK = /[?？؟;՞]/u;

/** The words of a message that ask for an answer; undefined where none do. */
export function question(text: string, reading: Reading): string | undefined {
  const rest = unread(text, reading);
  if (TELLS.test(rest)) return undefined;
  const asked = rest.split(/(?<=[.!?？؟。！])\s*|\n+/u).map((part) => part.trim()).filter((part) => MARK.test(part) || QUESTION.test(part));
  return asked.length > 0 ? asked.join(" ") : undefined;
}

/** Whether a message tells something: it states what can be read, or what cannot. */
export function tells(reading: Reading): boolean {
  return reading.statements.length > 0 || reading.unread.length > 0;
}

/** The speaker's own words of which no sentence states anything. Spans are of UTF-8 bytes. */
function unread(text: string, { passages, statements, unread }: Reading): string {
  const bytes = new TextEncoder().encode(text);
  const others = passages.filter(({ frame }) => frame !== "own");
  for (const { start, end } of [...others, ...statements].map(({ span }) => span).concat(unread)) bytes.fill(10, start, end);
  return new TextDecoder().decode(bytes);
}
