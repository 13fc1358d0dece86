// What the tests of the door's facades need, as one bundle.
export { Keeper } from "../../src/engine/keeper.ts";
export { MemoryClient } from "../../src/mem0.ts";
export { UserMemory } from "../../src/memory.ts";
export { search } from "../../src/panel/search.ts";
export { provide } from "../../src/raw/engine.ts";
export { MemoryDisk } from "../../src/storage/memory.ts";
