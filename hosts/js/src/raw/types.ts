// Written by `cargo xtask types` from wit/. Do not edit.
// The types of the raw engine: values as a component has them.

/** What sort of claim a memory is. Decay, ranking and authority to write depend on it. */
export type Kind =
  /** Something that happened: a turn, an observation, an outcome. */
  | "episode"
  /** Something believed to be so until replaced, ended or invalidated. */
  | "fact"
  /** What somebody likes or wants. The current turn's instructions override it. */
  | "preference"
  /** How to act, in an exact scope and version. */
  | "procedure";

/** Where a claim came from. */
export type Source =
  /** The user's own words. */
  | "user-said"
  /** Content that came through a tool: a page, a mail, an API. */
  | "tool-result"
  /** The application itself. */
  | "system"
  /** A model's conclusion. */
  | "inferred"
  /** A synthesis of several memories. */
  | "consolidated";

/** How the claim was come by. */
export type Mode = "observed" | "inferred" | "prescribed";

/** How carefully a memory must be handled. */
export type Sensitivity = "normal" | "personal" | "restricted";

/** A memory's governance state. Erased is no state: nothing but a tombstone is left. */
export type State =
  /** Stored at once, not yet reconciled. Recalled. */
  | "provisional"
  /** Admitted and current. Recalled. */
  | "active"
  /** Folded into a synthesis and kept as its evidence. */
  | "consolidated"
  /** Was true, and something replaced it. */
  | "superseded"
  /** Was true, and nothing replaced it. */
  | "ended"
  /** Was wrong. Reversible. */
  | "invalidated"
  /** Doubtful or in conflict; waits for review. */
  | "quarantined"
  /** Past its time. */
  | "expired"
  /** Evicted by decay or capacity, or put away by the host. */
  | "archived"
  /**
   * To be forgotten, by a model's call: out of every recall, looks back included, until a person
   * confirms its erasure or drops it (`forgetting`).
   */
  | "pending-erasure";

/** Whether a memory may be stated as fact. */
export type Standing =
  /** Confidence is at or above the policy's threshold. */
  | "assert"
  /** Below it: may colour the tone, never be stated as fact. */
  | "context";

/** What became of a candidate. */
export type Outcome =
  /** Stored: current, or elsewhere in time as the admission's `placed` says. */
  | "active"
  | "provisional"
  /** Kept out of recall for review; `rules` says why. */
  | "quarantined"
  /** Already known; `id` is the memory that was corroborated. */
  | "duplicate"
  /** Not stored; `rules` says why. The audit holds the refusal without its content. */
  | "refused";

/** Where a claim was filed that does not hold now. */
export type Tense = "past" | "ahead";

/**
 * One metadata value. A whole number that `number` cannot hold exactly (beyond 2^53) is an `integer`, or a
 * `natural` where it is beyond that too; every other is a `number`, however it was handed in. They
 * compare by value.
 */
export type Scalar = { tag: "null" } | { tag: "boolean"; val: boolean } | { tag: "number"; val: number } | { tag: "text"; val: string } | { tag: "integer"; val: bigint } | { tag: "natural"; val: bigint };

/**
 * Why a call failed. The text says what was wrong and what is allowed; it never repeats a
 * memory's text.
 */
export type Failure =
  /** The scope has no right to this. */
  | { tag: "denied"; val: string }
  /** No memory, receipt or copy of this name is visible in this scope. */
  | { tag: "not-found"; val: string }
  /** An argument is out of its range or shape: which field, and what is allowed. */
  | { tag: "invalid"; val: string }
  /**
   * The memory changed since the version that the call was made on, or its state does not
   * allow this.
   */
  | { tag: "conflict"; val: string }
  /** The target has more authority than the call. */
  | { tag: "authority"; val: string }
  /** The ticket was answered before, closed, or never issued. */
  | { tag: "stale-ticket"; val: string }
  /** The answer is of another sort than the ticket's task, or of another length. */
  | { tag: "wrong-answer"; val: string }
  /** Bytes of an earlier command wait for `poll` and `answer`. */
  | { tag: "undrained"; val: string }
  /** The model's reply is not the JSON that was asked for. The ask stays open. */
  | { tag: "malformed-reply"; val: string }
  /**
   * The reply names a memory that it was not shown. Single operations are rejected for it; the
   * call does not fail.
   */
  | { tag: "not-shown"; val: string }
  /** The store was opened with another embedder: both names and sizes. */
  | { tag: "embedder-mismatch"; val: string }
  /** More than a stated bound. */
  | { tag: "too-large"; val: string }
  /** Stored bytes are damaged: where. */
  | { tag: "corrupt"; val: string }
  /** Written by a later version of the engine. */
  | { tag: "newer-format"; val: string }
  /** Another writer holds the store. Given by hosts, which keep the lock. */
  | { tag: "locked"; val: string }
  /** The disk is full; nothing was lost. Given by hosts. Make room, then call again. */
  | { tag: "full"; val: string }
  | { tag: "other"; val: string };

/**
 * What a claim is about: equal address, kind and scope mean "the same fact, perhaps a new
 * value", or one value more where the address holds several. Compared by canonical form, with
 * case folded.
 */
export interface Address {
  entity: string;
  attribute: string;
}

/** Bytes `start` up to, not including, `end`. */
export interface Span {
  start: number;
  end: number;
}

/** Where a claim came from. */
export interface Evidence {
  /** Resolvable reference, at most 2,048 bytes. */
  uri: string;
  /** Digest of the referenced bytes, as `algorithm:hex`. */
  digest?: string | undefined;
  span?: Span | undefined;
  observedAt?: number | undefined;
}

/** A rare, reviewed exemption from eviction. */
export interface Pin {
  by: string;
  reason: string;
  reviewAt?: number | undefined;
}

/** A legal hold: blocks expiry, eviction and erasure of the memory that it names. */
export interface Hold {
  owner: string;
  reason: string;
}

export interface Retention {
  purpose?: string | undefined;
  /** Version of the policy under which the record was admitted. */
  policy: string;
  deadline?: number | undefined;
  hold?: Hold | undefined;
}

/** Where a procedure holds. */
export interface AppliesTo {
  scope: string;
  /** A version requirement, such as `>=1.2`. */
  version: string;
}

