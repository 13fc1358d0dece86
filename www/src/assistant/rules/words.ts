// What a value may be: a few words, a name of its own or a thing that is said and not pointed at.

const set = (words: string) => new Set(words.split(" "));

/** Words at which any clause is over. */
const CLAUSE_ENDS = set("and but because since so now these though although");
/** Words at which a name is over too; a thing is not the same thing without what follows. */
const NAME_ENDS = set("with which who where when while from until as for at");
/** Words that restrict a thing, or point at something said elsewhere. */
const VAGUE = set(
  "when while until except without than only it that this these those them they you your yours him his her "
    + "their how what where why who which everything nothing something my me our us its one ones all both some "
    + "such here there not",
);
/** Words that a liking does not begin with: what follows is of the moment. */
const MOMENTARY = set("the to being having getting making seeing a an just also");
/** Words that a value does not end with: it was cut too early. */
const LOOSE_ENDS = set("to of like in on by about into around too very so");
const ARTICLE = /^(?:a|an|the) /i;

/** A name of its own: few words, the first with a capital letter, no digits. */
export function properName(text: string, most: number): string | undefined {
  const name = clause(upTo(text, NAME_ENDS), most)?.replace(/ now$/, "");
  return name && /^\p{Lu}/u.test(name.replace(ARTICLE, "")) && !/\d/.test(name) ? name : undefined;
}

/** Any thing that is said and not pointed at. */
export function commonName(text: string, most: number): string | undefined {
  const name = clause(text.replace(/ as well$/, ""), most);
  const words = name?.toLowerCase().split(" ") ?? [];
  return words.some((word) => VAGUE.has(word)) || LOOSE_ENDS.has(words.at(-1) ?? "") ? undefined : name;
}

/** Whether a liking of it lasts. */
export function isLasting(thing: string): boolean {
  return !MOMENTARY.has(thing.split(" ")[0]?.toLowerCase() ?? "");
}

/** A job with its article: "a nurse in York". */
export function occupation(text: string): string | undefined {
  const job = clause(text, 5);
  return job && ARTICLE.test(job) ? job : undefined;
}

export function withoutArticle(text: string): string {
  return text.replace(ARTICLE, "");
}

/** The words up to where the clause is over, when they are few. */
function clause(text: string, most: number): string | undefined {
  const words = upTo(text.split(/[,;:(—–]/)[0] ?? "", CLAUSE_ENDS);
  const value = words.replace(/[.!']+$/, "");
  return value && words.split(" ").length <= most ? value : undefined;
}

function upTo(text: string, ends: Set<string>): string {
  const words = text.trim().split(/\s+/);
  const end = words.findIndex((word) => ends.has(word.toLowerCase()));
  return (end < 0 ? words : words.slice(0, end)).join(" ");
}
