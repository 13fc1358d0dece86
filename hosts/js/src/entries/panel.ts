// memolet/panel: defines <memolet-panel>, and the drawings that it is made with.
export { MemoletPanel } from "../panel/panel.ts";
export { MemoletScore } from "../panel/score.ts";
export { MemoletTimeline } from "../panel/timeline.ts";
export { english, type Strings, type StringsInput } from "../panel/strings.ts";
