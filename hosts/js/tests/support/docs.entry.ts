// `memolet` as the documents' examples import it, on a keeper in this process.
import { Keeper } from "../../src/engine/keeper.ts";
import { UserMemory } from "../../src/memory.ts";
import { provide } from "../../src/raw/engine.ts";
import type { Raw } from "../../src/raw/types.ts";
import type { Services } from "../../src/services.ts";
import { MemoryDisk } from "../../src/storage/memory.ts";

/** A store in memory with the services that are given. */
export async function openMemory({ tenant, user, ...services }: { tenant: string; user: string } & Services) {
  const { glue } = globalThis as unknown as { glue: Raw };
  provide(() => glue);
  return new UserMemory(await Keeper.open({ tenant }, new MemoryDisk(), services), { user });
}
