// A message cut into sentences, without those that state nothing.

/** Words that make a sentence a condition, a wish or a guess. */
const HEDGES = new Set(
  ("if unless would could might maybe perhaps wish imagine suppose pretend hypothetically should probably "
    + "possibly almost nearly guess hope whether kidding joking").split(" "),
);
/** Beginnings of sentences that say nothing. */
const OPENING = new RegExp(
  "^(?:by the way|just so you know|for the record|to be honest|as you know|hi|hey|hello|yes|yeah|yep|no|well|"
    + "oh|so|and|but|also|actually|btw|ok|okay|anyway|thanks|honestly|fyi|ah)[,!:]? +",
  "i",
);

/** Sentences that assert something, without the openings and the full stop. */
export function statements(text: string): string[] {
  let quoted = false;
  return split(text.replace(/[’‘]/g, "'")).flatMap((sentence) => {
    const quotes = sentence.match(/["`“”«»]/g)?.length ?? 0;
    const touchesQuote = quoted || quotes > 0;
    quoted = quotes % 2 === 1 ? !quoted : quoted;
    return touchesQuote || !isStatement(sentence) ? [] : [withoutOpening(sentence.replace(/[.! ]+$/, ""))];
  });
}

/** Cuts after `.`, `!`, `?` before a space, and at line ends. */
function split(text: string): string[] {
  return text.split(/(?<=[.!?])\s+|[\r\n]+/).map((part) => part.trim()).filter(Boolean);
}

function isStatement(sentence: string): boolean {
  const words = sentence.toLowerCase().split(/[^\p{L}\p{N}']+/u);
  return !sentence.includes("?") && !/^[>']/.test(sentence) && !words.some((word) => HEDGES.has(word));
}

function withoutOpening(sentence: string): string {
  const shorter = sentence.replace(OPENING, "");
  return shorter === sentence ? sentence : withoutOpening(shorter);
}
