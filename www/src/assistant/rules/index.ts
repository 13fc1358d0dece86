// Plain statements lifted out of a message, by rules. A floor, and made to be quiet rather than complete:
// English, first person, declarative, and nothing out of a question, a condition, a wish or a quotation.
import { hasMore } from "./left.ts";
import { asSaid, lift as liftSentence, type Lifted } from "./patterns.ts";
import { statements } from "./sentences.ts";

export { forgets, intent, type Intent } from "./intents.ts";
export { asSaid, type Lifted } from "./patterns.ts";

/** Name and version of these rules, kept as the extractor of what they lift. */
export const NAME = "memolet-app-rules/1";

/** Statements in a message. `at` is when it was said: dates such as "last month" are read from there. */
export function lift(text: string, at: number): Lifted[] {
  return statements(text).flatMap((sentence) => liftSentence(sentence, at));
}

/** What they leave out of a message that they took something from: the sentences of which words are left. */
export function left(text: string, at: number): string {
  return statements(text).filter((sentence) => hasMore(sentence, liftSentence(sentence, at)))
    .map((sentence) => asSaid(sentence)).join(" ");
}

const QUESTION = new RegExp(
  "^(?:(?:and|so|but|ok|okay|hey|hi)[, ]+)?(?:who|whose|whom|what|what's|which|where|where's|when|when's|why|"
    + "how|do|does|did|am|is|are|was|were|have|has|had|can|could|should|would|will|tell me|remind me|"
    + "show me|list)\\b",
  "i",
);

/** Whether a message asks rather than tells. */
export function asks(text: string): boolean {
  return text.includes("?") || QUESTION.test(text.trim());
}
