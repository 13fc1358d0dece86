// The door on a real keeper in this process, with a store that lives in memory.
import { Keeper, MemoryDisk, UserMemory } from "./keeper.mjs";

export { MemoryClient, search } from "./keeper.mjs";

/** Opens a new store: `memory` is a user's view of it, `users` gives that of others, `bytes` what is kept. */
export async function openDoor(t, services = {}, user = "ana") {
  const disk = new MemoryDisk();
  const keeper = await Keeper.open({ tenant: "acme", embedder: "none" }, disk, services);
  t.after(() => keeper.close());
  const memory = new UserMemory(keeper, { user });
  const users = (user) => memory.as(user);
  const bytes = async () => {
    const { snapshot = new Uint8Array(), journal } = await disk.read();
    return Buffer.concat([snapshot, journal]);
  };
  return { memory, users, bytes };
}
