// Failures as the contract names them, thrown as errors.
import type { FailureTag } from "./contract/types.ts";

/** A call that failed. Nothing has changed, unless the text says otherwise. */
export class MemoletError extends Error {
  override readonly name = "MemoletError";
  /** Which failure it is: a case of `failure` in the contract. */
  readonly tag: FailureTag;

  constructor(tag: FailureTag, text: string, options?: ErrorOptions) {
    super(text, options);
    this.tag = tag;
  }

  /** The failure as data, as the raw engine throws it and as it crosses between threads. */
  get payload(): { tag: FailureTag; val: string } {
    return { tag: this.tag, val: this.message };
  }

  /** Whatever was thrown, as one of ours. What is no failure of the contract is `other`. */
  static from(thrown: unknown): MemoletError {
    if (thrown instanceof MemoletError) return thrown;
    const payload = (thrown as { payload?: { tag?: FailureTag; val?: string } } | undefined)?.payload;
    if (payload?.tag) return new MemoletError(payload.tag, payload.val ?? "", { cause: thrown });
    return new MemoletError("other", thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown });
  }
}

/** An argument is out of its range or shape. */
export function invalid(text: string, options?: ErrorOptions): MemoletError {
  return new MemoletError("invalid", text, options);
}

/** Anything that has no tag of its own: a disk, a trap. */
export function other(text: string, options?: ErrorOptions): MemoletError {
  return new MemoletError("other", text, options);
}