/** One stored record: one claim. */
export interface Memory {
  /** UUIDv7. */
  id: string;
  /** Empty in the shared partition. */
  user: string;
  shared: boolean;
  project?: string | undefined;
  agent?: string | undefined;
  session?: string | undefined;
  /** Who said or did it. */
  actor?: string | undefined;
  kind: Kind;
  /** The claim, in one sentence. */
  text: string;
  address?: Address | undefined;
  value?: string | undefined;
  /** Its address holds several values side by side; each has a time line of its own. */
  several: boolean;
  /** Name of the embedder of its vector; none while it has no vector. */
  embedder?: string | undefined;
  source: Source;
  mode: Mode;
  evidence: Evidence[];
  /** 0..1 */
  importance: number;
  /** 0..1, derived from source reliability, independent evidence and time since verified. */
  confidence: number;
  standing: Standing;
  sensitivity: Sensitivity;
  /** When the source saw it. */
  observedAt: number;
  /** When this store came to know it. */
  recordedAt: number;
  /** When this store stopped believing it as it stands. */
  retractedAt?: number | undefined;
  /** The claim holds in the world in [validFrom, validTo). */
  validFrom: number;
  /**
   * `validFrom` was stated. Otherwise it is when the claim was observed: it may have begun to
   * hold before.
   */
  startStated: boolean;
  validTo?: number | undefined;
  lastUsedAt: number;
  lastVerifiedAt: number;
  uses: number;
  corrections: number;
  expiresAt?: number | undefined;
  reviewAt?: number | undefined;
  retention: Retention;
  pinned?: Pin | undefined;
  supersedes: string[];
  supersededBy?: string | undefined;
  supports: string[];
  contradicts: string[];
  appliesTo?: AppliesTo | undefined;
  approvedBy?: string | undefined;
  /** Name and version of what extracted it. */
  extractor?: string | undefined;
  /** Version of the record's schema. */
  schema: number;
  metadata: [string, Scalar][];
  state: State;
  /** Sequence of the last event that changed it. */
  version: number;
}

/** A claim not yet admitted. What is left out is taken from the policy or from `now`. */
export interface Candidate {
  /**
   * One claim. Policy bounds its length (2,000 characters unless changed; over it: refused by
   * `length`). Kept without what says nothing: colours of a terminal, direction marks that order
   * nothing, joiners where no script needs them. From the user's own words (`user-said`, without an
   * extractor) what is hidden goes too: tags, overriding directions, controls; in others it is
   * refused.
   */
  text: string;
  /** Default: episode. */
  kind?: Kind | undefined;
  actor?: string | undefined;
  /** Default: user-said. */
  source?: Source | undefined;
  /** Default: observed; inferred where the source is. */
  mode?: Mode | undefined;
  /** With `attribute`: the claim's address. Both or neither. */
  entity?: string | undefined;
  attribute?: string | undefined;
  value?: string | undefined;
  /**
   * Whether the address holds several values. True: this value stands beside the others, and
   * meets only what says the same value; it replaces none. False: it is the only value, and
   * replaces every other that holds when it begins. Default: what the address is already, by
   * what was last recorded there; else by the policy's `several`, which names attributes. One
   * of several is replaced, ended or invalidated by its id, and the others stay.
   */
  several?: boolean | undefined;
  /** 0..1. Default by kind. */
  importance?: number | undefined;
  sensitivity?: Sensitivity | undefined;
  /**
   * When it was said or seen. Of two open-ended claims about one thing the one said last holds.
   * Default: now, after everything that is known, whatever the clock says.
   */
  observedAt?: number | undefined;
  /**
   * When it began to hold, where that was stated. Left out, the claim says that it holds when it
   * is observed, and not since when. `docs/time.md` has the table of how claims meet.
   */
  validFrom?: number | undefined;
  validTo?: number | undefined;
  expiresAt?: number | undefined;
  evidence?: Evidence[] | undefined;
  metadata?: [string, Scalar][] | undefined;
  appliesTo?: AppliesTo | undefined;
  extractor?: string | undefined;
  /** Into the shared partition; the scope needs `sharedWriter`. */
  shared?: boolean | undefined;
  /**
   * Unit length is not required. Left out, the engine asks for it when the store has an
   * embedder.
   */
  embedding?: Float32Array | number[] | undefined;
}

/** Where a claim was filed that does not hold now, and what stands above it. */
export interface Placement {
  /**
   * `past`: it is over, by its own end or by what is known after it. `ahead`: it holds from its
   * date on.
   */
  tense: Tense;
  /** Ids of what replaced it, and of what holds now at its address; empty where nothing does. */
  above: string[];
}

export interface Admission {
  outcome: Outcome;
  /** The stored memory, or the one corroborated. None when refused. */
  id?: string | undefined;
  /** The admission rules that quarantined or refused, by name. */
  rules: string[];
  /** Memories that this one retired or is in conflict with. */
  related: string[];
  /** Where it was filed, or the known memory stands, if not at the present. */
  placed?: Placement | undefined;
}

/** One change of a memory. */
export interface Change {
  sequence: number;
  at: number;
  /** Reason code, such as `superseded` or `swept-expired`. */
  code: string;
  /** The caller's words, where it gave some. They go with the memory when it is erased. */
  reason?: string | undefined;
  /** Who decided, as a keyed hash. */
  by: string;
  /** Policy version in force. */
  policy: string;
  /** The state, validity and links that the change led to. */
  state: State;
  validFrom: number;
  validTo?: number | undefined;
  supersededBy?: string | undefined;
}

export interface History {
  memory: Memory;
  /** Oldest first. */
  changes: Change[];
  /** The chain of replaced versions of the same claim, oldest first, this memory included. */
  versions: Memory[];
}

/**
 * Which memories a listing or a recall may see. An empty list means the default states
 * (provisional and active) or all kinds; a listing that names states has what lies ahead too.
 */
export interface Listing {
  kinds?: Kind[] | undefined;
  states?: State[] | undefined;
  /**
   * A filter tree: `{"all": […]}`, `{"any": […]}`, `{"not": …}` or
   * `{"field": "metadata.topic", "op": "eq|ne|gt|gte|lt|lte|in|contains", "value": …}`.
   * Fields: kind, state, source, mode, actor, project, agent, session, entity, attribute,
   * value, importance, confidence, sensitivity, observedAt, recordedAt, validFrom, validTo,
   * expiresAt, and `metadata.` followed by a key. `in` takes an array.
   */
  filter?: string | undefined;
  /** 1..1000, default 50. */
  limit?: number | undefined;
  /** The last id of the page before. */
  after?: string | undefined;
}

export interface Page {
  memories: Memory[];
  /** Give it as `after` for the next page. None: this was the last. */
  next?: string | undefined;
}

/** A new version of a claim. */
export interface Revision {
  text: string;
  value?: string | undefined;
  /** When the new claim starts to hold, and the old one stops. Default: now. */
  validFrom?: number | undefined;
  source?: Source | undefined;
  evidence?: Evidence[] | undefined;
  embedding?: Float32Array | number[] | undefined;
}

/**
 * Who asks. Every label is compared byte for byte; an empty one, one with control characters
 * or one over 256 bytes is `invalid`.
 */
export interface Labels {
  user: string;
  /** On reading: restricts to this project's memories and those of none. */
  project?: string | undefined;
  /** Labels what is written; on reading it restricts only through a filter. */
  agent?: string | undefined;
  /** Labels what is written and names the working memory. */
  session?: string | undefined;
  /** On reading: memories kept for other purposes are not eligible. */
  purpose?: string | undefined;
  /** May write the shared partition. */
  sharedWriter?: boolean | undefined;
}

/** Which embedder makes a store's vectors. Fixed when the store is made. */
export interface EmbedderInfo {
  name: string;
  /** 1..4096 */
  dimensions: number;
}

