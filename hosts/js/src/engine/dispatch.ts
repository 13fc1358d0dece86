// From a request to a call of the raw engine, by the table.
import type { Labels } from "../contract/types.ts";
import { invalid } from "../errors.ts";
import type { Raw, Scope, Store } from "../raw/types.ts";
import { isAbsent, isObject } from "../values.ts";
import type { Asked } from "./asked.ts";
import { argument, fields, give, known, record } from "./convert.ts";
import { argumentNames, needsScope, type Operation, takesKey } from "./table.ts";

/** Scopes kept open at a time; the next one closes them all. */
const MOST_SCOPES = 1024;

/** Makes a call of the engine: what it throws that is no failure has stopped it. */
export type Guard = <T>(call: () => T) => T;

/** An open store of the raw engine, and the scopes that were opened on it. */
export class Handle {
  readonly store: Store;
  readonly #raw: Raw;
  readonly #guard: Guard;
  readonly #scopes = new Map<string, Scope>();

  constructor(raw: Raw, store: Store, guard: Guard) {
    this.#raw = raw;
    this.store = store;
    this.#guard = guard;
  }

  /** Calls an operation and gives its result as an answer has it. */
  call(operation: Operation, asked: Asked): unknown {
    const scope = needsScope(operation) ? this.#scope(asked.scope) : undefined;
    check(operation, asked);
    const values = operation.parameters.map(({ is, name, shape }) => {
      if (is === "fields") return fields(name, asked.args);
      if (is === "value") return argument(shape, asked.args[name], name);
      return { store: this.store, scope, now: asked.now, key: asked.key }[is];
    });
    const owner = operation.receiver ? { store: this.store, scope }[operation.receiver] : this.#raw;
    const method = (owner as unknown as Record<string, (...values: unknown[]) => unknown>)[operation.name];
    return named(operation, this.#guard(() => method?.apply(owner, values)));
  }

  /** Lets the engine's memory of it go. Not to be called once the engine was stopped. */
  free(): void {
    this.#scopes.forEach((scope) => scope.free());
    this.store.free();
  }

  /** The handle for a set of labels, opened at its first use. */
  #scope(labels: unknown): Scope {
    if (labels === undefined) throw noScope();
    const name = canonical(labels);
    const known = this.#scopes.get(name);
    if (known) return known;
    const checked = record("labels", labels, "scope") as unknown as Labels;
    const scope = this.#guard(() => this.store.scope(checked));
    if (this.#scopes.size >= MOST_SCOPES) {
      this.#scopes.forEach((scope) => scope.free());
      this.#scopes.clear();
    }
    this.#scopes.set(name, scope);
    return scope;
  }
}

/** The failure of a request that needs a scope and has none. */
export function noScope(): Error {
  return invalid('scope: required, with at least a user: {"user": "ana"}');
}

/** Refuses arguments that no parameter takes. */
function check(operation: Operation, asked: Asked): void {
  known(Object.keys(asked.args), argumentNames(operation), operation.name);
  if (asked.key !== undefined && !takesKey(operation)) throw invalid(`key: ${operation.name} takes none`);
}

/** A result as an object. `null` says that there was nothing to give. */
function named({ result }: Operation, value: unknown): unknown {
  if (!result) return {};
  const given = give(result.shape, value);
  return result.name === undefined || given === null ? given : { [result.name]: given };
}

/** A text that is the same for the same labels in any order. */
function canonical(labels: unknown): string {
  if (!isObject(labels)) return JSON.stringify(labels);
  const present = Object.entries(labels).filter(([, value]) => !isAbsent(value));
  return JSON.stringify(present.sort(([a], [b]) => (a < b ? -1 : 1)));
}
