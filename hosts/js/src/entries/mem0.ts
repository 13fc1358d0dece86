// A client of mem0's shape: `memolet/mem0`.
export * from "../mem0.ts";