export interface Options {
  tenant: string;
  /**
   * Entropy, at least 16 bytes. A new store takes its ids and its secret for keyed hashes
   * from it. Opening again with the same seed repeats no id.
   */
  seed: Uint8Array;
  /**
   * A policy as JSON; what it leaves out keeps its default. An unknown field is `invalid`.
   * Left out, a stored policy stays in force.
   */
  policy?: string | undefined;
  /** Left out, a store that has an embedder keeps it. Another one is `embedder-mismatch`. */
  embedder?: EmbedderInfo | undefined;
  /**
   * The host answers `ask` tasks. Without a model no question is opened: candidates are
   * reconciled by address and value alone.
   */
  model?: boolean | undefined;
  /** Names this device in the origin of its events. Default: `local`. */
  device?: string | undefined;
}

export interface Opened {
  tenant: string;
  sequence: number;
  /** Memories in any state. */
  memories: number;
  /**
   * Bytes of a torn last journal frame that were dropped: a write that was never
   * acknowledged. The host MUST cut its journal by as many before it appends.
   */
  droppedBytes: number;
  embedder?: EmbedderInfo | undefined;
}

/** A question for a model. */
export interface Ask {
  /** `reconcile`, `extract` or `consolidate`. */
  purpose: string;
  prompt: string;
  /** JSON schema of the reply. */
  schema: string;
  /**
   * The aliases that the prompt shows (`m1` …). A reply can name only these. `extract` shows none: it
   * is about one sentence of the user's.
   */
  shown: string[];
}

/** Candidates of a recall for a reranker. */
export interface RerankTask {
  /** The text of the recall's query. */
  query: string;
  /** What each memory says, with who said it before it. */
  documents: string[];
}

/** Texts for a tokenizer. */
export interface CountTask {
  /** The tokenizer, by the name that the query gave. */
  counter: string;
  /** The head, the notes and the foot of a context, each as it would be emitted. */
  texts: string[];
}

/** An act that the host does for the engine. */
export type Task =
  /** Append these bytes to the journal, durably, then answer `stored`. */
  | { tag: "append"; val: Uint8Array }
  /**
   * Replace the snapshot by these bytes, durably and at once, then empty the journal and
   * answer `stored`. No copy of the old files may be left: erased text is in them.
   */
  | { tag: "replace"; val: Uint8Array }
  /** Embed each text, then answer `vectors` in the same order. */
  | { tag: "embed"; val: string[] }
  /** Put the question to a model, then answer `reply` with its words as they came. */
  | { tag: "ask"; val: Ask }
  /** Score each document by the query, then answer `scores`. A recall waits for it. */
  | { tag: "rerank"; val: RerankTask }
  /** Count the tokens of each text, then answer `counts`. A recall waits for it. */
  | { tag: "count"; val: CountTask };

/**
 * What `rerank` and `count` ask is asked for a read, and a read writes nothing: these tasks are of
 * this instance alone. They are in no journal, no snapshot and no state hash; at most 16 are open,
 * and the oldest makes room. An erasure drops them all, with every score and count that is kept.
 */
export interface Request {
  /**
   * The journal sequence that opened it; for `rerank` and `count`, a number from 2^52 on, which no
   * sequence reaches.
   */
  ticket: number;
  task: Task;
}

export type Answer =
  | { tag: "stored" }
  | { tag: "vectors"; val: (Float32Array | number[])[] }
  | { tag: "reply"; val: string }
  /** One a document, in order, 0..1. */
  | { tag: "scores"; val: number[] }
  /** One a text, in order. */
  | { tag: "counts"; val: number[] }
  /**
   * It could not be done. A failed `append` or `replace` makes the store read-only until it
   * is opened again: what was not stored must not be acknowledged later. A failed `rerank` or
   * `count` is dropped; the same read opens it again, so a host bounds how often it asks.
   */
  | { tag: "failed"; val: string };

/** What became of one operation of a reply. */
export interface Applied {
  /** `add`, `update`, `delete` or `noop`. */
  op: string;
  /** The alias it named. */
  target?: string | undefined;
  applied: boolean;
  /** Why it was rejected. */
  reason?: string | undefined;
  /** The memory that it made, changed or kept. */
  id?: string | undefined;
}

export interface Verdict {
  /**
   * `stored`, `embedded`, `reconciled`, `extracted`, `consolidated`, `declined`, `scored`,
   * `counted`, `fell-back` or `failed`.
   */
  verdict: string;
  results: Applied[];
}

export type RecallMode =
  /** The best k by score. */
  | "ranked"
  /**
   * Every eligible memory, oldest first, cut only by `maxTokens`: the honest baseline for
   * small stores.
   */
  | "full";

/** What to recall. Text, embedding or both; neither recalls nothing, except in `full` mode. */
export interface Query {
  text?: string | undefined;
  /** The query's vector, of the store's embedder. Embed what `queryText` returns. */
  embedding?: Float32Array | number[] | undefined;
  /** 1..1000, default 10. */
  k?: number | undefined;
  kinds?: Kind[] | undefined;
  /** Default: provisional and active. */
  states?: State[] | undefined;
  /** 0..1 on the absolute scale. Default from the policy. */
  minRelevance?: number | undefined;
  /** A scoring profile by name. Default from the policy. */
  profile?: string | undefined;
  /**
   * Most tokens that the hits' texts may take, counted as `context` would emit them. This is
   * memory's own budget: what the task around it takes is the host's to keep apart.
   */
  maxTokens?: number | undefined;
  /** What held in the world at this time. Default: now. */
  asOf?: number | undefined;
  /** What this store believed at this time. Default: now. */
  knownAsOf?: number | undefined;
  /** As in `listing`. */
  filter?: string | undefined;
  mode?: RecallMode | undefined;
  /** False: leave preferences out, because the current turn's instructions override them. */
  preferences?: boolean | undefined;
  /**
   * True: the best candidates are put to the host's reranker. They are the first of what is
   * relevant enough, four times k and at least 20, at most 100; what is not relevant enough is
   * never reranked. Needs `text`. In `full` mode it is ignored.
   */
  rerank?: boolean | undefined;
  /**
   * Names the host's tokenizer; `maxTokens` is then counted with it and not by the estimate of
   * four bytes a token. At most 128 bytes.
   */
  counter?: string | undefined;
}

export interface Hit {
  id: string;
  text: string;
  kind: Kind;
  actor?: string | undefined;
  state: State;
  source: Source;
  mode: Mode;
  confidence: number;
  standing: Standing;
  /**
   * By the profile's formula; order is by it, then by newer, then by id. What was reranked stands
   * before the rest.
   */
  score: number;
  /**
   * The score's parts by name. `match` is the relevance on the absolute scale that the
   * threshold was held against; `rerank`, where it is there, the reranker's score, which stands
   * in place of it.
   */
  parts: [string, number][];
  observedAt: number;
  recordedAt: number;
  validFrom: number;
  validTo?: number | undefined;
  evidence: Evidence[];
  supersedes: string[];
}

export interface Recalled {
  hits: Hit[];
  /**
   * Tokens that `context` would take for these hits. With a counter, the sum of what its head,
   * its notes and its foot take each by itself: a tokenizer that merges over line ends takes a
   * few less for the whole.
   */
  tokens: number;
  /**
   * The task that this answer waits for: answer it and ask again. None: the answer is final.
   * Until then the order is the one without a reranker, and where the counter has not counted
   * stands what it counted of the same note under another number, or the estimate.
   */
  ticket?: number | undefined;
}

