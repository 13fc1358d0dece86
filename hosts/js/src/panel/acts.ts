// What a person may do with a memory, each as a question or at once.
import type { Memory } from "../contract/types.ts";
import type { Question } from "./dialog.ts";
import type { Context } from "./part.ts";
import { receipt } from "./receipt.ts";
import { live } from "./rules.ts";
import type { Strings } from "./strings.ts";
import { moment } from "./times.ts";

export type Act = Exclude<keyof Strings["actions"], "label">;

/** What its state allows, the usual first. */
export function offered(memory: Memory): Act[] {
  const pin: Act = memory.pinned ? "unpin" : "pin";
  // An approved procedure stands above a person's plain words: it is set aside first.
  const approved = memory.kind === "procedure" && memory.approvedBy !== undefined;
  if (approved && live(memory)) return ["quarantine", pin, "archive", "forget"];
  if (approved && memory.state === "quarantined") return ["approve", "archive", "forget"];
  if (live(memory)) return ["edit", "end", "invalidate", pin, "archive", "forget"];
  switch (memory.state) {
    case "quarantined": return ["approve", "invalidate", "forget"];
    case "superseded":
    case "ended":
    case "consolidated": return ["restore", "invalidate", "forget"];
    default: return ["restore", "forget"];
  }
}

/** The question that an act asks first; none for what is done at once. */
export function question(act: Act, memory: Memory, context: Context): Question | undefined {
  if (!asks(act)) return undefined;
  const { ask, actions } = context.words;
  const words = { title: ask[`${act}Title`], text: ask[`${act}Text`], confirm: actions[act] };
  return { ...words, ...ASKED[act](memory, context) };
}

/** Carries out an act that asks nothing. */
export async function perform(act: Act, { id, state }: Memory, context: Context): Promise<void> {
  const { memory: store, words } = context;
  if (act === "unpin") await store.unpin(id);
  else if (act === "restore" && waits(state)) await store.dropErasure(id);
  else if (act === "restore") await store.restore(id);
  else if (act === "approve") await store.approve(id);
  else if (act === "quarantine") await store.quarantine(id);
  context.done(words.done[act] ?? "", id);
}

type Asking = "edit" | "end" | "invalidate" | "archive" | "pin" | "forget";
/** A question beyond the words that go by the act's name. */
type Asked = Partial<Question> & Pick<Question, "run">;

/** Whether a model was to forget it: then a person's word on it is an answer. */
function waits(state: Memory["state"]): boolean {
  return state === "pending-erasure";
}

function asks(act: Act): act is Asking {
  return Object.hasOwn(ASKED, act);
}

const ASKED: Record<Asking, (memory: Memory, context: Context) => Asked> = {
  edit(memory, context) {
    const { ask, actions, done } = context.words;
    return {
      confirm: ask.save,
      fields: [
        { name: "text", label: ask.words, kind: "words", value: memory.text, required: true },
        ...(memory.value === undefined
          ? []
          : [{ name: "value", label: ask.value, kind: "line" as const, value: memory.value }]),
        { name: "from", label: ask.from, kind: "when", hint: ask.fromHint },
      ],
      async run({ text = "", value, from }) {
        const revision = {
          text: text.trim(),
          value: value?.trim() || undefined,
          validFrom: moment(from),
          version: memory.version,
        };
        const id = await context.memory.supersede(memory.id, revision);
        context.open(id);
        context.done(done.edit ?? actions.edit, id);
      },
    };
  },

  end({ id, text }, context) {
    const { ask, done } = context.words;
    return {
      quote: text,
      fields: [
        { name: "at", label: ask.at, kind: "when", hint: ask.atHint },
        { name: "reason", label: ask.reason, kind: "line" },
      ],
      async run({ at, reason }) {
        await context.memory.end(id, { at: moment(at), reason: reason || undefined });
        context.done(done.end ?? "", id);
      },
    };
  },

  invalidate({ id, text }, context) {
    const { ask, done } = context.words;
    return {
      quote: text,
      fields: [{ name: "reason", label: ask.reason, kind: "line" }],
      async run({ reason }) {
        await context.memory.invalidate(id, { reason: reason || undefined });
        context.done(done.invalidate ?? "", id);
      },
    };
  },

  archive({ id, text }, context) {
    return {
      quote: text,
      async run() {
        await context.memory.archive(id);
        context.done(context.words.done.archive ?? "", id);
      },
    };
  },

  pin({ id, text }, context) {
    const { ask, done } = context.words;
    return {
      quote: text,
      fields: [
        { name: "reason", label: ask.reason, kind: "line", required: true },
        { name: "reviewAt", label: ask.reviewAt, kind: "when" },
      ],
      async run({ reason, reviewAt }) {
        await context.memory.pin(id, { reason, reviewAt: moment(reviewAt) });
        context.done(done.pin ?? "", id);
      },
    };
  },

  forget({ id, text, state }, context) {
    const { memory } = context;
    const erase = () => (waits(state) ? memory.confirmErasure(id) : memory.erase(id));
    return {
      quote: text,
      danger: true,
      run: async () => receipt(await erase(), context),
    };
  },
};
