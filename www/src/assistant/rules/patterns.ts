// The patterns: how a sentence begins, and what the rest of it then says. The same as the command's
// (hosts/cli/src/transcript/rules), said to the person: "You live in York."
import * as dates from "./dates.ts";
import { commonName, isLasting, occupation, properName, withoutArticle } from "./words.ts";

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

const home: Says = (rest) => [named(rest, 4, (city) => fact(`You live in ${city}.`, "home city", city))];
const employer: Says = (rest) => [named(rest, 4, (firm) => fact(`You work at ${firm}.`, "employer", firm))];
const name: Says = (rest) => [named(rest, 4, (own) => fact(`Your name is ${own}.`, "name", own))];
const job: Says = (rest) => {
  const found = occupation(rest);
  return [found && fact(`You work as ${found}.`, "occupation", withoutArticle(found))].filter((one) => !!one);
};
const allergy: Says = (rest) =>
  rest.replace(/ (?:and|or) /g, ", ").split(",").map((part) => {
    const thing = commonName(part, 3)?.toLowerCase();
    const claim = thing && fact(`You are allergic to ${thing}.`, `allergy: ${thing}`, thing);
    return claim ? { ...claim, importance: 0.95 } : undefined;
  });

/** Beginnings of sentences that state something. */
const STATES: [RegExp, Says][] = [
  [/^i(?: live|'m living| am living|'m based| am based) in /i, home],
  [/^i(?:'ve| have)? moved to |^i relocated to /i, home],
  [/^i work (?:at|for) |^i started working (?:at|for) /i, employer],
  [/^i work as /i, job],
  [/^i(?:'m| am) allergic to /i, allergy],
  [/^i prefer /i, taste("prefer", "prefers")],
  [/^i like /i, taste("like", "likes")],
  [/^i love /i, taste("love", "loves")],
  [/^i enjoy /i, taste("enjoy", "enjoys")],
  [/^i hate /i, taste("hate", "hates")],
  [/^i (?:dislike|don't like|do not like) /i, taste("dislike", "dislikes")],
  [/^i can't stand /i, taste("cannot stand", "cannot stand")],
  [/^my name(?: is|'s) /i, name],
];

/** What stands after "I no longer", "I don't … any more", "I stopped". */
const ENDS: [RegExp, Says][] = [
  [/^(?:live|living|based) in /i, home],
  [/^work(?:ing)? (?:at|for) /i, employer],
  [/^work(?:ing)? as /i, job],
  [/^allergic to /i, allergy],
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
const REMEMBER = /^(?:please )?remember(?: that|:) |^please remember /i;
const NO_LONGER = /^i(?:'m| am)? no longer |^i(?:'ve)? stopped /i;
const NOT_ANY_MORE = /^i(?: don't| do not|'m not| am not) (.+?) any ?more/i;

/** What one statement gives. `at`: when it was said. */
export function lift(sentence: string, at: number): Lifted[] {
  if (REMEMBER.test(sentence)) return remembered(sentence.replace(REMEMBER, ""), at);
  const single = relative(sentence) ?? birthday(sentence);
  if (single) return [single];
  const past = NO_LONGER.test(sentence) ? sentence.replace(NO_LONGER, "") : NOT_ANY_MORE.exec(sentence)?.[1];
  if (past !== undefined) return claims(past, ENDS, at).map((claim) => ended(claim));
  return claims(sentence.replace(ADVERB, "$1 "), STATES, at);
}

function claims(sentence: string, patterns: [RegExp, Says][], at: number): Lifted[] {
  const pattern = patterns.find(([begin]) => begin.test(sentence));
  const rest = pattern && dates.split(sentence.replace(pattern[0], ""), at);
  if (!rest) return [];
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
  const found = properName(rest, 3);
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

function named(rest: string, most: number, claim: (name: string) => Lifted): Lifted | undefined {
  const found = properName(rest, most);
  return found === undefined ? undefined : claim(found);
}

function fact(text: string, attribute: string, value: string): Lifted {
  return { kind: "fact", text, attribute, value };
}
