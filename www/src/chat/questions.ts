// Questions to begin with, out of what there is: each has its answer.
import type { UserMemory } from "memolet";

/** Memories that are looked at, and questions that are made of them. */
const [LOOKED, MOST] = [60, 3];
const OF: Record<string, string> = {
  "home city": "Where do I live?", employer: "Where do I work?", occupation: "What is my job?",
  name: "What is my name?", "what to be called": "What am I called?", birthday: "When is my birthday?",
  diet: "What is my diet?", allergy: "What am I allergic to?", language: "Which languages do I speak?",
  hobby: "What are my hobbies?", instrument: "Which instrument do I play?",
};
const OF_KIND: [RegExp, (found: string) => string][] = [
  [/^choice: (.+)$/, (choice) => `Do I prefer ${choice}?`],
  [/^taste: (.+)$/, (thing) => `Do I like ${thing}?`],
  [/^favourite (.+)$/, (thing) => `What is my favourite ${thing}?`],
  [/^date: (.+)$/, (what) => `When is my ${what}?`],
  [/^location: (.+)$/, (thing) => `Where is my ${thing}?`],
  [/^((?:\S+ )?(?:sister|brother|son|daughter|mother|father|wife|husband|partner|boss|friend|dog|cat))$/,
    (who) => `What is my ${who} called?`],
];

/** A few questions that the memory can answer; the last asks for all. */
export async function questions(memory: UserMemory): Promise<string[]> {
  const { memories } = await memory.page({ limit: LOOKED });
  const asked = memories.flatMap(({ address }) => (address ? (questionOf(address.attribute) ?? []) : []));
  return [...[...new Set(asked)].slice(0, MOST), "What do you know about me?"];
}

function questionOf(attribute: string): string | undefined {
  if (Object.hasOwn(OF, attribute)) return OF[attribute];
  for (const [pattern, question] of OF_KIND) {
    const found = pattern.exec(attribute);
    if (found) return question(found[1] ?? "");
  }
  return undefined;
}
