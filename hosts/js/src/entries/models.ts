// What makes vectors and answers questions: `memolet/models`.
export * from "../models/index.ts";