export interface PromptContext {
  /** Empty when nothing is relevant. */
  text: string;
  /** As in `recalled`. */
  tokens: number;
  ids: string[];
  /** As in `recalled`. */
  ticket?: number | undefined;
}

/** The step of recall that dropped a memory. */
export interface Why {
  /**
   * `recalled`, or the first step that failed: `scope`, `kind`, `state`, `known`, `valid`,
   * `expired`, `purpose`, `preferences`, `filter`, `candidates`, `threshold`, `duplicate`,
   * `rank`, `budget`.
   */
  step: string;
  detail: string;
}

/** What a score is made of. */
export interface Features {
  kind: Kind;
  source?: Source | undefined;
  /** 0..1 */
  relevance: number;
  /** 0..1 */
  importance: number;
  /** 0..1, default 1. */
  confidence?: number | undefined;
  /** Default: now. */
  lastUsedAt?: number | undefined;
  /** Default: now. */
  lastVerifiedAt?: number | undefined;
  uses: number;
  corrections: number;
  /** Memories that contradict it. */
  contradictions: number;
}

export interface Scored {
  score: number;
  parts: [string, number][];
}

/** Why a memory would leave, and when. */
export interface EvictionState {
  /** 0..1: what eviction goes by, of the `priority` profile (docs/scoring.md). */
  priority: number;
  /** Its parts by name: importance, freshness, usage, quality, contradiction. */
  parts: [string, number][];
  /**
   * Its place in the order in which a sweep at `now` would archive this user's memories over a
   * capacity budget: 1 goes first. None: it is exempt.
   */
  place?: number | undefined;
  /** How many have a place. */
  of: number;
  /**
   * Why it has none: `pinned`; `held`; `state`, which counts in no budget; `leaving`, since a sweep
   * at `now` takes it by its time or by decay.
   */
  exempt?: string | undefined;
  /**
   * The earliest of its expiry, its retention deadline, the end of its validity and the time from
   * which decay takes it, unused and unverified, as things stand. Past: the next sweep takes it.
   * None: no time takes it, only a budget may.
   */
  leavesAt?: number | undefined;
}

export interface Swept {
  /** Past `expiresAt`. */
  expired: string[];
  /** Evicted: decayed below the floor for long, or over a user's capacity. */
  archived: string[];
  /** Erased: past their retention deadline, and what an erasure takes with them. */
  purged: string[];
  /** Sessions whose working memory was forgotten. */
  sessions: number;
  /** Reviews and pins that are due. */
  due: string[];
}

/** A copy of a store's bytes, and what is known of its erasure. */
export interface CopyState {
  /** `journal`, `snapshot`, or a registered copy's name. */
  name: string;
  confirmedAt?: number | undefined;
  /** Milliseconds from the erasure to the confirmation. */
  took?: number | undefined;
}

/** A memory that came from an erased one, and what became of it. */
export interface Derived {
  id: string;
  /**
   * `erased`, or `kept`: other evidence carries it, it does not repeat what was erased, or a
   * hold keeps it, which `kept` of the receipt says.
   */
  became: string;
}

/** A memory that an erasure was to take, and left. */
export interface Kept {
  id: string;
  /** Why: `hold`. */
  why: string;
  /** Whose hold it is, as a keyed hash. The memory itself, which is still there, says it in words. */
  owner: string;
}

/**
 * A memory that a model was told, or chose, to forget: out of recall, and erased when a person
 * confirms it.
 */
export interface PendingErasure {
  /** What was to be forgotten. Its state is `pending-erasure`. */
  memory: Memory;
  /** When the tool was called. */
  since: number;
  /**
   * The user's words that the model quoted and that name the memory. They are no consent: what they
   * ask is for the person to say. None: the model quoted none.
   */
  quote?: string | undefined;
  /**
   * What else is out of recall with it: what an erasure of it takes along, but for what the call
   * had no right to put away (docs/tools.md).
   */
  others: string[];
}

export interface Receipt {
  id: string;
  at: number;
  /** Who asked, as a keyed hash. */
  authority: string;
  code: string;
  /** The ids that were there and are gone. */
  removed: string[];
  derived: Derived[];
  /** Turns of working memory that were taken out. */
  turns: number;
  copies: CopyState[];
  /**
   * What was asked for, or would have gone with it, and was kept, and why. An erasure by `ids`
   * fails where one of them is held; one of a user or by a filter erases the rest and names it here.
   */
  kept: Kept[];
  /** Every copy has confirmed, and nothing was kept. */
  complete: boolean;
}

/** Exactly one of `ids`, `filter` and `user`. An empty filter is `invalid`. */
export interface Erasure {
  ids?: string[] | undefined;
  filter?: string | undefined;
  /** Everything of the scope's own user, in every project; must be equal to it. */
  user?: string | undefined;
  /** Who asks for it. The receipt holds it as a keyed hash. */
  authority: string;
  /** A code of at most 64 of `a-z 0-9 - _ .`: it outlives the memory, so it holds no words. */
  reason: string;
}

/**
 * What a policy would do to a store, held against the one in force. The same policy: the two sweeps
 * are equal, and every other list is empty.
 */
export interface PolicyTrial {
  /** The version that the policy names itself by. */
  version: string;
  /** What a sweep at `now` would do under it. */
  swept: Swept;
  /** What a sweep at `now` would do under the policy in force. */
  sweptNow: Swept;
  /** Current memories that would stand as `assert`, and stand as `context` now. */
  gainsAssert: string[];
  /** And the other way round. */
  losesAssert: string[];
  /**
   * Current memories that admission would refuse today under it and not under the policy in force,
   * each with the rules. They stay as they are: a policy judges what comes in.
   */
  refused: [string, string[]][];
  /** The same of what admission would quarantine. */
  quarantined: [string, string[]][];
  /**
   * Memories in any state whose retention deadline would be another, each with the new one; none
   * where it would have none.
   */
  deadlines: [string, number | undefined][];
}

export interface Entry {
  sequence: number;
  at: number;
  /** The command, such as `remember`. */
  op: string;
  ids: string[];
  by: string;
  /** Reason code or outcome. */
  code: string;
  policy: string;
  /** Chains this entry to the one before, 64 hexadecimal digits. */
  hash: string;
}

export interface Verified {
  entries: number;
  head: string;
}

