// What the person chose. Kept in this browser, but for the model's key, which is kept no longer than the tab.

import type { Seal } from "../store/passphrase.ts";

export interface Preferences {
  theme: "system" | "light" | "dark";
  /** What answers: memory alone, a model at an endpoint, or the browser's own. */
  answers: "memory" | "endpoint" | "built-in";
  endpoint: string;
  model: string;
  /** The key outlives a reload of this tab. */
  keepKey: boolean;
  /** How memories are found: by meaning and words, or by words alone. */
  search: "meaning" | "words";
  /** Name of the store on this device. */
  store: string;
  /** Of the store's passphrase. None: it is not encrypted. */
  seal?: Seal;
}

const DEFAULTS: Preferences = {
  theme: "system", answers: "memory", endpoint: "", model: "", keepKey: false, search: "meaning", store: "memolet-app",
};
const NAME = "memolet.preferences";
const KEY = "memolet.model-key";
let modelKey = "";

/** What was saved, as far as each part is what it should be. */
export function load(): Preferences {
  const saved = parsed(quietly(() => localStorage.getItem(NAME)) ?? "{}");
  const fits = Object.entries(CHECKS).filter(([name, check]) => check(saved[name]));
  return { ...DEFAULTS, ...Object.fromEntries(fits.map(([name]) => [name, saved[name]])) };
}

type Check = (value: unknown) => boolean;
const oneOf = (...values: string[]): Check => (value) => values.includes(value as string);
const text: Check = (value) => typeof value === "string" && value.length <= 2000;
const CHECKS: Record<keyof Preferences, Check> = {
  theme: oneOf("system", "light", "dark"), answers: oneOf("memory", "endpoint", "built-in"), endpoint: text, model: text,
  keepKey: (value) => typeof value === "boolean", search: oneOf("meaning", "words"),
  store: (value) => typeof value === "string" && /^memolet-app(?:-[0-9a-f]{8})?$/.test(value),
  seal: (value) => ["salt", "proof"].every((name) => /^[A-Za-z0-9+/]+=*$/.test(String((value as Record<string, unknown>)?.[name]))),
};

function parsed(json: string): Record<string, unknown> {
  const value: unknown = quietly(() => JSON.parse(json));
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** What holds when nothing was chosen; of what was, the look alone. */
export function anew({ theme }: Preferences, store: string): Preferences {
  return { ...DEFAULTS, theme, store };
}

/** Where the browser forbids storage, what was chosen holds for this page alone. */
export function save(preferences: Preferences): void {
  quietly(() => localStorage.setItem(NAME, JSON.stringify(preferences)));
}

/** Calls back when another tab saves. */
export function onChange(tell: (preferences: Preferences) => void): void {
  addEventListener("storage", ({ key }) => {
    if (key === NAME) tell(load());
  });
}

export function loadKey(): string {
  return modelKey || (quietly(() => sessionStorage.getItem(KEY)) ?? "");
}

/** In this page's memory; in the tab's session too, if it is to outlive a reload. */
export function saveKey(key: string, keep: boolean): void {
  modelKey = key;
  quietly(() => (keep && key ? sessionStorage.setItem(KEY, key) : sessionStorage.removeItem(KEY)));
}

function quietly<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
