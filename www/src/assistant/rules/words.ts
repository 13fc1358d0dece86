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
/** Words that stand where a name could, and are none. */
const USUAL = set(
  "a an the fear hope peace pain harmony luxury poverty exile denial limbo sin town city village house home flat "
    + "apartment student housing dorm dorms suburbs suburbia countryside country centre center shared rented "
    + "accommodation tents tent van caravan two three different several many interesting dark past moment present "
    + "on in at up out off away back in not hard easy long short common unusual rare boring secret private none "
    + "spelled spelt pronounced later tomorrow tonight soon maybe again anytime now crazy old lazy names if and",
);
const JOBS = set(
  "nurse teacher doctor engineer developer programmer designer student lawyer accountant architect artist baker "
    + "barber barista builder carpenter chef cook dentist driver electrician farmer firefighter gardener journalist "
    + "librarian manager mechanic midwife musician painter paramedic pharmacist photographer physician pilot plumber "
    + "policeman policewoman professor psychologist researcher scientist secretary singer surgeon surveyor therapist "
    + "translator tutor vet veterinarian waiter waitress welder writer consultant analyst lecturer solicitor "
    + "physiotherapist optician social-worker",
);
const ARTICLE = /^(?:a|an|the) /i;

/** A name of its own: few words, the first with a capital letter, no digits. */
export function properName(text: string, most: number): string | undefined {
  const name = clause(upTo(text, NAME_ENDS), most)?.replace(/ now$/, "");
  return name && /^\p{Lu}/u.test(name.replace(ARTICLE, "")) && !/\d/.test(name) ? name : undefined;
}

/** A name that was typed without capitals: one or two words, none of which is a usual word there. */
export function typedName(text: string): string | undefined {
  const name = clause(upTo(text, NAME_ENDS), 2)?.toLowerCase().replace(/ now$/, "");
  const words = name?.split(" ") ?? [];
  if (!words.every((word) => /^[\p{Ll}'-]{2,}$/u.test(word) && !USUAL.has(word) && !VAGUE.has(word))) return undefined;
  return name && capitalised(name);
}

function capitalised(name: string): string {
  return name.replace(/(^|[ -])(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
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

/** One of the usual jobs, with its article: "a primary school teacher". */
export function usualJob(text: string): string | undefined {
  const job = occupation(text);
  const words = upTo(job ?? "", NAME_ENDS).split(" ");
  return JOBS.has(words.at(-1)?.toLowerCase() ?? "") && words.length <= 4 ? job : undefined;
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