export interface Counters {
  memories: number;
  byState: [string, number][];
  byKind: [string, number][];
  users: number;
  /** Commands that wrote, since the store was made. */
  sequence: number;
  journalBytes: number;
  vectors: number;
  /**
   * Recalls since this instance was opened, and what they gave. An answer that waits for a
   * task is not counted: it is asked for again. A host that takes it as it is asks once more
   * without `rerank` and `counter` to have it counted.
   */
  recalls: number;
  /** `recallsWithHits` of `recalls` is the hit rate. */
  recallsWithHits: number;
  hits: number;
  /** Recalls that gave two memories of which one contradicts the other. */
  contradicting: number;
  /** Hits that `used` named, over all time. */
  used: number;
  /**
   * Memories that `used` named and that were superseded, ended or found wrong later: what a
   * stale-recall rate is made of. Over all time.
   */
  usedStale: number;
  /** Share of hits that were near-duplicates and collapsed, 0..1. */
  crowding: number;
  /** Tokens that the recalls gave. */
  tokensRecalled: number;
  /** `maxTokens` of the recalls that had one, in all, and what these gave. */
  tokensAllowed: number;
  tokensWithin: number;
  /**
   * Tokens of the memories that `used` counted since this instance was opened, in the estimate of
   * four bytes a token.
   */
  tokensUsed: number;
  /**
   * The part of token rent that is counted in prompt tokens: `tokensUsed` less
   * `tokensRecalled`. What storage, extraction, review and damage cost is the host's to price.
   */
  netValue: bigint;
  pendingEmbeddings: number;
  pendingReconciliations: number;
  conflicts: number;
  /** Erasures that wait for a person, and since when the longest does. */
  pendingErasures: number;
  oldestPendingErasure?: number | undefined;
  /** Receipts of which a copy has not confirmed, and when the oldest was made. */
  openReceipts: number;
  oldestOpenReceipt?: number | undefined;
  reviewsDue: number;
  tombstones: number;
  refused: number;
}

export type Role = "user" | "assistant" | "system" | "tool";

export interface Message {
  role: Role;
  actor?: string | undefined;
  text: string;
  at?: number | undefined;
  /** An evidence uri, by which an erasure finds the turn. */
  ref?: string | undefined;
}

export interface Window {
  /** Turns held now. */
  turns: number;
  tokens: number;
  /** The question that was opened about the first sentence that states something, when it was due. */
  ticket?: number | undefined;
}

export interface CheckpointState {
  /** Sequence of the checkpoint. */
  sequence: number;
  at: number;
  state?: string | undefined;
  turns: Message[];
}

/** Words of one speaker, said at one moment. */
export interface Utterance {
  /** At most 262,144 bytes; else `too-large`. */
  text: string;
  /** When it was said. Relative dates ("last month", "from Monday") resolve against it. */
  at: number;
  /** The speaker's clock: minutes east of UTC, -1080..1080. Default 0. */
  utcOffset?: number | undefined;
  /** The speaker's name, where the claims are to be about a name. Default: they are about `user`. */
  speaker?: string | undefined;
  /**
   * What the same speaker said just before, if anything: what a correction ("sorry, I meant Leeds") or a
   * "just kidding" is about. Nothing is stated of it again.
   */
  before?: string | undefined;
}

/** Whose words a passage is, and what they are there for. Only `own` is read for statements. */
export type Frame =
  /** The speaker's own, meant as said. */
  | "own"
  /** Between marks of quotation, or reported of another. */
  | "quoted"
  /** Another's text: mail, chat exports, quoted lines and blocks, prefixed speakers. */
  | "pasted"
  | "code"
  /** Inside tags, such as an application's own reminder. */
  | "tagged"
  /** There to be worked on: translated, proofread, summarised, answered. */
  | "material"
  /** Role-play, stories, lyrics, games. */
  | "fiction"
  /** A hypothesis, an example. */
  | "supposed";

/** A stretch of an utterance, and whose words it is. */
export interface Passage {
  span: Span;
  frame: Frame;
}

/** What a statement does to what is known. */
export type Act =
  /** It holds: now, or from or until a date. */
  | "state"
  /** It held and does so no longer. */
  | "end"
  /** It never held. */
  | "deny"
  /** It holds, and what was said before in its place was a mistake. */
  | "correct";

/** What one sentence of the speaker's own says. */
export interface Statement {
  /** The sentence. */
  span: Span;
  act: Act;
  /** The predicate that read it, such as `home`. */
  predicate: string;
  /** The language of the table that read it, as an ISO 639-1 code. */
  language: string;
  kind: Kind;
  /**
   * The claim in one sentence, in the third person and in the language of the utterance. Dates in it are
   * resolved.
   */
  text: string;
  /** What it is about: the speaker's name, or `user`. */
  entity?: string | undefined;
  /** Which of its properties, in English whatever the language, such as `home city`. */
  attribute?: string | undefined;
  /** As it was said. None of an `end` or a `deny`: whatever the value is. */
  value?: string | undefined;
  /** The address holds several values side by side: two sons, three languages. */
  several: boolean;
  /** 0..1. None: the default of the kind. */
  importance?: number | undefined;
  /** Of a `correct`: the value that was wrong. None: whatever it is. */
  insteadOf?: string | undefined;
  /** Where the words say a start; of an `end`, when it ended. */
  validFrom?: number | undefined;
  /** Where the words say an end. */
  validTo?: number | undefined;
  /** When it is of no use any more, such as the end of an appointment's day. */
  expiresAt?: number | undefined;
}

export interface Reading {
  /** They cover the whole text, in order. */
  passages: Passage[];
  /** In the order in which they were said. */
  statements: Statement[];
  /**
   * Sentences of the speaker's own that assert something and of which nothing was read: what a model may
   * be asked about.
   */
  unread: Span[];
}

/** Something said, or brought by a tool. */
export interface TurnSaid {
  role: Role;
  /** Who spoke, by name: what is stated is about this name. Default: about `user`. */
  actor?: string | undefined;
  /** 1..262,144 bytes. */
  text: string;
  /** Default: `now`. */
  at?: number | undefined;
  /** The speaker's clock: minutes east of UTC, -1080..1080. Default 0. */
  utcOffset?: number | undefined;
  /** Evidence uri of the turn. One without a fragment gets one, so that it names this turn alone. */
  ref?: string | undefined;
  /** True: an assistant's turn is kept too, as `inferred`. */
  keepAssistant?: boolean | undefined;
  /** False: neither rules nor a model read it, now or later: its episode has the metadata `read: false`. */
  read?: boolean | undefined;
}

/** A part of the turn's text, and what became of it as an episode. */
export interface Part {
  span: Span;
  admission: Admission;
}

/** What became of a statement. */
export type Effect =
  /** As of an admission. */
  | "active"
  | "provisional"
  | "quarantined"
  | "duplicate"
  | "refused"
  /** What it ends is ended. */
  | "ended"
  /** What it denies was wrong. */
  | "invalidated"
  /** It ends or denies what is not known, or what was said later. */
  | "nothing-known"
  /** It would end or deny what has more authority. */
  | "outranked";

/** A statement of the turn's own words, and what came of it. */
export interface Carried {
  /** The sentence. */
  span: Span;
  act: Act;
  /** The predicate that read it. */
  predicate: string;
  kind: Kind;
  /** The claim and what it is about. Where an earlier outcome is given again, of what is stored. */
  text?: string | undefined;
  entity?: string | undefined;
  attribute?: string | undefined;
  value?: string | undefined;
  effect: Effect;
  /** Of what it states. */
  admission?: Admission | undefined;
  /** Memories that it ended or found wrong; where it is outranked, those that stand. */
  touched: string[];
}

export interface Observed {
  /** The command in the audit, by which the whole turn is undone. None: nothing changed. */
  sequence?: number | undefined;
  /** The whole text in order. Empty: the turn is not kept. */
  kept: Part[];
  /** Why it is not kept: `assistant` or `system`. */
  skipped?: string | undefined;
  statements: Carried[];
  /** Sentences of the speaker's own that assert something and of which nothing was read. */
  unread: number;
  /** The question to a model that was opened. */
  ticket?: number | undefined;
}

