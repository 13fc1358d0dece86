// What a message wants of the app itself, rather than of one memory.

export type Intent = "everything" | "erase" | "self" | "hello" | "thanks" | "wrong";

const ALL = "(?:me|all|it all|all of it|everything|(?:all )?(?:of )?my (?:data|memory|memories|information|details))";
const SAYS: [Intent, RegExp][] = [
  ["hello", /^(?:hi|hello|hey|good (?:morning|afternoon|evening))(?:[, ]+(?:there|you|memolet))?$/i],
  ["thanks", /^(?:(?:many )?thanks|thank you|thx|cheers)(?: (?:a lot|so much|very much|again))?$/i],
  ["erase", new RegExp(`^(?:forget|erase|delete|remove|clear|wipe)(?: about)? ${ALL}(?: .{0,40})?$`, "i")],
  ["everything", /^what (?:all )?(?:do you|have you) (?:know|known|remember|stored|kept|have)(?: (?:about|on|of) me)?$/i],
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
