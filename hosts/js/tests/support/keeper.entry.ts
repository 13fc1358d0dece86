// What the tests of a keeper and of the door's facades need, as one bundle.
export { Keeper } from "../../src/engine/keeper.ts";
export { operation, operationNames } from "../../src/engine/table.ts";
export { readTime } from "../../src/engine/time.ts";
export { MemoletError } from "../../src/errors.ts";
export { MemoryClient } from "../../src/mem0.ts";
export { UserMemory } from "../../src/memory.ts";
export { search } from "../../src/panel/search.ts";
export { provide } from "../../src/raw/engine.ts";
export { MemoryDisk } from "../../src/storage/memory.ts";
export { sealed } from "../../src/storage/sealed.ts";
export { parse, stringify } from "../../src/json.ts";
