// `memolet/panel`: defines <memolet-panel>, and the two drawings that it is made with.
import type { History } from "../contract/types.ts";
import type { UserMemory } from "../memory.ts";
import { MemoletPanel as Panel, type Tab } from "../panel/panel.ts";
import { MemoletScore as Score } from "../panel/score.ts";
import type { Strings, StringsInput } from "../panel/strings.ts";
import { MemoletTimeline as Timeline } from "../panel/timeline.ts";

export { english, type Strings, type StringsInput } from "../panel/strings.ts";

// The elements as a page has them: what they are made with is no part of their types.

/** A person's view of what is remembered about them. */
export interface MemoletPanel extends HTMLElement {
  /** The memories to show. It loads, and follows every change of the store. */
  memory: UserMemory | undefined;
  /** Words in another language, as far as they are given. */
  strings: StringsInput | undefined;
  /** Left out: the page's `color-scheme`. */
  theme: "light" | "dark" | undefined;
  /** The page that is turned to; at first `remembered`. */
  tab: Tab;
  /** Shows a memory in detail. */
  show(id: string): void;
}

/** The versions of a claim and what happened to it, along real time. */
export interface MemoletTimeline extends HTMLElement {
  /** What `UserMemory.history` gives. */
  history: History | undefined;
  words: Strings;
  /** UTC milliseconds of the line “now”. Left out: when it is drawn. */
  now: number | undefined;
}

/** What a score is made of, as bars with their numbers. */
export interface MemoletScore extends HTMLElement {
  /** Parts by the engine's names, each about 0..1. */
  parts: Record<string, number>;
  /** The sum. Left out: none is shown. */
  score: number | undefined;
  /** What the part `match` had to reach, as a mark. */
  threshold: number | undefined;
  words: Strings;
}

export const MemoletPanel: new () => MemoletPanel = Panel;
export const MemoletTimeline: new () => MemoletTimeline = Timeline;
export const MemoletScore: new () => MemoletScore = Score;

declare global {
  interface HTMLElementTagNameMap {
    "memolet-panel": MemoletPanel;
    "memolet-timeline": MemoletTimeline;
    "memolet-score": MemoletScore;
  }
}
