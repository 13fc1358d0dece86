// Browsers: the engine in a worker, the bytes on the device, one store for all tabs.
import { must } from "./arguments.ts";
import type { Link } from "./link.ts";
import type { UserMemory } from "./memory.ts";
import { type OpenOptions, parts, viewOf } from "./open.ts";
import type { BrowserKind } from "./storage/choose.ts";
import { LANGUAGES } from "./raw/languages.ts";
import { askToPersist } from "./storage/persistence.ts";
import { absolute, openWorkerLink } from "./tabs/link.ts";
import type { Settings } from "./tabs/settings.ts";

export interface BrowserOptions extends OpenOptions {
  /** Names the store in this origin. Left out: the tenant. */
  name?: string | undefined;
  /**
   * Where the bytes lie. Left out: where the store is, or for a new one the origin's private file system,
   * and IndexedDB where that is not to be had. `memory` keeps nothing.
   */
  storage?: BrowserKind | undefined;
  /** What a tab does while another has the store: goes through it (`share`, the default), or fails (`locked`). */
  tabs?: "share" | "locked" | undefined;
  /** Asks the browser to keep the origin's data when room gets scarce. Default: true. */
  persist?: boolean | undefined;
  /**
   * Languages that statements are read in, as ISO 639-1 codes, or `all` that the package has. English always is
   * one. Left out: those of `navigator.languages`. The tab that writes loads them, a file each.
   */
  languages?: string[] | "all" | undefined;
  /**
   * Where the package's worker.js, memolet_bg.wasm, potion-base-8m-128.bin and language files lie, for bundlers
   * that do not find them. Left out: beside the module.
   */
  assets?: string | URL | undefined;
  /** Starts the worker in the app's own way; `false` runs the engine in the page's thread. */
  worker?: (() => Worker) | false | undefined;
}

const OWN: (keyof Omit<BrowserOptions, keyof OpenOptions>)[] = ["name", "storage", "tabs", "persist", "languages", "assets", "worker"];
const KINDS: BrowserKind[] = ["opfs", "indexeddb", "memory"];

/**
 * Opens a user's memory on this device, and makes the store when there is none.
 *
 * Throws `MemoletError`: `invalid` for an option, `locked`, `corrupt`, `newer-format`, `embedder-mismatch`,
 * `denied` for a key that does not open the store, `full`, `other` where the worker or the wasm cannot be had.
 */
export async function openMemory(options: BrowserOptions): Promise<UserMemory> {
  const { settings, services, labels, builtIn } = parts(options, OWN);
  const assets = folder(absolute("assets", options.assets));
  const { storage: kind, key, tabs } = options;
  must(kind === undefined || KINDS.includes(kind), "storage", `one of ${KINDS.join(", ")}`);
  const beside = (name: string) => assets && `${assets}${name}`;
  const whole: Settings = {
    ...settings,
    wasm: beside("memolet_bg.wasm"),
    builtIn: builtIn ? { table: beside("potion-base-8m-128.bin") } : undefined,
    languages: { codes: chosen(options.languages), folder: assets },
    tabs,
    disk: { name: options.name ?? options.tenant, kind, key },
  };
  if (options.persist !== false && kind !== "memory") void askToPersist();
  return viewOf(await link(whole), labels);

  async function link(settings: Settings): Promise<Link> {
    if (options.worker === false || typeof Worker === "undefined") {
      const { openPageLink } = await import("./tabs/page.ts");
      return openPageLink(settings, services);
    }
    return openWorkerLink(settings, services, { worker: options.worker ?? (assets ? () => startedIn(assets) : undefined) });
  }
}

/** The codes of the languages to load. Of the browser's own those that there are. */
function chosen(languages: BrowserOptions["languages"]): string[] {
  if (languages === undefined) {
    const own = globalThis.navigator?.languages ?? [];
    return LANGUAGES.filter((code) => own.some((tag) => tag.toLowerCase().split("-")[0] === code));
  }
  const known = ["en", ...LANGUAGES];
  const codes: unknown = languages === "all" ? known : languages;
  const fits = Array.isArray(codes) && codes.every((code) => known.includes(code));
  must(fits, "languages", `"all", or a list of ${known.join(", ")}`);
  return LANGUAGES.filter((code) => (codes as string[]).includes(code));
}

/** An address that ends in `/`. */
function folder(assets: string | undefined): string | undefined {
  return assets === undefined || assets.endsWith("/") ? assets : `${assets}/`;
}

function startedIn(assets: string): Worker {
  return new Worker(`${assets}worker.js`, { type: "module" });
}
