// The patterns: how a sentence begins, and what the rest of it then says. The same as the command's
// (hosts/cli/src/transcript/rules), said to the person: "You live in York."
import * as dates from "./dates.ts";
import { commonName, isLasting, occupation, properName, typedName, usualJob, withoutArticle } from "./words.ts";

/** A statement about the person who speaks. */
export interface Lifted {
  kind: "fact" | "preference";
  /** The claim, in the second person. */
  text: string;
  /** What of the person, and which value. None for what was asked to be kept as it is. */
  attribute?: string;
  value?: string | undefined;
  /** Where it is more than usual. */
  importance?: number;
  /** Since when, or until when, where a date was said. */
  date?: number | undefined;
  /** It holds no longer: end what is at its address. */
  ends?: boolean;
}

/** What the rest of a sentence says. */
type Says = (rest: string) => (Lifted | undefined)[];

const home: Says = (rest) => [called(rest, 4, (city) => fact(`You live in ${city}.`, "home city", city))];
const employer: Says = (rest) => [named(rest, 4, (firm) => fact(`You work at ${firm}.`, "employer", firm))];
const name: Says = (rest) => [called(rest, 4, (own) => fact(`Your name is ${own}.`, "name", own))];
const nickname: Says = (rest) =>
  [called(rest, 2, (own) => fact(`You like to be called ${own}.`, "what to be called", own))];
const job = working(occupation);
const being: Says = (rest) => (DIET.test(rest) ? [diet(rest.toLowerCase())] : working(usualJob)(rest));
const favourite: Says = (rest) => {
  const [, thing = "", value = ""] = /^(.+?) (?:is|are) (.+)$/i.exec(rest) ?? [];
  const [what, which] = [commonName(thing, 3), commonName(value, 4)];
  if (!what || !which) return [];
  return [{ ...fact(`Your favourite ${what} is ${which}.`, `favourite: ${what.toLowerCase()}`, which), kind: "preference" }];
};
const having: Says = (rest) => {
  const [, count = "", who = ""] = COUNTED.exec(rest) ?? [];
  return who ? [fact(`You have ${count.toLowerCase()} ${who.toLowerCase()}.`, `number of ${who.toLowerCase()}`, count)] : [];
};
const allergy: Says = (rest) =>
  rest.replace(/ (?:and|or) /g, ", ").split(",").map((part) => {
    const thing = commonName(part, 3)?.toLowerCase();
    const claim = thing && fact(`You are allergic to ${thing}.`, `allergy: ${thing}`, thing);
    return claim ? { ...claim, importance: 0.95 } : undefined;
  });

const DIET = /^(?:an? )?(?:vegetarian|vegan|pescatarian|pescetarian)$/i;
const COUNTED = new RegExp(
  "^(a|an|one|two|three|four|five|six|seven|eight|nine|ten|\\d{1,2}|no) ((?:little |older |younger |big )?(?:kid|child"
    + "|son|daughter|brother|sister|sibling|dog|cat|horse|rabbit|grandchild)(?:s|ren)?)$",
  "i",
);