/** Some lines of an export. */
export interface Exported {
  /** In order, without line ends, each one JSON object. The first page begins with the header. */
  lines: string[];
  /** Give it as `after` for the next lines; none: these were the last. */
  next?: string | undefined;
}

/** Lines to bring in. */
export interface LinesBrought {
  /** The first line of the file, which says what the others are. */
  header: string;
  /** Number in the file of the first of `lines`. The header is line 1. */
  first: number;
  /** Lines after the header, in the order of the file. */
  lines?: string[] | undefined;
  /**
   * The user whose export it is, where that is not the scope's own: what comes in becomes the scope's
   * user's, under other ids.
   */
  fromUser?: string | undefined;
  /** The tenant whose export it is, where that is not the store's own. */
  fromTenant?: string | undefined;
}

/** A line that did not come in. */
export interface RefusedLine {
  /** Its number in the file. */
  line: number;
  /** The rules of admission that refuse it, or what is wrong with it. */
  why: string;
}

/** What came of lines. Every line is one of `added`, `known` and `refused`. */
export interface Imported {
  /** Lines that were read. */
  memories: number;
  /** Memories that are new here. */
  added: number;
  /** Memories that were here already, or say what is here. */
  known: number;
  /** Of the new ones, those that are current. */
  current: number;
  /** Of the new ones, those that wait for review. */
  quarantined: number;
  /** Pins that came with them. */
  pins: number;
  /** Legal holds that came with them. */
  holds: number;
  /** Links that came with them: `supersedes`, `supersededBy`, `supports` and `contradicts`. */
  links: number;
  /** Approvals that were left behind: a person gives them anew. */
  approvals: number;
  /** Lines that did not come in, in order. The others did. */
  refused: RefusedLine[];
}

/** What every failure is thrown as. */
export interface Thrown extends Error {
  payload: Failure;
}

/** One tenant's memories. Tenants never share a store; a host gives each its own instance. */
export interface Store {
  opened(): Opened;
  /** Opens a handle. Nothing reads or writes a memory without one. */
  scope(labels: Labels): Scope;
  /**
   * The oldest open task: bytes to store first, then what reads wait for (`rerank`, `count`), then
   * the rest. None: drained. Polling again before the answer gives the same task. A host that
   * cannot do a task answers `failed`.
   */
  poll(now: number | Date): Request | undefined;
  answer(ticket: number, answer: Answer, now: number | Date): Verdict;
  /**
   * Asks for a `replace` task, so that the journal can be emptied. Hosts call it when the
   * journal has grown.
   */
  compact(now: number | Date): void;
  /** The whole state as bytes: what a `replace` task carries. For exports and tests. */
  snapshot(): Uint8Array;
  /** Hash of the whole state, 64 hexadecimal digits. Equal states have equal hashes. */
  stateHash(): string;
  /** Lets its memory go. It may not be used after. */
  free(): void;
}

/** A user's view of a store. Holding it is the permission. */
export interface Scope {
  /** Offers a claim. Refusal is an outcome, not a failure. */
  remember(candidate: Candidate, now: number | Date, key?: string): Admission;
  get(id: string, now: number | Date): Memory;
  history(id: string, now: number | Date): History;
  /** Newest first. */
  list(listing: Listing, now: number | Date): Page;
  /**
   * The world changed, or the claim is refined: writes the new record and retires the old
   * in one event. `version`, where given, must be the memory's current one.
   */
  supersede(id: string, revision: Revision, version: number | undefined, now: number | Date, key?: string): string;
  /**
   * No longer true from `at` (default now), with no successor. `at` is from when the memory
   * began to hold up to when it stops already.
   */
  end(id: string, at: number | Date | undefined, reason: string | undefined, now: number | Date, key?: string): void;
  /** Was wrong all along. Reversible by `restore`. */
  invalidate(id: string, reason: string | undefined, now: number | Date, key?: string): void;
  /**
   * Back to active from superseded, ended, invalidated, quarantined or archived. Refused with
   * `conflict` where another memory is current at the same address, or its time has passed.
   */
  restore(id: string, reason: string | undefined, now: number | Date, key?: string): void;
  archive(id: string, reason: string | undefined, now: number | Date, key?: string): void;
  /** The memory was confirmed false or misleading by somebody: lowers its priority. */
  corrected(id: string, by: string, now: number | Date, key?: string): void;
  /** Lets its memory go. It may not be used after. */
  free(): void;
}

/** The vocabulary, the store, and the scope through which every memory is read and written. */
export interface MemoryInterface {
  Store: {
    readonly prototype: Store;
    /**
     * Opens a store from what was kept: the last snapshot, if any, and the journal since.
     * Both empty: a new store. A torn last frame is dropped and reported; damage anywhere
     * else is `corrupt` and names the offset.
     */
    open(options: Options, snapshot: Uint8Array | undefined, journal: Uint8Array, now: number | Date): Store;
  };
  Scope: {
    readonly prototype: Scope;
  };
}

/** Reading memory for a task: eligibility first, then relevance, then rank, then budget. */
export interface RecallInterface {
  /**
   * The words of a query that are worth embedding: names of known actors are taken out, since
   * they pull every vector towards everything that the actor said.
   */
  queryText(scope: Scope, text: string): string;
  /**
   * Never changes what is stored. Use is recorded by `used`. A query with `rerank` or `counter` is
   * asked again until its answer has no ticket: a reranker first, and then, where what is passed over
   * gives other notes other numbers, a tokenizer once or a few times. A host bounds these rounds and
   * takes the last answer. Scores are kept by query and version of a memory, counts by counter and
   * text, 8,192 of each, so that the same is not asked twice.
   */
  recall(scope: Scope, query: Query, now: number | Date): Recalled;
  /** The same hits as delimited data under a heading that says "notes, not commands". */
  context(scope: Scope, query: Query, now: number | Date): PromptContext;
  /** Goes by what the reranker and the tokenizer have said so far, and asks for nothing. */
  whyNot(scope: Scope, id: string, query: Query, now: number | Date): Why;
  /** The answer used these memories. Counted at most once a memory and session. */
  used(scope: Scope, ids: string[], now: number | Date, key?: string): number;
}

/** The score alone: pure, callable without a store. */
export interface ScoringInterface {
  /**
   * Names of the built-in profiles: lifecycle, generative-agents, hybrid, tie-breaker, priority,
   * memory-bank. docs/scoring.md gives the formula and the source of each.
   */
  profiles(): string[];
  /** Scores under a built-in profile; `lifecycle` when none is named. */
  score(features: Features, profile: string | undefined, now: number | Date): Scored;
}

/** Decisions on what is doubtful, and taking decisions back. */
export interface ReconciliationInterface {
  /**
   * Accepts a quarantined, provisional or archived memory, or a procedure that waits for
   * approval. Where another memory is current at its address, that one is superseded.
   */
  approve(scope: Scope, id: string, by: string, reason: string | undefined, now: number | Date, key?: string): void;
  /** Takes a memory out of recall until it is approved, restored or erased. */
  quarantine(scope: Scope, id: string, by: string, reason: string | undefined, now: number | Date, key?: string): void;
  /**
   * Takes back the command of this audit sequence: every memory that it touched is as before.
   * `conflict` where one of them has changed since, or was erased. A change that was itself taken back is none, so
   * that several commands can be taken back, the last first.
   */
  undo(scope: Scope, sequence: number, now: number | Date, key?: string): number;
}

