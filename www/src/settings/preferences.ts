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

export function load(): Preferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(NAME) ?? "{}") as Partial<Preferences>) };
  } catch {
    return { ...DEFAULTS };
  }
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