/** Beginnings of sentences that state something. */
const STATES: [RegExp, Says][] = [
  [/^i(?: live|'m living| am living|'m based| am based) in /i, home],
  [/^i(?:'ve| have)? moved to |^i relocated to /i, home],
  [/^i work (?:at|for) |^i started working (?:at|for) /i, employer],
  [/^i work as /i, job],
  [/^i(?:'m| am) allergic to /i, allergy],
  [/^my name(?: is|'s) /i, name],
  [/^(?:please )?call me /i, nickname],
  [/^i(?:'m| am) /i, being],
  [/^my favou?rite /i, favourite],
  [/^i(?:'ve got| have got| have) /i, having],
];
const LIKES: [RegExp, Says][] = [
  [/^i prefer /i, taste("prefer", "prefers")],
  [/^i like /i, taste("like", "likes")],
  [/^i love /i, taste("love", "loves")],
  [/^i enjoy /i, taste("enjoy", "enjoys")],
  [/^i hate /i, taste("hate", "hates")],
  [/^i (?:dislike|don't like|do not like) /i, taste("dislike", "dislikes")],
  [/^i can't stand /i, taste("cannot stand", "cannot stand")],
];

/** What stands after "I no longer", "I don't … any more", "I stopped". */
const ENDS: [RegExp, Says][] = [
  [/^(?:live|living|based) in /i, home],
  [/^work(?:ing)? (?:at|for) /i, employer],
  [/^work(?:ing)? as /i, job],
  [/^allergic to /i, allergy],
];
const LIKES_END: [RegExp, Says][] = [
  [/^(?:like|liking|love|enjoy|enjoying|prefer|hate|dislike) /i, taste("like", "")],
];

const ADVERB = /^(\S+) (?:now|just|currently|recently|still|really|always|severely) /i;
const RELATIVE = new RegExp(
  "^my ((?:(?:older|younger|elder|big|little|twin|best|eldest) )?(?:sister|brother|mother|mum|mom|father|dad|"
    + "wife|husband|partner|girlfriend|boyfriend|fiancee|fiance|son|daughter|baby|dog|cat|puppy|kitten|horse|"
    + "boss|manager|grandmother|grandfather|aunt|uncle|friend))"
    + "(?: is called | is named |'s name is |'s called )(.+)$",
  "i",
);
const BIRTHDAY = /^(?:my birthday(?: is|'s)(?: on)?|i was born on) (.+)$/i;
const PET = /^i(?:'ve got| have got| have) an? (\S+(?: \S+)?) (?:called|named) (.+)$/i;
const REMEMBER = /^(?:please )?remember(?: that|:) |^please remember |^remember (?=(?:my|our|i|i'm) )/i;
/** Where a sentence goes on with another statement. */
const AND = /,? (?:and|but) (?=(?:i|i'm|i've|my) |(?:live in|work (?:at|for|as)|am|have|like|prefer|hate|dislike) )/i;
const NO_LONGER = /^i(?:'m| am)? no longer |^i(?:'ve)? stopped /i;
const NOT_ANY_MORE = /^i(?: don't| do not|'m not| am not) (.+?) any ?more/i;

/** What one sentence gives. `at`: when it was said. */
export function lift(sentence: string, at: number): Lifted[] {
  if (REMEMBER.test(sentence)) return remembered(sentence.replace(REMEMBER, ""), at);
  const [first = "", ...more] = sentence.split(AND);
  const subject = /^i\b/i.test(first) ? "I " : "";
  return [first, ...more.map((clause) => (/^(?:i|my)\b/i.test(clause) ? clause : subject + clause))]
    .flatMap((clause) => statement(clause, at));
}

function statement(sentence: string, at: number): Lifted[] {
  const single = relative(sentence.replace(PET, "my $1 is called $2")) ?? birthday(sentence);
  if (single) return [single];
  const past = NO_LONGER.test(sentence) ? sentence.replace(NO_LONGER, "") : NOT_ANY_MORE.exec(sentence)?.[1];
  if (past !== undefined) return claims(past, [ENDS, LIKES_END], at).map((claim) => ended(claim));
  return claims(sentence.replace(ADVERB, "$1 "), [STATES, LIKES], at);
}

/** By the patterns of facts, then of likings. */
function claims(sentence: string, [facts, likings]: [RegExp, Says][][], at: number): Lifted[] {
  const begins = ([begin]: [RegExp, Says]) => begin.test(sentence);
  const [fact, liking] = [facts?.find(begins), likings?.find(begins)];
  const pattern = fact ?? liking;
  const clause = pattern ? sentence.replace(pattern[0], "") : "";
  const rest = fact ? dates.split(clause, at) : liking && dates.splitLiking(clause, at);
  if (!pattern || !rest) return [];
  const lifted = pattern[1](rest.value).filter((claim) => claim !== undefined);
  return lifted.map((claim) => ({ ...claim, date: rest.date }));
}

/** A liking ends whatever its verb was. */
function ended(claim: Lifted): Lifted {
  return { ...claim, ends: true, value: claim.kind === "preference" ? undefined : claim.value };
}

/** "Remember that …": what it says by a pattern, or the words as they are. */
function remembered(said: string, at: number): Lifted[] {
  const lifted = lift(said, at);
  const words = said.trim().split(/\s+/).length;
  if (lifted.length > 0 || words < 3 || words > 40 || /^to /i.test(said)) return lifted;
  return [{ kind: "fact", text: asSaid(said) }];
}

/** A sentence with its capital letter and its full stop. */
export function asSaid(said: string): string {
  const text = said.trim().replace(/\.+$/, "");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[!?]$/.test(text) ? "" : "."}`;
}

/** "My sister is called Anna". */
function relative(sentence: string): Lifted | undefined {
  const [, who = "", rest = ""] = RELATIVE.exec(sentence) ?? [];
  const found = properName(rest, 3) ?? typedName(rest);
  const relation = who.toLowerCase();
  return found ? fact(`Your ${relation} is called ${found}.`, `${relation} name`, found) : undefined;
}

/** "My birthday is on 3 May". */
function birthday(sentence: string): Lifted | undefined {
  const date = BIRTHDAY.exec(sentence)?.[1]?.replace(/[.,]+$/, "");
  const words = date?.split(/\s+/) ?? [];
  const hasDay = words.some((word) => dates.month(word) >= 0) && words.some((word) => /^\d/.test(word));
  return date && words.length <= 5 && hasDay ? fact(`Your birthday is ${date}.`, "birthday", date) : undefined;
}

/**
 * A liking: the thing is the attribute and the verb its value, so that "I hate coffee" replaces "I like
 * coffee". A choice between two has one address, whichever is said first.
 */
function taste(verb: string, value: string): Says {
  return (rest) => {
    const choice = verb === "prefer" ? /^(.+?) (?:over|to|rather than) (.+)$/i.exec(rest) : undefined;
    const [, first = rest, second] = choice ?? [];
    const thing = commonName(first, 4);
    if (!thing || !isLasting(thing)) return [];
    const other = second && commonName(second, 4);
    const text = `You ${verb} ${thing}${other ? ` over ${other}` : ""}.`;
    if (!other) return [{ ...fact(text, `taste: ${thing.toLowerCase()}`, value), kind: "preference" }];
    const between = [thing.toLowerCase(), other.toLowerCase()].sort().join(" or ");
    return [{ ...fact(text, `choice: ${between}`, thing.toLowerCase()), kind: "preference" }];
  };
}

function working(jobOf: (rest: string) => string | undefined): Says {
  return (rest) => {
    const found = jobOf(rest);
    return found ? [fact(`You work as ${found}.`, "occupation", withoutArticle(found))] : [];
  };
}

function diet(rest: string): Lifted {
  const kind = withoutArticle(rest);
  return { ...fact(`You are ${kind}.`, "diet", kind), importance: 0.9 };
}

/** A name of its own, also one that was typed without capitals. */
function called(rest: string, most: number, claim: (name: string) => Lifted): Lifted | undefined {
  const found = properName(rest, most) ?? typedName(rest);
  return found === undefined ? undefined : claim(found);
}

function named(rest: string, most: number, claim: (name: string) => Lifted): Lifted | undefined {
  const found = properName(rest, most);
  return found === undefined ? undefined : claim(found);
}

function fact(text: string, attribute: string, value: string): Lifted {
  return { kind: "fact", text, attribute, value };
}
