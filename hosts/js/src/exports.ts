// What `memolet` exports beside `openMemory`, in every runtime.
export type * from "./contract/types.ts";
export { MemoletError } from "./errors.ts";
export type { ChangeEvent, NoticeEvent, ProgressEvent, RoleEvent, StoreEvent } from "./events.ts";
export type { StorageState } from "./host.ts";
export {
  UserMemory, type CallOptions, type DecisionOptions, type ImportOptions, type ReasonedOptions,
} from "./memory.ts";
export type { OpenOptions } from "./open.ts";
export type { Ask as Question, Counter, Embedder, Model, Reranker, Services } from "./services.ts";
export type { Disk, DiskKind, Kept } from "./storage/disk.ts";
export { keyFromPassphrase, keyFromSecret, type Key } from "./storage/key.ts";
