// What the store's codes mean, in English: a word or a sentence for each name that the engine gives.

export type Words = Record<string, string>;

const kinds: Words = {
  episode: "Event",
  fact: "Fact",
  preference: "Preference",
  procedure: "Procedure",
};

const groups: Words = {
  episode: "Events",
  fact: "Facts",
  preference: "Preferences",
  procedure: "Procedures",
};

const states: Words = {
  provisional: "Just heard",
  active: "Current",
  consolidated: "Part of a summary",
  superseded: "Replaced",
  ended: "No longer true",
  invalidated: "Was wrong",
  quarantined: "Waits for your decision",
  expired: "Past its time",
  archived: "Put away",
  "pending-erasure": "To be forgotten",
};

const sources: Words = {
  "user-said": "You said it",
  "tool-result": "Read by a tool",
  system: "Set by the app",
  inferred: "Concluded by a model",
  consolidated: "Summed up from other memories",
};

const rules: Words = {
  "designated-source": "A source of this sort may not write this kind of memory.",
  length: "The text is too long for one memory.",
  "one-claim": "It says several things at once. One memory holds one thing.",
  "control-characters": "It has invisible characters, or characters that turn the reading order around.",
  secret: "It holds a secret: a password, a key, a card or account number. The secret was not kept.",
  "restricted-category": "It is of a sensitive sort that the rules do not let in.",
  speculation: "It is a guess that was given as a fact.",
  "recall-echo": "It repeats what memory itself had put into a prompt.",
  tombstoned: "It was forgotten for good before, and stays forgotten.",
  "pending-erasure": "You were asked whether to forget it, and have not answered yet.",
  "instruction-in-content": "It came from a page or tool and gives orders to the assistant.",
  conflict: "It contradicts something that comes from a more trusted source.",
  review: "Somebody set it aside for review.",
};

const steps: Words = {
  recalled: "It would be recalled.",
  scope: "It belongs to another person or project.",
  kind: "Only other kinds of memory were asked for.",
  state: "It is not current, so it stays out.",
  known: "It was not known yet at that time.",
  valid: "It did not hold at that time.",
  expired: "Its time is over.",
  purpose: "It is kept for another purpose.",
  preferences: "Preferences were left out.",
  filter: "A filter of the app leaves it out.",
  candidates: "It shares no word with the question and is not close to it in meaning.",
  threshold: "It does not fit the question well enough.",
  duplicate: "Another memory that says the same came first.",
  rank: "Other memories fit the question better.",
  budget: "There was no room left for it in the prompt.",
};

const parts: Words = {
  relevance: "Fits the question",
  recency: "Used lately",
  importance: "Importance",
  match: "Match",
  keyword: "Same words",
  vector: "Near in meaning",
  rerank: "Second opinion",
  freshness: "Checked lately",
  usage: "Use",
  quality: "How sure",
  contradiction: "Contradicted",
};

/** `{what}` stands for the memory's own words. The key is the command, with its outcome where it matters. */
const acts: Words = {
  remember: "Remembered: {what}",
  "remember:superseding": "Remembered, in place of an older version: {what}",
  "remember:provisional": "Heard, and not settled yet: {what}",
  "remember:duplicate": "Heard again, nothing added: {what}",
  "remember:conflict": "Set aside, since it contradicts something more trusted: {what}",
  "remember:quarantined": "Set aside for your decision: {what}",
  "remember:refused": "Refused to remember something",
  observe: "Heard: {what}",
  "import-lines": "Brought in from a file: {what}",
  supersede: "Changed to: {what}",
  end: "No longer true: {what}",
  invalidate: "Marked as wrong: {what}",
  restore: "Brought back: {what}",
  archive: "Put away: {what}",
  approve: "Approved: {what}",
  quarantine: "Set aside: {what}",
  corrected: "Reported as misleading: {what}",
  pin: "Pinned: {what}",
  unpin: "Unpinned: {what}",
  hold: "Put under a legal hold: {what}",
  release: "Released from its legal hold: {what}",
  undo: "Taken back: {what}",
  used: "Used in an answer: {what}",
  erase: "Forgotten for good: {what}",
  sweep: "Cleared out what was past its time: {what}",
  consolidate: "Looked for events that say the same",
  answer: "A model's answer was taken in: {what}",
  memory_store: "The assistant stored: {what}",
  memory_update: "The assistant changed: {what}",
  memory_forget: "The assistant was to forget: {what}",
  "memory_forget:consented-erasure": "Forgotten for good, as agreed with the call: {what}",
  "confirm-erasure": "Forgotten for good, as you confirmed: {what}",
  "drop-erasure": "Kept, and not forgotten: {what}",
  "adopt-policy": "New rules came into force",
  "lift-tombstone": "Allowed a forgotten text to be remembered again",
  "register-copy": "A copy was named that erasures must reach",
  confirm: "A copy confirmed that it has erased what was forgotten",
  open: "The store was opened",
  embed: "Prepared for search: {what}",
  turn: "Took note of a turn of talk",
  checkpoint: "Saved the state of a task",
  extract: "Asked a model what a talk said",
};

