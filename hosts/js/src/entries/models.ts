// `memolet/models`: what makes vectors and what answers questions.
export * from "../models/index.ts";
