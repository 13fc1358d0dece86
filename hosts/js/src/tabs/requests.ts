// A tab's open requests, wherever the store is kept just now.
import { MemoletError } from "../errors.ts";
import type { Request } from "../request.ts";
import { keyed, repeatable } from "./again.ts";

/** Where requests go: the keeper in this thread, or the line to the tab that has it. */
export interface Target {
  /** A target that may go away with a request half done. */
  readonly remote: boolean;
  request(request: Request, signal?: AbortSignal): Promise<unknown>;
}

interface Open {
  request: Request;
  readonly signal: AbortSignal | undefined;
  /** Where it was put last. */
  target: Target | undefined;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

const LOST = "the tab that wrote closed while this was under way; look before you repeat";

/** Puts requests to the target of the day, and again to the next one when it goes. */
export class Requests {
  readonly #open = new Set<Open>();
  #target: Target | undefined;

  request(request: Request, signal?: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const end = (then: () => void) => {
        this.#open.delete(open);
        then();
      };
      const open: Open = {
        request,
        signal,
        target: undefined,
        resolve: (value) => end(() => resolve(value)),
        reject: (reason) => end(() => reject(reason)),
      };
      this.#open.add(open);
      if (this.#target) this.#put(open, this.#target);
    });
  }

  /** The target before is gone. What was on its way there goes to this one, exactly once in effect. */
  turnTo(target: Target): void {
    this.#target = target;
    for (const open of [...this.#open]) {
      if (open.target?.remote && !repeatable(open.request)) open.reject(new MemoletError("locked", LOST));
      else this.#put(open, target);
    }
  }

  /** What is asked from here on fails. What is open ends where it is. */
  end(error: MemoletError): void {
    this.#target = { remote: false, request: () => Promise.reject(error) };
  }

  /** The key is made before the first try, so that every try carries the same. */
  #put(open: Open, target: Target): void {
    open.target = target;
    if (target.remote) open.request = keyed(open.request);
    target.request(open.request, open.signal).then(open.resolve, (reason: unknown) => {
      if (open.target === target) open.reject(reason);
    });
  }
}
