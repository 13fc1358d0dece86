// Whether a sentence says more than was taken from it: what is left over is told, not dropped in silence.
import { isOfTime } from "./dates.ts";
import type { Lifted } from "./patterns.ts";

/** Words that carry a statement and say nothing beside it. */
const CARRIES = new Set(
  ("i i'm i've am is are was the a an my me and or but to in at on of for as over than rather that this it please "
    + "remember live living based moved relocated work working started like love enjoy hate dislike prefer don't do "
    + "not can't cannot stand no longer stopped any more anymore actually currently recently still really always "
    + "severely just also too well name name's called named birthday born have got call favorite favourite liking "
    + "enjoying allergic only now").split(" "),
);

/** Whether words of a sentence are in none of its claims. A sentence without any claim has more of its own. */
export function hasMore(sentence: string, claims: Lifted[]): boolean {
  const taken = new Set(claims.flatMap(({ text }) => words(text)));
  const rest = words(sentence).filter((word) => !taken.has(word) && !CARRIES.has(word) && !isOfTime(word));
  return claims.length > 0 ? rest.length > 0 : rest.length > 2;
}

function words(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}'-]+/u).map((word) => word.replace(/'s$|^'+|'+$/g, "")).filter(Boolean);
}
