// The cases of tests/said: what is said, and whether what is known afterwards is right. tests/said/README.md and
// eval/README.md say what a case has; the command's twin is hosts/cli/tests/said.rs.
import { readFileSync, readdirSync } from "node:fs";

const folder = new URL("../../../../tests/said/", import.meta.url);
const names = JSON.parse(readFileSync(new URL("../../../../eval/said/names.json", import.meta.url), "utf8"));
/** When what has no time was said. */
const HEARD = "2026-07-12T09:00:00Z";
/** Words that a value may begin with or not. */
const ARTICLES = [
  "the ", "a ", "an ", "my ", "our ", "der ", "die ", "das ", "den ", "dem ", "ein ", "eine ", "einen ", "einer ",
  "le ", "la ", "les ", "l'", "un ", "une ", "una ", "el ", "los ", "las ", "il ", "lo ", "gli ", "o ", "os ", "de ",
  "het ", "een ",
];

/** Every case that is no matter of a file's form: `{ name, turns, right, now }`, times in milliseconds. */
export function cases() {
  const read = (file) => readFileSync(new URL(file, folder), "utf8");
  const beside = readdirSync(folder).filter((file) => file.endsWith(".right.json")).sort().map((file) => {
    const name = file.replace(".right.json", "");
    return { name, turns: lines(read(`${name}.jsonl`)), right: JSON.parse(read(file)) };
  });
  const more = lines(read("more.jsonl")).map(({ id, language, group, turns, ...right }) => ({ name: id, turns, right }));
  const all = [...beside, ...more].filter(({ right }) => right.only === undefined);
  return all.map(({ turns, right, ...rest }) => {
    const said = turns.map(turn).filter(({ text }) => typeof text === "string");
    const now = right.now ? Date.parse(right.now) : said.at(-1).now + 60_000;
    return { ...rest, turns: said, right, now };
  });
}

/** Names of the files of requests with their answers. */
export const requests = readdirSync(folder).filter((file) => file.endsWith(".cases.jsonl")).sort();

/** One of them. */
export const request = (file) => readFileSync(new URL(file, folder), "utf8");

function lines(text) {
  return text.replace("\uFEFF", "").split("\n").filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
}

function turn({ role = "user", text, content, at = HEARD }) {
  return { role, text: text ?? content, now: Date.parse(at) };
}

/** Tells a case to a user's view of a store. It runs in a page too, so it uses nothing from outside. */
export async function tell(memory, { turns, right, now }) {
  const talk = memory.scope({ session: "s" });
  for (const { now, ...turn } of turns) await talk.observe(turn, { now });
  const states = ["provisional", "active", "consolidated", "superseded", "ended"];
  const memories = [];
  for await (const each of memory.list({ states, limit: 1000 }, { now })) memories.push(each);
  const answers = [];
  for (const { ask, knownAsOf } of right.knew ?? []) {
    const then = Date.parse(knownAsOf);
    answers.push((await memory.recall({ text: ask, asOf: then, knownAsOf: then }, { now })).hits);
  }
  return { memories, answers };
}

/** What is not as it must be, in words. */
export function wrong({ turns, right, now }, { memories, answers }) {
  const facts = memories.filter(({ kind }) => kind !== "episode");
  const at = (time) => facts.filter((fact) => holds(fact, time));
  const current = at(now);
  const expected = right.current ?? [];
  const said = current.filter((claim) => !expected.some((one) => meets(one, claim)));
  const why = said.map((claim) => `is current: ${claim.address?.attribute} = ${claim.value} (${claim.text})`);
  why.push(...unmet(current, expected, right.not, "now"));
  for (const { asOf, held, not } of right.past ?? []) why.push(...unmet(at(Date.parse(asOf)), held, not, asOf));
  for (const [index, { knownAsOf, held, not }] of (right.knew ?? []).entries()) {
    const claims = answers[index].filter(({ kind }) => kind !== "episode");
    why.push(...unmet(claims, held, not, `known on ${knownAsOf}`));
  }
  const episodes = memories.filter(({ kind }) => kind === "episode").map(({ text }) => letters(text));
  const kept = right.kept ?? turns.filter(({ role }) => role === "user").map(({ text }) => text);
  const lost = kept.filter((text) => !episodes.some((episode) => episode.includes(letters(text))));
  return [...why, ...lost.map((text) => `is not kept: ${text}`)];
}

