// The door's calls on a raw store: what the facade's tests need of it, on the real engine and nothing else.
import { raw } from "./engine.mjs";

const { memory, recall, forgetting, working } = raw;

/** A store in memory. `model` answers its questions; without one, it asks none. */
export function openDoor({ model, ...options } = {}) {
  const settings = {
    tenant: "acme",
    seed: new Uint8Array(16).fill(7),
    model: model !== undefined,
    ...options,
  };
  const store = memory.Store.open(settings, undefined, new Uint8Array(), Date.now());
  drain(store);
  return new Door(store, model, store.scope({ user: "nobody" }));
}

class Door {
  constructor(store, model, scope) {
    Object.assign(this, { store, model, handle: scope });
  }

  scope = (labels) => new Door(this.store, this.model, this.store.scope(labels));
  remember = async ({ metadata, observedAt, ...candidate }) =>
    this.#write((now) =>
      this.handle.remember({ ...candidate, observedAt: ms(observedAt), metadata: pairs(metadata) }, now),
    );
  recall = async (query) => recall.recall(this.handle, { ...query, filter: json(query.filter) }, Date.now());
  get = async (id) => told(this.handle.get(id, Date.now()));
  history = async (id) => {
    const { memory, versions, changes } = this.handle.history(id, Date.now());
    return { memory: told(memory), versions: versions.map(told), changes };
  };
  supersede = async (id, revision) =>
    this.#write((now) => this.handle.supersede(id, revision, undefined, now));
  erase = async ({ filter, ...erasure }) =>
    this.#write((now) => forgetting.erase(this.handle, { ...erasure, filter: json(filter) }, now));
  turn = async ({ at, ...message }) =>
    this.#write((now) => working.turn(this.handle, { ...message, at: ms(at) }, now));
  extract = async () => this.#write((now) => working.extract(this.handle, now));

  async *list({ filter, ...listing } = {}) {
    for (let after; ;) {
      const page = this.handle.list({ ...listing, filter: json(filter), after }, Date.now());
      yield* page.memories.map(told);
      if (!(after = page.next)) return;
    }
  }

  async settle() {
    for (let task; (task = this.store.poll(Date.now()));) {
      const reply = await this.model(task.task.val);
      this.store.answer(task.ticket, { tag: "reply", val: reply }, Date.now());
      drain(this.store);
    }
  }

  #write(call) {
    const result = call(Date.now());
    drain(this.store);
    return result;
  }
}

/** Takes the bytes that the engine hands out, and leaves its questions. */
function drain(store) {
  for (let open; (open = store.poll(Date.now()));) {
    if (open.task.tag !== "append" && open.task.tag !== "replace") return;
    store.answer(open.ticket, { tag: "stored" }, Date.now());
  }
}

const ms = (time) => (time === undefined ? undefined : new Date(time).getTime());
const json = (filter) => filter && JSON.stringify(filter);
const scalar = (value) =>
  value === null ? { tag: "null" } : { tag: { string: "text" }[typeof value] ?? typeof value, val: value };
const pairs = (metadata = {}) => Object.entries(metadata).map(([key, value]) => [key, scalar(value)]);
const told = ({ metadata, ...memory }) => ({
  ...memory,
  metadata: Object.fromEntries(metadata.map(([key, { val = null }]) => [key, val])),
});