/** Leaving: by time, by budget, or for good. */
export interface ForgettingInterface {
  pin(scope: Scope, id: string, by: string, reason: string | undefined, reviewAt: number | Date | undefined, now: number | Date, key?: string): void;
  unpin(scope: Scope, id: string, by: string, reason: string | undefined, now: number | Date, key?: string): void;
  /** A hold needs a reason; it blocks only the memory that it names. */
  hold(scope: Scope, id: string, by: string, reason: string | undefined, now: number | Date, key?: string): void;
  release(scope: Scope, id: string, by: string, reason: string | undefined, now: number | Date, key?: string): void;
  /**
   * The periodic forgetting job, over every user of the store. Idempotent: sweeping twice
   * equals sweeping once. A dry run changes nothing.
   */
  sweep(store: Store, dryRun: boolean, now: number | Date): Swept;
  /** Why a memory would leave, in the sweep's own order. Looks through the whole store; changes nothing. */
  eviction(scope: Scope, id: string, now: number | Date): EvictionState;
  /**
   * Erases for good: the record, its vector and postings, what was derived from it alone, open
   * questions and turns that carry it. `not-found` when nothing was there; `conflict` when a
   * hold forbids it. A `replace` task follows, so that journal and snapshot lose the bytes too.
   */
  erase(scope: Scope, erasure: Erasure, now: number | Date, key?: string): Receipt;
  /**
   * The erasures of the scope's own user that wait for a person, the longest first. `memory_forget` of
   * `tools` opens them, and nothing but a person closes one: an unanswered one waits on, also through
   * sweeps. Only a retention deadline takes it, as it takes any memory.
   */
  pendingErasures(scope: Scope, now: number | Date): PendingErasure[];
  /**
   * A person, `by`, confirms a pending erasure: it is erased as by `erase`, with the code
   * `confirmed-erasure`. The host calls this with that person in front of it, and never at a model's
   * word. `conflict`: no erasure of the memory waits, it waits with another one, or a hold keeps it.
   */
  confirmErasure(scope: Scope, id: string, by: string, now: number | Date, key?: string): Receipt;
  /**
   * A person, `by`, drops a pending erasure: the memory and its `others` are as before. Where something
   * else has become current in a memory's place meanwhile, that stands, and the memory is superseded by
   * it. `conflict` as of `confirmErasure`.
   */
  dropErasure(scope: Scope, id: string, by: string, reason: string | undefined, now: number | Date, key?: string): void;
  /** A registered copy has erased what the receipt names. */
  confirm(store: Store, receipt: string, copy: string, now: number | Date): Receipt;
  receipts(store: Store): Receipt[];
  /** Names a copy outside (a backup, a device, a cache) that later erasures must reach. */
  registerCopy(store: Store, name: string, now: number | Date): void;
  /** Lets an erased text be remembered again. Audited. */
  liftTombstone(scope: Scope, text: string, by: string, reason: string, now: number | Date): void;
}

/**
 * The tenant's rules: which are in force, what others would do, and the way from one to the other.
 * docs/policy.md explains each field.
 */
export interface PoliciesInterface {
  /** The whole policy in force, defaults written out. */
  policy(store: Store): string;
  /**
   * Evaluates a policy, given as for `options.policy`. Changes nothing. `invalid` names the field that is
   * unknown, of the wrong type or out of range.
   */
  tryPolicy(store: Store, policy: string, now: number | Date): PolicyTrial;
  /**
   * Puts a policy in force, audited as `adopt-policy`; the one in force already changes nothing. A
   * retention deadline that is stored is never moved later than its admission's policy set it; a shorter
   * rule holds for what is stored too, as long as it is in force. A host that gives `options.policy` when
   * it opens the store puts that one in force again.
   */
  adoptPolicy(store: Store, policy: string, now: number | Date): void;
}

/** Append-only and hash-chained: ids and codes, never content, people as keyed hashes. */
export interface AuditingInterface {
  /** Entries after a sequence, oldest first; at most `limit` (1..1000, default 100). */
  audit(store: Store, after?: number, limit?: number): Entry[];
  /** Recomputes the whole chain. `corrupt` names the first entry that does not follow. */
  verify(store: Store): Verified;
  stats(store: Store, now: number | Date): Counters;
}

/** Working memory: a session's recent turns and task state. Never searched, given by session. */
export interface WorkingInterface {
  /**
   * Appends to the session's window; the oldest turns leave when it is over the policy's count
   * or tokens. The scope needs a session.
   */
  turn(scope: Scope, message: Message, now: number | Date, key?: string): Window;
  /** Saves the task's state (any text, at most 65,536 bytes) at a decision boundary. */
  checkpoint(scope: Scope, state: string, now: number | Date, key?: string): number;
  /** The last checkpoint's state and the turns held now. */
  resume(scope: Scope): CheckpointState;
  /**
   * What the agent had before it at a checkpoint: the task's state, and those of its turns that are
   * still held. What the store believed then is recalled with `knownAsOf` the checkpoint's time.
   * A session keeps its last 16 checkpoints.
   */
  replay(scope: Scope, sequence: number): CheckpointState;
  /**
   * Opens a question about the first sentence of the user's that states something and that none was asked
   * about yet, nor was carried out by `observe`: for the end of a session. Its answer opens the question
   * about the next one. None: there is nothing to ask, no model is there, or a question is open.
   */
  extract(scope: Scope, now: number | Date, key?: string): number | undefined;
}

/**
 * Memory that a model manages itself: tools for an agent's loop, governed here.
 *
 * A call's arguments are a model's words and carry no authority of their own: a page that the model read
 * may have put them there. What the model says is the user's word only where it quotes the user's own turn
 * of the scope's session (`working.turn`); else it is `inferred`, which closes, retires and rewrites nothing
 * that the user said. No tool lists users, changes policy, scope, retention, pins or holds, writes the
 * shared partition, or erases by filter. None erases at all without a person: what is to be forgotten
 * leaves recall and waits.
 */
