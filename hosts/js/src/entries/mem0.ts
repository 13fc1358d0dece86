// `memolet/mem0`: a client of mem0's shape.
export * from "../mem0.ts";