function unmet(claims, held = [], not = [], when) {
  const is = (one) => claims.some((claim) => meets(one, claim));
  const lacks = held.filter((one) => !one.optional && !is(one));
  const has = not.filter(is);
  return [...lacks.map((one) => `${when}: lacks ${JSON.stringify(one)}`), ...has.map((one) => `${when}: has ${JSON.stringify(one)}`)];
}

/** Whether a memory is what is expected. It has no act: it is what came of one. */
export function meets(one, claim) {
  if (one.any?.length) return one.any.some((each) => meets(each, claim));
  const { address: { attribute = "" } = {}, value = "", text } = claim;
  const all = `${text} ${attribute} ${value}`.toLowerCase();
  const says = (word) => word.toLowerCase().split("|").some((word) => all.includes(word));
  return (
    (one.attribute === undefined || isNamed(one.attribute, attribute.toLowerCase())) &&
    (one.value === undefined || isValue(one.value, value)) &&
    (one.says ?? []).every(says) &&
    isOn(one.validFrom, claim.validFrom) && isOn(one.validTo, claim.validTo) && isOn(one.expires, claim.expiresAt)
  );
}

function isNamed(wanted, has) {
  return wanted.toLowerCase().split("|").some((wanted) => {
    const patterns = names.attributes[wanted];
    if (patterns) return patterns.some((pattern) => glob(pattern, has));
    const [one, other] = [wanted, has].map((name) => (name.startsWith("taste: ") ? normal(name.slice(7)) : undefined));
    if (one !== undefined && other !== undefined) return one === other;
    return ["", " *", ": *", "'s *"].some((rest) => glob(wanted + rest, has));
  });
}

function isValue(wanted, value) {
  const has = normal(value);
  return wanted.split("|").some((wanted) => {
    if (names.values[wanted]) return names.values[wanted].includes(has);
    return wanted === "(none)" ? has === "" : glob(normal(wanted), has);
  });
}

/** Whether a time is of the day wanted: `2026-07-15`, `2026-07`, or `2026-07-13..2026-07-15`. */
function isOn(wanted, time) {
  if (wanted === undefined) return true;
  if (time === undefined) return false;
  const day = new Date(Number(time)).toISOString().slice(0, 10);
  const [first, last] = wanted.split("..");
  return last === undefined ? day.startsWith(first) : first <= day && (day <= last || day.startsWith(last));
}

/** Whether a claim holds in the world at a time, and is of use then. */
function holds({ validFrom, validTo, expiresAt }, time) {
  return validFrom <= time && [validTo, expiresAt].every((to) => to === undefined || time < to);
}

/** A value without its case, its article and the marks around it. */
function normal(value) {
  const trimmed = value.toLowerCase().replaceAll("\u2019", "'").split(/\s+/u).filter(Boolean).join(" ");
  const bare = trimmed.replace(/^[^\p{L}\p{M}\p{N}+*()]+|[^\p{L}\p{M}\p{N}+*()]+$/gu, "");
  const article = ARTICLES.find((article) => bare.startsWith(article) && bare.length > article.length);
  return article ? bare.slice(article.length) : bare;
}

function glob(pattern, text) {
  const literal = (part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${pattern.split("*").map(literal).join(".*")}$`, "su").test(text);
}

/** Letters and digits alone: what is cleaned of a text are marks. */
function letters(text) {
  return text.replace(/[^\p{L}\p{N}]/gu, "");
}
