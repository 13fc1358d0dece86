// The languages that a page asks for: fetched beside the engine, and kept for when there is no network.
import { MemoletError } from "../errors.ts";
import { cached, keep } from "../models/table.ts";
import { engine } from "../raw/engine.ts";
import { languageFile } from "../raw/languages.ts";

/** Which languages, and where their files lie. */
export interface Languages {
  codes: string[];
  /** Address of the folder. Left out: where the package has them. */
  folder?: string | undefined;
}

/** A file that is not there after so many milliseconds is given up. */
const PATIENCE = 30_000;
/** Who opens a store listens to it only when it is open: what goes wrong before is told so many milliseconds after. */
const LATER = 1_000;

/** Loads languages into the engine. Of each that cannot be had, `tell` says why; the others are read. */
export async function loadLanguages({ codes, folder }: Languages, tell: (text: string) => void): Promise<void> {
  await Promise.all(codes.map(async (code) => {
    try {
      await loadLanguage(languageFile(code, folder));
    } catch (thrown) {
      const text = `statements are not read in \`${code}\`: ${MemoletError.from(thrown).message}`;
      setTimeout(() => tell(text), LATER);
    }
  }));
}

/** The network's goes first: after an update of the package another file may lie at the same address. */
async function loadLanguage(url: URL): Promise<void> {
  const bytes = fetched(url);
  bytes.catch(() => undefined); // said below, once the engine is there
  const raw = await engine();
  try {
    raw.loadLanguage(new TextDecoder().decode(await bytes));
  } catch (thrown) {
    const kept = await cached(url);
    if (!kept) throw thrown;
    raw.loadLanguage(new TextDecoder().decode(kept));
    return;
  }
  void keep(url, await bytes);
}

async function fetched(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
  if (!response.ok) throw new Error(`${url.pathname}: status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
