// What a page tells of the store that it wants, and what becomes of it.
import { Keeper, type Settings as Engine } from "../engine/keeper.ts";
import { MemoletError } from "../errors.ts";
import type { StoreEvent } from "../events.ts";
import { staticEmbedder } from "../models/static.ts";
import { engine } from "../raw/engine.ts";
import type { Embedder, Services } from "../services.ts";
import { type DiskOptions, openDisk } from "../storage/choose.ts";
import { type Part, Tab } from "./tab.ts";

type Tell = (event: StoreEvent) => void;

/** A store, and how this tab takes part in it: plain data, which crosses to a worker. */
export interface Settings extends Engine {
  /** Names the store in this origin, where it is kept, and its key. One in memory is this tab's alone. */
  disk: DiskOptions;
  /** Address of the engine's wasm, where a bundler does not find it. */
  wasm?: string | undefined;
  /** Embeds with the built-in embedder, in the thread that has the engine, where the page has no embedder. */
  builtIn?: BuiltIn | undefined;
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

/** Takes this tab's part in the store, once what is asked of it is answered. */
export async function openTab(settings: Settings, services: Services, tell: Tell) {
  // What a store begins with is for the first opening: a later one, after another tab, finds it there.
  let from = settings.from;
  const open = () => {
    const first = from;
    from = undefined;
    return openKeeper({ ...settings, from: first }, services);
  };
  const entered = await Tab.open(partOf(settings, tell, open));
  const wrong = refusal(settings, entered.opened.tenant, from !== undefined);
  if (!wrong) return entered;
  await entered.tab.close();
  throw wrong;
}

/** Why a store that is open is not the one that was wanted. */
function refusal({ tenant }: Settings, found: string, isAnothers: boolean): MemoletError | undefined {
  if (found !== tenant) return new MemoletError("denied", "this store is another tenant's");
  if (!isAnothers) return undefined;
  return new MemoletError("conflict", "from: another tab has this store open; only a new one can begin with a backup");
}

function partOf(settings: Settings, tell: Tell, open: Part["open"]): Part {
  const { disk, tabs = "share", patience = PATIENCE } = settings;
  if (!["share", "locked"].includes(tabs)) throw new MemoletError("invalid", "tabs: share or locked");
  if (!(patience >= 100)) throw new MemoletError("invalid", "patience: milliseconds, 100 or more");
  const name = disk.kind === "memory" ? `${disk.name}:${crypto.randomUUID()}` : disk.name;
  return { name, tabs, patience, tell, open };
}

async function openKeeper(settings: Settings, services: Services): Promise<Keeper> {
  const { disk, wasm, builtIn, tabs, patience, ...engineSettings } = settings;
  const embedder = services.embedder ?? (builtIn && builtInEmbedder(builtIn));
  return Keeper.open(engineSettings, await free(() => openDisk(disk)), { ...services, embedder });
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
