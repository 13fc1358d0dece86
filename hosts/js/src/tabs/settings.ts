// What a page tells of the store that it wants, and what becomes of it.
import { Keeper, type Settings as Engine } from "../engine/keeper.ts";
import { invalid, MemoletError } from "../errors.ts";
import type { StoreEvent } from "../events.ts";
import { staticEmbedder } from "../models/static.ts";
import { engine } from "../raw/engine.ts";
import type { Embedder, Services } from "../services.ts";
import { type DiskOptions, openDisk } from "../storage/choose.ts";
import { trialOf, tryKey } from "../storage/trial.ts";
import { type Languages, loadLanguages } from "./languages.ts";
import { type Entry, type Part, Tab } from "./tab.ts";

type Tell = (event: StoreEvent) => void;

/** A store, and how this tab takes part in it: plain data, which crosses to a worker. */
export interface Settings extends Engine {
  /** Names the store in this origin, where it is kept, and its key. One in memory is this tab's alone. */
  disk: DiskOptions;
  /** Address of the engine's wasm, where a bundler does not find it. */
  wasm?: string | undefined;
  /** Embeds with the built-in embedder, in the thread that has the engine, where the page has no embedder. */
  builtIn?: BuiltIn | undefined;
  /** Loads these languages into the engine before the store is opened. Left out: English alone. */
  languages?: Languages | undefined;
  /**
   * What a tab does while another has the store: `share` (the default) goes through that one and takes
   * over when it goes; `locked` fails.
   */
  tabs?: "share" | "locked" | undefined;
  /**
   * Milliseconds that the tab that writes may be silent while something is asked of it: 100 or more, 8,000
   * by default. Its page, when its services are asked, may be silent four times as long.
   */
  patience?: number | undefined;
}

export interface BuiltIn {
  /** Address of its table. Left out: where the package has it. */
  table?: string | undefined;
}

/** How long a tab that writes may be silent by default, in milliseconds. */
export const PATIENCE = 8_000;
/** How long the files of a tab that is gone may stay locked after it, in milliseconds. */
const LINGER = 5_000;
const PAUSE = 20;
const ANOTHERS = "from: another tab has this store open; only a new one can begin with a backup";

/** Takes this tab's part in the store, once what is asked of it is answered. */
export async function openTab(settings: Settings, services: Services, tell: Tell): Promise<Entry> {
  const entry = await Tab.open(partOf(settings, services, tell));
  try {
    await admit(settings, entry);
    return entry;
  } catch (error) {
    await entry.tab.close();
    throw error;
  }
}

/** Who joins an open store is asked what opening it would ask, and its policy is put in force as that would. */
async function admit({ tenant, policy, disk, from }: Settings, { tab, opened, trial, joined }: Entry): Promise<void> {
  if (opened.tenant !== tenant) throw new MemoletError("denied", "this store is another tenant's");
  if (joined && from !== undefined) throw new MemoletError("conflict", ANOTHERS);
  await tryKey(trial, disk.key, disk.name);
  if (joined && policy !== undefined) await tab.request({ op: "adoptPolicy", args: { policy } });
}

function partOf(settings: Settings, services: Services, tell: Tell): Part {
  const { disk, tabs = "share", patience = PATIENCE } = settings;
  if (!["share", "locked"].includes(tabs)) throw invalid("tabs: share or locked");
  if (!(patience >= 100)) throw invalid("patience: milliseconds, 100 or more");
  const name = disk.kind === "memory" ? `${disk.name}:${crypto.randomUUID()}` : disk.name;
  const open = (isFirst: boolean) => openKeeper(settings, services, tell, isFirst);
  return { name, tabs, patience, tell, open, trial: () => trialOf(disk.key, disk.name) };
}

/**
 * A tab that takes the store over leaves the policy in force: by then its own may be an old one. Nor does the
 * store begin then.
 */
async function openKeeper(settings: Settings, services: Services, tell: Tell, isFirst: boolean): Promise<Keeper> {
  const { disk, wasm, builtIn, languages, tabs, patience, ...own } = settings;
  const first = isFirst ? {} : { policy: undefined, from: undefined };
  const embedder = services.embedder ?? (builtIn && builtInEmbedder(builtIn));
  if (languages) await loadLanguages(languages, (text) => tell({ type: "notice", text }));
  return Keeper.open({ ...own, ...first }, await free(() => openDisk(disk)), { ...services, embedder });
}

function builtInEmbedder({ table }: BuiltIn): Embedder {
  return staticEmbedder({ engine: engine().then((raw) => raw.Embedder), table });
}

/** The store's lock is ours, so files that are locked are those of a thread that is just ending. */
async function free<T>(open: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + LINGER; ; ) {
    try {
      return await open();
    } catch (error) {
      if (MemoletError.from(error).tag !== "locked" || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}
