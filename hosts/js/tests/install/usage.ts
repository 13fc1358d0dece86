// Every method of the door, as its declarations have it: what does not compile here would not compile for a user.
import { MemoletError, openMemory, type ChangeEvent, type Memory, type UserMemory } from "memolet";
import { memory as raw, init } from "memolet/raw";

export async function usage(): Promise<string> {
  const memory: UserMemory = await openMemory({ tenant: "my-app", user: "ana", policy: { minRelevance: 0.2 } });
  const stop: () => void = memory.on("change", (change: ChangeEvent) => console.log(change.op, change.ids.length));
  const admission = await memory.remember("Ana lives in York.");
  if (admission.outcome === "refused") throw new Error(admission.rules.join());
  const fact = await memory.remember(
    {
      text: "Ana is allergic to walnuts.",
      kind: "fact",
      entity: "Ana",
      attribute: "allergy",
      value: "walnuts",
      validFrom: new Date(),
      observedAt: "2026-07-12T09:00:00Z",
      metadata: { topic: "health", grade: 2, old: null },
    },
    { key: "once", signal: AbortSignal.timeout(1_000) },
  );
  const id: string = fact.id ?? "";
  const got: Memory = await memory.get(id);
  const grade: null | boolean | number | bigint | string | undefined = got.metadata["grade"];
  for await (const listed of memory.list({ kinds: ["fact"], filter: { field: "metadata.topic", op: "eq", value: "health" } })) {
    const since: number = listed.validFrom;
    console.log(since, grade);
  }
  const next: string = await memory.supersede(id, { text: "Ana is allergic to pecans.", value: "pecans" });
  await memory.end(next, { at: Date.now(), reason: "she outgrew it" });
  const { hits, tokens } = await memory.recall({ text: "allergy", k: 5, asOf: new Date(), profile: "lifecycle" });
  const relevance: number | undefined = hits[0]?.parts["relevance"];
  const { text } = await memory.context("allergy");
  const why = await memory.whyNot(id, "allergy");
  const session = memory.scope({ session: "s1" });
  await session.turn({ role: "user", text: "Hello." });
  const receipt = await memory.erase(id);
  await memory.erase({ filter: { field: "kind", op: "eq", value: "fact" }, reason: "clean-up" });
  for await (const entry of memory.audit()) console.log(entry.op, entry.at);
  const storage = await memory.storage();
  stop();
  try {
    await memory.get("nothing");
  } catch (error) {
    if (error instanceof MemoletError && error.tag === "not-found") return error.message;
  }
  await init();
  const store = raw.Store.open({ tenant: "t", seed: new Uint8Array(16), model: false }, undefined, new Uint8Array(), 0);
  store.free();
  return [text, why.step, receipt.complete, relevance, tokens, storage.kind].join();
}
