// What a conversation is made of. It lives in this page alone: what is to last is in the memory.
import type { Hit } from "memolet";
import type { Moment } from "../asof/moment.ts";

/** A memory as an answer shows it. */
export interface Card {
  id: string;
  text: string;
  /** What became of it, or what it is to the answer. */
  mark: "kept" | "known" | "ended" | "away" | "wrong" | "waits" | "answer" | "unsure";
  /** Where it came from, in words: "You told me". */
  from: string;
  /** When it was said, UTC milliseconds. */
  at: number;
  /** Since when it holds, where that is another day. */
  since?: number | undefined;
  /** Until when it held. */
  until?: number | undefined;
  /** What it took the place of. */
  before?: Named | undefined;
}

/** A memory that an answer names in passing. */
export interface Named {
  id: string;
  text: string;
}

/** How an answer came about, for the pictures. */
export interface Trace {
  hits: Hit[];
  /** Name of the scoring profile, and its weights. */
  formula: string;
  /** What a match had to reach. */
  threshold: number;
  /** Where a model was given notes. */
  budget?: Budget | undefined;
}

/** Tokens that memory may take of a prompt, and what takes them. */
export interface Budget {
  most: number;
  notes: (Named & { tokens: number })[];
  /** What frames the notes. */
  frame: number;
}

/** What an answer offers as a button. */
export type Offer =
  /** Let texts that were forgotten be remembered again, and take the message in once more. */
  | { does: "lift"; texts: string[] }
  | { does: "wrong"; id: string }
  | { does: "now" }
  /** Turn to a page of the panel. */
  | { does: "show"; tab: "remembered" | "device" };

/** One message of a conversation. */
export interface Turn {
  /** Place in the conversation, from 1. */
  id: number;
  role: "user" | "assistant";
  text: string;
  /** UTC milliseconds. */
  at: number;
  state: "writing" | "done" | "failed" | "forgotten";
  cards: Card[];
  /** Memories that came along, and as what. */
  named: Named[];
  namedAs: "Found" | "Also found" | "Used" | "Shown to the model";
  /** Of an answer as of then. */
  moment?: Moment | undefined;
  trace?: Trace | undefined;
  /** Memories that a model was told of for this answer: its words may rest on any of them. */
  told?: string[] | undefined;
  /** Episodes that the person's message before is kept as. */
  kept?: string[] | undefined;
  /** What the person may do about it at once. */
  offers: Offer[];
  /** Small print, such as which model answered. */
  note?: string | undefined;
  /** The conversation's name for a message of the person's: what memories give as their evidence. */
  ref?: string | undefined;
}

/** What an assistant may say of its answer while it makes it. */
export type Reply = Partial<Omit<Turn, "id" | "role" | "at" | "ref">>;

/** Every memory that a message names, or that a model was told of for it. */
export function shown({ cards, named, told = [] }: Turn): string[] {
  return [...cards, ...named].map(({ id }) => id).concat(told);
}

/** Every memory that can be read beside it: in the message before, what a card took the place of, why this answer. */
export function beside({ cards, trace, kept = [] }: Turn): string[] {
  const before = cards.flatMap((card) => (card.before ? [card.before] : []));
  return [...before, ...(trace?.hits ?? []), ...(trace?.budget?.notes ?? [])].map(({ id }) => id).concat(kept);
}

/** A message without what can be read beside it and is gone. */
export function without(turn: Turn, gone: Set<string>): Turn {
  const stays = ({ id }: { id: string }) => !gone.has(id);
  const { cards, trace } = turn;
  return {
    ...turn,
    cards: cards.map((card) => (card.before && !stays(card.before) ? { ...card, before: undefined } : card)),
    trace: trace && {
      ...trace, hits: trace.hits.filter(stays),
      budget: trace.budget && { ...trace.budget, notes: trace.budget.notes.filter(stays) },
    },
  };
}