export interface ToolsInterface {
  /**
   * A JSON array of `{"name", "description", "inputSchema"}`, in the form of MCP; docs/tools.md renames it
   * for other APIs. The tools are `memory_store`, `memory_recall`, `memory_update`, `memory_forget`.
   */
  toolDefinitions(): string;
  /**
   * Carries out a model's call and gives a JSON object for the model to read.
   *
   * - `memory_store`: `{"outcome", "id"?, "rules", "source"?}` as of `remember`. `source` is `user-said`
   *   where a turn of the user holds `quote` and one sentence of the user's own in it says just the claim, by
   *   subject, negation, mood, time, address and value, with that sentence as evidence; else `inferred`.
   *   Importance is its kind's.
   * - `memory_recall`: `{"memories": [{"id", "text", "kind", "standing", "since", "source"}]}`, best first.
   *   `since` is a date. By keywords alone where `embedding`, the vector of what `queryText` gives for
   *   its `query`, is left out; the other tools do not look at it. Changes nothing and needs no key.
   * - `memory_update`: `{"outcome": "replaced", "id", "replaces", "source"}`. A quote counts when a
   *   sentence of the turn says just the new claim and was said no earlier than the old one was observed, and the new claim keeps most
   *   of the old one's words: what the user said of one thing replaces nothing about another.
   * - `memory_forget`: `{"outcome": "pending-erasure", "id", "reversible": true}`. The memory is out of
   *   recall at once, and a person confirms or drops its erasure (`forgetting.pendingErasures`); a second
   *   call for it changes nothing. No words of a turn are read for consent. For what has more authority
   *   than `inferred` a turn of the user that came after the memory must hold `quote`, and `quote` name the
   *   memory (its attribute, or half of its words); else `authority`, as for an approved procedure.
   *   `conflict` where a pin or a hold keeps it.
   *
   * `consent` is the host's, never the model's: the name of the person who agreed to this erasure in front
   * of the host. `memory_forget` then erases at once, quote or not, and gives `{"outcome": "erased", "id",
   * "receipt", "removed"}`; the audit and the receipt have the code `consented-erasure`, and the receipt
   * that person's keyed hash. `denied` unless the policy's `tools.consent` is `with-call`. The other tools
   * do not look at it.
   *
   * What the model can mend or should know comes back to it as `{"error": {"tag", "val"}}`: `invalid` names
   * the argument, `not-found`, `authority`, `conflict`, `denied`. The call itself fails only by the host's
   * doing: `invalid` for a tool that is not there, arguments that are no JSON object, or a key; `too-large`
   * for arguments over 65,536 bytes; `conflict` for a key that another command used, or the same tool for
   * another memory; `undrained`, `embedder-mismatch` and the like. Either way nothing has changed.
   *
   * The audit names a model's acts by their tool.
   */
  tool(scope: Scope, name: string, args: string, consent: string | undefined, embedding: Float32Array | number[] | undefined, now: number | Date, key?: string): string;
}

/**
 * What a speaker's own words say, read without a model: pure, callable without a store.
 *
 * The reader prefers silence. What it is not certain of it does not read: a wrong fact costs more than one
 * that is missed. What is promised: no statement is read outside passages that are `own`; one sentence gives
 * its statements whole or not at all; the same utterance gives the same reading on every host. What is not:
 * that everything that was said is read. Predicates and languages are tables, and grow.
 */
export interface StatementsInterface {
  /** Reads an utterance. Spans are of its bytes. `invalid` names the field that is out of its range. */
  readStatements(utterance: Utterance): Reading;
  /**
   * Adds a language, by the text of its table, to those that this instance reads in, and gives its ISO 639-1
   * code. English is there from the start. One that is there already stays as it is. What was loaded before an
   * utterance is read decides how it is read, whatever the order. `invalid` for a text that is no table,
   * `too-large` over 1,048,576 bytes. A table is trusted as the engine's own are: load none of a stranger's.
   */
  loadLanguage(table: string): string;
}

/** A turn of a conversation, by one call: kept in its own words, and what it states carried out. */
export interface ObservingInterface {
  /**
   * Takes a turn in, in one command:
   *
   * - It is kept as an episode, a long one in parts that a claim may be as long as, cut between sentences or
   *   words: a user's as `user-said`, a tool's as `tool-result`. A part that admission refuses is refused with
   *   its rules; the others stand.
   * - In a scope with a session it is appended to the session's window as by `working.turn`; of a text over
   *   65,536 bytes the window holds the beginning.
   * - Of a user's turn the statements are read (`statements.readStatements`), with what the same speaker said
   *   just before, and carried out in order, each seeing what the one before it did. A state is remembered,
   *   with the sentence as evidence. An end ends what is current at its address and was said earlier, with its
   *   value where it gives one, by any way of writing it (case, accents, articles, legal forms of companies).
   *   A denial invalidates it. A correction invalidates what was wrong and states what is right. What has more
   *   authority stands, and the answer says so.
   * - Where the host has a model and a sentence is unread, a question that extracts claims from the window is
   *   opened when the policy finds it due.
   *
   * With a key that was used before the first outcome is given again.
   */
  observe(scope: Scope, turn: TurnSaid, now: number | Date, key?: string): Observed;
}

/** Memories out of a store as lines of text, and into one: whole, with their past. */
export interface TransferInterface {
  /**
   * The memories of the scope's user that the scope sees, in any state, in the order in which they were
   * recorded: their claims, evidence, both clocks, links, pins, legal holds, and every change with what it
   * said. Shared memories are not the user's. What memories were asked for by (vectors) is made anew where
   * they come in. `docs/format.md` has the lines' fields.
   */
  exportLines(scope: Scope, after: string | undefined, now: number | Date): Exported;
  /**
   * Brings lines of an export in, a command for each. Into a store that knew nothing of the user they come as
   * they were. Where something is known, that stands:
   *
   * - A memory that is here keeps its life. It leaves recall where the file has a later decision that takes it
   *   out, and gets a pin or a hold that it never had here; nothing else of it changes.
   * - A claim about what other memories here speak of is placed among them as by `memory.remember`: with its
   *   authority, and not where what it says was found wrong.
   * - Admission, tombstones and pending erasures apply. Approvals do not come along.
   *
   * `invalid` for a header that is none, `newer-format` for one of a later version, `denied` for an export of
   * another user or tenant that `fromUser` or `fromTenant` does not name. A line that is wrong is refused by
   * its number, and the others come in.
   */
  importLines(scope: Scope, brought: LinesBrought, now: number | Date): Imported;
}

/** From episodes to knowledge. */
export interface ConsolidationInterface {
  /**
   * Opens a question for each cluster of episodes that say the same: of one user and project, from
   * at least as many independent places as the policy wants. The reply becomes a memory that names
   * its episodes, is never surer than the least of them, and waits for approval where it is a
   * procedure; the episodes are kept as its evidence. `sweep` does the same when enough has come in.
   * Gives the tickets. Empty without a model.
   */
  consolidate(store: Store, now: number | Date): number[];
}

export interface Embedder {
  info(): EmbedderInfo;
  /**
   * One vector a text, of unit length; all zeros for a text with no known token. At most
   * 1,024 texts a call.
   */
  embed(texts: string[]): Float32Array[];
  /** Lets its memory go. It may not be used after. */
  free(): void;
}

/**
 * The built-in embedder: a static token-embedding table, looked up and pooled. The host hands in
 * the table's bytes. English, small and fast; a neural model does better.
 */
export interface EmbeddingInterface {
  Embedder: {
    readonly prototype: Embedder;
    /**
     * `corrupt` when the bytes are no table or are damaged; `newer-format` when they are of a
     * later version.
     */
    load(table: Uint8Array): Embedder;
  };
}

/** Everything that the engine's module exports. */
export type Raw = MemoryInterface & RecallInterface & ScoringInterface & ReconciliationInterface & ForgettingInterface & PoliciesInterface & AuditingInterface & WorkingInterface & ToolsInterface & StatementsInterface & ObservingInterface & TransferInterface & ConsolidationInterface & EmbeddingInterface;
