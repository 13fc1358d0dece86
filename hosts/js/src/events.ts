// What a store tells those who listen, in every tab.

/** One command that changed memories. */
export interface ChangeEvent {
  type: "change";
  /** Audit sequence of the command: `undo` takes it. */
  sequence: number;
  /** UTC milliseconds. */
  at: number;
  /** The command, such as `remember`. */
  op: string;
  /** Reason code or outcome. */
  code: string;
  /** The memories that it touched. */
  ids: string[];
}

/**
 * Who keeps the store now: this tab's own worker, or another tab that this one goes through. Told of every
 * change after opening; `memory.role` says how it is. Outside browsers the opener writes, always.
 */
export interface RoleEvent {
  type: "role";
  role: "writer" | "through-another-tab";
}

/** Something that a person should know and no answer has room for, such as a model that does not answer. */
export interface NoticeEvent {
  type: "notice";
  text: string;
}

/** How far long work has come, such as an import. */
export interface ProgressEvent {
  type: "progress";
  op: string;
  done: number;
  of?: number;
}

export type StoreEvent = ChangeEvent | RoleEvent | NoticeEvent | ProgressEvent;