/** What a history's reason codes mean. */
const changes: Words = {
  imported: "Brought in from a file",
  active: "Remembered",
  provisional: "Heard, not settled yet",
  superseding: "Remembered, in place of an older version",
  conflict: "Set aside: it contradicts something more trusted",
  quarantined: "Set aside for a decision",
  superseded: "Replaced by a newer version",
  contradicted: "Something else contradicts it",
  preceded: "An earlier version became known",
  "earlier-start": "It turned out to hold from earlier on",
  end: "No longer true",
  ended: "No longer true",
  invalidate: "Marked as wrong",
  restore: "Brought back",
  archive: "Put away",
  approve: "Approved",
  quarantine: "Set aside for review",
  pin: "Pinned",
  unpin: "Unpinned",
  hold: "Put under a legal hold",
  release: "Released from its legal hold",
  undone: "The last change was taken back",
  folded: "Made part of a summary",
  unfolded: "Stands for itself again",
  "swept-expired": "Its time was over",
  decayed: "Put away: unused for long",
  capacity: "Put away to make room",
  consolidated: "Summed up from other memories",
  reconciled: "Settled, with a model's word",
  rejected: "Kept: a model's word was not taken",
  "partly-rejected": "Settled; part of a model's word was not taken",
  "fell-back": "Kept, without a model's word",
  "pending-erasure": "To be forgotten: out of recall until you decide",
  "dropped-erasure": "Kept, and not forgotten",
  "said-again": "Said again, and so not forgotten",
};

/** By failure tag: what happened, and what to do. */
const problems: Words = {
  denied: "This is not allowed here.",
  "not-found": "It is no longer here. Somebody may have forgotten it meanwhile.",
  invalid: "This cannot be done as it was given.",
  conflict: "It has changed meanwhile, or something else stands in its place. Look at it again, then decide.",
  authority: "It was approved or comes from a more trusted source. Set it aside for review first.",
  "too-large": "That is too long. Make it shorter and try again.",
  full: "This device has no room left. Free some, then try again.",
  locked: "The store is in use elsewhere. Close the other window, then try again.",
  corrupt: "The stored bytes are damaged. Import an export or a backup.",
  "no-export": "This file is no export of Memolet (line {line}).",
  "newer-format": "This was written by a later version. Update the app first.",
  other: "That did not work. Nothing has changed. Try again.",
};

const disks: Words = {
  opfs: "In this browser's private files",
  indexeddb: "In this browser's database",
  file: "In a file on this computer",
  memory: "In this window only; gone when it closes",
  custom: "Where the app keeps it",
};

/** Why something was forgotten, by the code that a receipt holds. */
const reasons: Words = {
  "user-request": "Somebody asked for it",
  "confirmed-erasure": "The assistant was to forget it, and a person confirmed",
  "consented-erasure": "The assistant was to forget it, and a person had agreed",
  retention: "Its time to be kept was over",
  "mem0-delete": "The app deleted it",
};

/** Why an erasure left something, by the code that a receipt holds. */
const keeping: Words = { hold: "It is under a legal hold." };

const exempt: Words = {
  pinned: "It is pinned, so no budget can push it out.",
  held: "It is under a legal hold, so nothing takes it.",
  state: "It is out of use already, so it takes no room in any budget.",
  leaving: "The next clearing takes it.",
};

const standing: Words = { assert: "Sure", context: "Unsure" };

const standingMeans: Words = {
  assert: "Sure enough to be stated as fact.",
  context: "Not sure enough: it may colour an answer, and is never stated as fact.",
};

const sensitivity: Words = { normal: "Normal", personal: "Personal", restricted: "Restricted" };

export const codes = {
  kinds, groups, states, standing, standingMeans, sensitivity, sources, rules, steps, parts, acts, changes,
  problems, disks, exempt, reasons, keeping,
};
