// What a part shows of the store: read once, and again whenever the store says that it has changed.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { MemoletError } from "../errors.ts";
import type { ChangeEvent } from "../events.ts";
import type { UserMemory } from "../memory.ts";

/** An element that has a memory in its context, once it has one. */
type Host = ReactiveControllerHost & { readonly context: { memory: UserMemory } | undefined };

/** A value read from the memory of an element's context. */
export class Live<T> implements ReactiveController {
  value: T | undefined;
  error: MemoletError | undefined;
  readonly #part: Host;
  readonly #load: (memory: UserMemory) => Promise<T>;
  readonly #changed: ((event: ChangeEvent) => void) | undefined;
  #memory: UserMemory | undefined;
  #silence: (() => void) | undefined;
  #reading = false;
  #again = false;
  #round = 0;
  #waiting: (() => void)[] = [];

  /** `changed` decides what a change of the store leads to; left out, the value is read again. */
  constructor(part: Host, load: (memory: UserMemory) => Promise<T>, changed?: (event: ChangeEvent) => void) {
    this.#part = part;
    this.#load = load;
    this.#changed = changed;
    part.addController(this);
  }

  hostUpdate(): void {
    const memory = this.#part.context?.memory;
    if (memory === this.#memory) return;
    this.hostDisconnected();
    this.#memory = memory;
    this.#silence = memory?.on("change", this.#changed ?? (() => this.refresh()));
    this.value = this.error = undefined;
    this.#round++;
    this.#reading = false;
    this.refresh();
  }

  hostDisconnected(): void {
    this.#silence?.();
    this.#silence = this.#memory = undefined;
  }

  hostConnected(): void {
    this.#part.requestUpdate();
  }

  /** Reads the value again. Calls while one is under way come to one more. */
  refresh(): void {
    if (this.#reading) this.#again = true;
    else if (this.#memory) void this.#read(this.#memory);
  }

  /** Resolves when the next reading is done. */
  get next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async #read(memory: UserMemory): Promise<void> {
    const round = this.#round;
    this.#reading = true;
    this.#again = false;
    const [value, error] = await settled(this.#load(memory));
    if (round !== this.#round || memory !== this.#memory) return;
    this.#reading = false;
    if (error) this.error = error;
    else [this.value, this.error] = [value, undefined];
    this.#part.requestUpdate();
    if (this.#again) return this.refresh();
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** A promise's value, or its failure. */
export async function settled<T>(promise: Promise<T>): Promise<[T, undefined] | [undefined, MemoletError]> {
  try {
    return [await promise, undefined];
  } catch (thrown) {
    return [undefined, MemoletError.from(thrown)];
  }
}

/** A memory, or none where it is not there any more. */
export async function found<T>(promise: Promise<T>): Promise<T | undefined> {
  const [value, error] = await settled(promise);
  if (error && error.tag !== "not-found") throw error;
  return value;
}
