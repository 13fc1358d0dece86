// Whether the browser keeps a page's data for good, and how much room there is.

/** What is known; what a browser does not tell is left out. */
export interface Persistence {
  /** False: the browser may clear the data when the device runs out of room. */
  persisted?: boolean;
  /** Bytes that this origin may have, and has. Browsers give rough numbers. */
  quota?: number;
  usage?: number;
}

let asked: Promise<boolean | undefined> | undefined;

/**
 * Asks the browser once to keep this origin's data for good. Some ask the person, some decide by
 * themselves. Pages can ask, workers cannot: nothing then.
 */
export function askToPersist(): Promise<boolean | undefined> {
  asked ??= persist();
  return asked;
}

/** How things stand, without asking for anything. */
export async function persistence(): Promise<Persistence> {
  const persisted = await quietly(() => storage()?.persisted?.());
  const { quota, usage } = (await quietly(() => storage()?.estimate?.())) ?? {};
  return {
    ...(persisted === undefined ? {} : { persisted }),
    ...(quota === undefined ? {} : { quota }),
    ...(usage === undefined ? {} : { usage }),
  };
}

async function persist(): Promise<boolean | undefined> {
  if (await quietly(() => storage()?.persisted?.())) return true;
  return quietly(() => storage()?.persist?.());
}

/** Absent in Node, in old browsers, and where the page is not secure. */
function storage(): Partial<StorageManager> | undefined {
  return (globalThis as { navigator?: { storage?: Partial<StorageManager> } }).navigator?.storage;
}

async function quietly<T>(ask: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    // Opaque origins have the calls, and refuse them.
    return undefined;
  }
}
