// The developer's door: one user's memories, as promises and plain objects.
import { fields, must } from "./arguments.ts";
import type {
  Admission, Candidate, CheckpointState, Counters, Entry, Erasure, EvictionState, Features, History, Imported, Json,
  JsonInput, Labels, Listing, Memory, MessageInput, Observed, Operations, Page, PendingErasure, PolicyTrial,
  PromptContext, Query, Reading, Receipt, Recalled, Revision, Scored, Swept, Time, TurnSaid, Utterance, Verified, Why, Window,
} from "./contract/types.ts";
import type { ChangeEvent, NoticeEvent, ProgressEvent, RoleEvent, StoreEvent } from "./events.ts";
import type { StorageState } from "./host.ts";
import { LABELS, labelled } from "./labels.ts";
import type { Link } from "./link.ts";
import { checkSignal } from "./request.ts";

/** What every call takes last. */
export interface CallOptions {
  /** The caller's clock. Left out: the host's. */
  now?: Time | undefined;
  /**
   * Idempotency key: a command that carries one used before gives the first outcome again. Nothing is
   * encrypted with it: that is `openMemory`'s option of the same name.
   */
  key?: string | undefined;
  /** Stops waiting. A command that was under way by then may have been carried out. */
  signal?: AbortSignal | undefined;
}

/** An import, and whose it may be. */
export interface ImportOptions extends CallOptions {
  /** The user whose export it is, where that is another: what comes in becomes this user's own. */
  fromUser?: string | undefined;
  /** The tenant whose export it is, where that is another. */
  fromTenant?: string | undefined;
}

/** A call with words for the history. */
export interface ReasonedOptions extends CallOptions {
  /** Why, in the caller's words. They go with the memory when it is erased. */
  reason?: string | undefined;
}

/** A decision by somebody. */
export interface DecisionOptions extends ReasonedOptions {
  /** Who decides. Left out: the scope's user. */
  by?: string | undefined;
}

/** A model's call that a person may have agreed to. */
export interface ConsentOptions extends CallOptions {
  /** Who agreed to it. Never from the model's arguments. */
  consent?: string | undefined;
}

interface Events {
  change: ChangeEvent;
  role: RoleEvent;
  notice: NoticeEvent;
  progress: ProgressEvent;
}

const EVENTS: string[] = ["change", "role", "notice", "progress"] satisfies (keyof Events)[];
const CALL = ["now", "key", "signal"];

type Args<O extends keyof Operations> = Operations[O]["args"];
type Result<O extends keyof Operations> = Operations[O]["result"];

/**
 * A user's view of a store. Made by `openMemory`. Every method throws `MemoletError` with the failure's
 * tag; a call that throws has changed nothing, unless its text says otherwise.
 */
export class UserMemory {
  readonly #link: Link;
  /** Who asks. */
  readonly labels: Readonly<Labels>;

  constructor(link: Link, labels: Labels) {
    this.#link = link;
    this.labels = labelled(labels);
  }

  /** The same user's memories under other labels: a session, a project, an agent, a purpose. Any other: `invalid`. */
  scope(labels: Partial<Omit<Labels, "user">>): UserMemory {
    fields("scope's labels", labels, LABELS.slice(1));
    return new UserMemory(this.#link, { ...this.labels, ...labels });
  }

  /**
   * Another user's memories in the same store, under the same other labels. Whoever holds a memory of a
   * store can reach all its users by this: the host decides who gets one. Closing either closes the store.
   */
  as(user: string): UserMemory {
    return new UserMemory(this.#link, { ...this.labels, user });
  }

  // What is remembered

  /** Offers a claim: a text, or a text with what is known of it. Refusal is an outcome, not a failure. */
  remember(claim: string | Candidate, options?: CallOptions): Promise<Admission> {
    return this.#call("remember", typeof claim === "string" ? { text: claim } : claim, options);
  }

  /**
   * Takes a turn of a conversation in: keeps it in its own words, reads what the user's own words state, and
   * carries that out: states, changes, ends, corrections. A text alone is the user's. Says what came of each.
   */
  observe(turn: string | (Partial<TurnSaid> & { text: string }), options?: CallOptions): Promise<Observed> {
    const said = typeof turn === "string" ? { text: turn } : turn;
    return this.#call("observe", { role: "user", ...said }, options);
  }

  get(id: string, options?: CallOptions): Promise<Memory> {
    return this.#call("get", { id }, options);
  }

  /** A memory with its changes, oldest first, and the versions of its claim. */
  history(id: string, options?: CallOptions): Promise<History> {
    return this.#call("history", { id }, options);
  }

  /**
   * All memories that fit, newest first, fetched page by page as they are read. `limit` is the size of a page
   * and not of the list: to have fewer, stop reading, or ask for one `page`.
   */
  async *list(listing: Listing = {}, options?: CallOptions): AsyncGenerator<Memory, void, undefined> {
    let page = await this.page(listing, options);
    for (;;) {
      yield* page.memories;
      if (page.next === undefined) return;
      page = await this.page({ ...listing, after: page.next }, options);
    }
  }

  /** One page of a list: at most `limit` memories, and where the next begins. */
  page(listing: Listing = {}, options?: CallOptions): Promise<Page> {
    return this.#call("list", listing, options);
  }

  // What becomes of it

  /** Replaces a claim by a new version and gives the new memory's id; the old one stays as its past. */
  async supersede(
    id: string,
    revision: string | (Revision & { version?: number | undefined }),
    options?: CallOptions,
  ): Promise<string> {
    const fields = typeof revision === "string" ? { text: revision } : revision;
    return (await this.#call("supersede", { id, ...fields }, options)).id;
  }

  /** No longer true from `at` (default now), with no successor. */
  async end(id: string, options?: ReasonedOptions & { at?: Time | undefined }): Promise<void> {
    await this.#call("end", { id }, options, ["at", "reason"]);
  }

  /** Was wrong all along. `restore` takes it back. */
  async invalidate(id: string, options?: ReasonedOptions): Promise<void> {
    await this.#call("invalidate", { id }, options, ["reason"]);
  }

  /** Back to active, where nothing else is current in its place. */
  async restore(id: string, options?: ReasonedOptions): Promise<void> {
    await this.#call("restore", { id }, options, ["reason"]);
  }

  /** Puts away, out of recall. `restore` takes it back. */
  async archive(id: string, options?: ReasonedOptions): Promise<void> {
    await this.#call("archive", { id }, options, ["reason"]);
  }

  /** Somebody confirmed that it is false or misleading: lowers its priority. */
  async corrected(id: string, options?: Omit<DecisionOptions, "reason">): Promise<void> {
    await this.#call("corrected", { id, by: this.labels.user }, options, ["by"]);
  }

  /** Accepts what waits for review; what is current at its address is superseded. */
  approve(id: string, options?: DecisionOptions): Promise<void> {
    return this.#decide("approve", id, options);
  }

  /** Takes a memory out of recall until it is approved, restored or erased. */
  quarantine(id: string, options?: DecisionOptions): Promise<void> {
    return this.#decide("quarantine", id, options);
  }

  /** Exempts a memory from eviction. */
  async pin(id: string, options?: DecisionOptions & { reviewAt?: Time | undefined }): Promise<void> {
    await this.#call("pin", { id, by: this.labels.user }, options, ["by", "reason", "reviewAt"]);
  }

  unpin(id: string, options?: DecisionOptions): Promise<void> {
    return this.#decide("unpin", id, options);
  }

  /** A legal hold: nothing takes this memory until it is released. It needs a reason. */
  hold(id: string, options: DecisionOptions & { reason: string }): Promise<void> {
    return this.#decide("hold", id, options);
  }

  release(id: string, options?: DecisionOptions): Promise<void> {
    return this.#decide("release", id, options);
  }

  /** Takes back the command of an audit sequence, and gives how many memories are as before. */
  async undo(sequence: number, options?: CallOptions): Promise<number> {
    return (await this.#call("undo", { sequence }, options)).changed;
  }

  /**
   * Erases for good, and resolves once this device's bytes are gone. Takes an id, several, or an
   * `Erasure`; who asks is the scope's user and the reason `user-request` unless it says otherwise. A
   * reason here is a code of `a-z 0-9 - _ .`, as of an `Erasure`, for it stays in the receipt.
   */
  erase(what: string | string[] | Partial<Erasure>, options?: ReasonedOptions): Promise<Receipt> {
    const ids = typeof what === "string" ? [what] : what;
    const erasure = Array.isArray(ids) ? { ids } : ids;
    const args = { authority: this.labels.user, reason: "user-request", ...erasure };
    return this.#call("erase", args, options, ["reason"]);
  }

  /** What a model was to forget: out of recall, and erased when a person confirms it. The longest first. */
  async pendingErasures(options?: CallOptions): Promise<PendingErasure[]> {
    return (await this.#call("pendingErasures", {}, options)).erasures;
  }

  /** Erases for good what a model was to forget. For a person to say, in front of the app; never for a model. */
  confirmErasure(id: string, options?: Omit<DecisionOptions, "reason">): Promise<Receipt> {
    return this.#call("confirmErasure", { id, by: this.labels.user }, options, ["by"]);
  }

  /** Brings back what a model was to forget, as it was. */
  dropErasure(id: string, options?: DecisionOptions): Promise<void> {
    return this.#decide("dropErasure", id, options);
  }

  /** What was erased, and which copies have confirmed it. */
  async receipts(options?: CallOptions): Promise<Receipt[]> {
    return (await this.#call("receipts", {}, options)).receipts;
  }

  /** Names a copy outside (a backup, a device) that later erasures must reach. */
  async registerCopy(name: string, options?: CallOptions): Promise<void> {
    await this.#call("registerCopy", { name }, options);
  }

  /** A registered copy has erased what the receipt names, or can be read no more. */
  confirm(receipt: string, copy: string, options?: CallOptions): Promise<Receipt> {
    return this.#call("confirm", { receipt, copy }, options);
  }

  /** Lets an erased text be remembered again. */
  async liftTombstone(text: string, options: DecisionOptions & { reason: string }): Promise<void> {
    const args = { text, by: this.labels.user } as Args<"liftTombstone">;
    await this.#call("liftTombstone", args, options, ["by", "reason"]);
  }

  // Reading for a task

  /** The memories that bear on a text, best first. Never changes what is stored. */
  async recall(query: string | Query, options?: CallOptions): Promise<Recalled> {
    return this.#call("recall", asked(query), options);
  }

  /** The same as delimited notes for a prompt. */
  async context(query: string | Query, options?: CallOptions): Promise<PromptContext> {
    return this.#call("context", asked(query), options);
  }

  /** The step of a recall that dropped a memory, or `recalled`. */
  async whyNot(id: string, query: string | Query, options?: CallOptions): Promise<Why> {
    return this.#call("whyNot", { ...asked(query), id }, options);
  }

  /** An answer used these memories. Counted at most once a memory and session. */
  async used(ids: string[], options?: CallOptions): Promise<number> {
    return (await this.#call("used", { ids }, options)).counted;
  }

  // Working memory and models

  /** Appends a turn to the session's window. The labels need a session. */
  turn(message: MessageInput, options?: CallOptions): Promise<Window> {
    return this.#call("turn", message, options);
  }

  /** Asks the model which claims the session's turns make. False: there is nothing to ask. */
  async extract(options?: CallOptions): Promise<boolean> {
    return (await this.#call("extract", {}, options)) !== null;
  }

  /** Saves the task's state, and gives the checkpoint's sequence. */
  async checkpoint(state: string, options?: CallOptions): Promise<number> {
    return (await this.#call("checkpoint", { state }, options)).sequence;
  }

  /** The last checkpoint's state and the turns held now. */
  resume(options?: CallOptions): Promise<CheckpointState> {
    return this.#call("resume", {}, options);
  }

  replay(sequence: number, options?: CallOptions): Promise<CheckpointState> {
    return this.#call("replay", { sequence }, options);
  }

  /** Tools by which a model manages memory, in the form of MCP. */
  async toolDefinitions(options?: CallOptions): Promise<Json> {
    return (await this.#call("toolDefinitions", {}, options)).tools;
  }

  /**
   * Carries out a model's call of a tool, and gives what the model should read. `consent` is the name of the
   * person who agreed to this erasure in front of the app, where the policy takes it with the call.
   */
  tool(name: string, args: JsonInput, options?: ConsentOptions): Promise<Result<"tool">> {
    return this.#call("tool", { name, arguments: args }, options, ["consent"]);
  }

  /** Asks the model what recurring episodes come to. Gives how many questions were opened. */
  async consolidate(options?: CallOptions): Promise<number> {
    return (await this.#call("consolidate", {}, options)).tickets.length;
  }

  /** Resolves when everything that is open has been tried: embeddings and a model's answers. */
  async settle(options?: CallOptions): Promise<void> {
    await this.#ask("settle", {}, options);
  }

  /**
   * What a speaker's own words say, read without a model. Changes nothing. A text alone is said now; a
   * correction is readable where `before` has what the speaker said just before.
   */
  readStatements(said: string | (Partial<Utterance> & { text: string }), options?: CallOptions): Promise<Reading> {
    const utterance = typeof said === "string" ? { text: said } : said;
    return this.#call("readStatements", { at: options?.now ?? Date.now(), ...utterance }, options);
  }

  // Rules and their record

  /** The whole policy in force, defaults written out. */
  policy(options?: CallOptions): Promise<Result<"policy">> {
    return this.#call("policy", {}, options);
  }

  /** What a policy would do. Changes nothing. */
  tryPolicy(policy: JsonInput, options?: CallOptions): Promise<PolicyTrial> {
    return this.#call("tryPolicy", { policy }, options);
  }

  async adoptPolicy(policy: JsonInput, options?: CallOptions): Promise<void> {
    await this.#call("adoptPolicy", { policy }, options);
  }

  /** The periodic forgetting job, over every user of the store. */
  sweep(options?: CallOptions & { dryRun?: boolean | undefined }): Promise<Swept> {
    return this.#call("sweep", {}, options, ["dryRun"]);
  }

  /** Why and when a memory would leave. */
  eviction(id: string, options?: CallOptions): Promise<EvictionState> {
    return this.#call("eviction", { id }, options);
  }

  /** The audit's entries after a sequence, oldest first, fetched as they are read. */
  async *audit(after = 0, options?: CallOptions): AsyncGenerator<Entry, void, undefined> {
    for (;;) {
      const { entries } = await this.#call("audit", { after, limit: 500 }, options);
      yield* entries;
      const last = entries.at(-1);
      if (!last) return;
      after = last.sequence;
    }
  }

  /** Recomputes the audit's whole chain. */
  verify(options?: CallOptions): Promise<Verified> {
    return this.#call("verify", {}, options);
  }

  stats(options?: CallOptions): Promise<Counters> {
    return this.#call("stats", {}, options);
  }

  /** Hash of the whole state. Equal states have equal hashes. */
  async stateHash(options?: CallOptions): Promise<string> {
    return (await this.#call("stateHash", {}, options)).hash;
  }

  /** Scores features under a profile: the formula alone. */
  score(features: Features, profile?: string, options?: CallOptions): Promise<Scored> {
    return this.#call("score", { ...features, profile }, options);
  }

  /** Names of the scoring profiles. */
  async profiles(options?: CallOptions): Promise<string[]> {
    return (await this.#call("profiles", {}, options)).profiles;
  }

  // The store on this device

  /** The user's memories, whole, as JSON Lines: a header, then a memory a line, oldest first. */
  async export(options?: CallOptions): Promise<string> {
    return ((await this.#ask("export", {}, options)) as { lines: string }).lines;
  }

  /**
   * Brings an export in, and says what came of its lines. `denied`: it is another user's or another tenant's, and
   * the options do not name that one.
   */
  import(lines: string, options: ImportOptions = {}): Promise<Imported> {
    const { fromUser, fromTenant, ...rest } = options;
    return this.#ask("import", { lines, fromUser, fromTenant }, rest) as Promise<Imported>;
  }

  /** Where the bytes lie, how many they are, and whether the browser promises to keep them. */
  storage(options?: CallOptions): Promise<StorageState> {
    return this.#ask("storage", {}, options) as Promise<StorageState>;
  }

  /** The whole store's bytes, every user's memories: what a disk that restores it gives as its snapshot. */
  async backup(options?: CallOptions): Promise<Uint8Array> {
    return ((await this.#ask("backup", {}, options)) as { bytes: Uint8Array }).bytes;
  }

  /** Removes the whole store from this device, every user's memories with it. Closes it, also where it throws. */
  async destroy(options?: CallOptions): Promise<void> {
    try {
      await this.#ask("destroy", {}, options);
    } finally {
      await this.close();
    }
  }

  /** Who keeps the store now. A `role` event tells of every change. */
  get role(): RoleEvent["role"] {
    return this.#link.role;
  }

  /**
   * Calls the listener for every event of a sort, in every tab, until what it returns is called. Events are
   * the store's: a `change` tells of every user's memories, by their ids and the operation, never by a word.
   */
  on<T extends keyof Events>(type: T, listener: (event: Events[T]) => void): () => void {
    must(EVENTS.includes(type), "event", `one of ${EVENTS.join(", ")}`);
    must(typeof listener === "function", "listener", "a function");
    return this.#link.listen((event: StoreEvent) => {
      if (event.type === type) listener(event as Events[T]);
    });
  }

  /** Lets the store go, for every view of it. What was acknowledged is kept. */
  close(): Promise<void> {
    return this.#link.close();
  }

  async #decide(
    op: "approve" | "quarantine" | "unpin" | "hold" | "release" | "dropErasure", id: string, options?: DecisionOptions,
  ): Promise<void> {
    await this.#call(op, { id, by: this.labels.user }, options, ["by", "reason"]);
  }

  #call<O extends keyof Operations>(
    op: O, args: Args<O>, options?: CallOptions, own?: (keyof Args<O> & string)[],
  ): Promise<Result<O>> {
    return this.#ask(op, args, options, own) as Promise<Result<O>>;
  }

  /** The options that are `own` to the operation are arguments of it, before those in `args`. */
  async #ask(op: string, args: object, options: CallOptions = {}, own: string[] = []): Promise<unknown> {
    fields(`${op}'s arguments`, args);
    fields(`${op}'s options`, options, [...own, ...CALL]);
    const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== null);
    const { now, key, signal, ...more }: CallOptions = Object.fromEntries(given);
    checkSignal(signal);
    const request = { op, scope: this.labels, args: { ...args, ...more } };
    return this.#link.request(
      { ...request, ...(now === undefined ? {} : { now }), ...(key === undefined ? {} : { key }) },
      signal,
    );
  }
}

function asked(query: string | Query): Query {
  if (typeof query === "string") return { text: query };
  fields("query", query);
  return query;
}
