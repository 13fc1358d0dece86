// What every disk must do, in Node and in browsers alike.

/** A text of some kind as bytes, and bytes as text. */
export const bytes = (text) => new TextEncoder().encode(text);
export const text = (some) => some && new TextDecoder().decode(some);

/** Random bytes; `getRandomValues` gives 64 kB at a time. */
export function random(length) {
  const some = new Uint8Array(length);
  for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(some.subarray(at, at + 65_536));
  return some;
}

export function same(found, expected, what) {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${what}: ${one} where ${other} should be`);
}

/** What a disk keeps, as texts. */
export async function kept(disk) {
  const { snapshot, journal } = await disk.read();
  return snapshot ? [text(snapshot), text(journal)] : [text(journal)];
}

/** The tag of the failure that a call must end in. */
export async function failure(call) {
  try {
    await call;
  } catch (error) {
    if (error.name === "MemoletError") return error.tag;
    throw error;
  }
  return "none";
}

const digest = async (some) => new Uint8Array(await crypto.subtle.digest("SHA-256", some)).join();

/** Promises by name. Each is given `open(name)`, and a name that nothing was stored under. */
export const promises = {
  async "a new store is empty"(open, name) {
    const disk = await open(name);
    same(await kept(disk), [""], "kept");
    same(disk.sizes(), { snapshot: 0, journal: 0 }, "sizes");
    await disk.close();
    same(await kept(await open.once(name)), [""], "kept when opened again");
  },

  async "what was written is there after"(open, name) {
    let disk = await open(name);
    await disk.append(bytes("one"));
    await disk.append(bytes("xxtwoxx").subarray(2, 5));
    await disk.append(bytes(""));
    same(await kept(disk), ["onetwo"], "read in between");
    await disk.close();
    disk = await open(name);
    same(await kept(disk), ["onetwo"], "opened again");
    same(disk.sizes(), { snapshot: 0, journal: 6 }, "sizes");
    await disk.append(bytes("!"));
    await disk.replace(bytes("xallx").subarray(1, 4));
    await disk.append(bytes("more"));
    same(disk.sizes(), { snapshot: 3, journal: 4 }, "sizes of both");
    await disk.close();
    disk = await open(name);
    same(disk.sizes(), { snapshot: 3, journal: 4 }, "sizes before reading");
    same(await kept(disk), ["all", "more"], "snapshot and journal");
    await disk.replace(bytes("all the same"));
    await disk.replace(bytes("a"));
    await disk.append(bytes("b"));
    await disk.close();
    same(await kept(await open.once(name)), ["a", "b"], "the last snapshot");
  },

  async "the journal's end is cut"(open, name) {
    let disk = await open(name);
    for (const piece of ["one", "two", "three"]) await disk.append(bytes(piece));
    await disk.cut(6);
    same(await kept(disk), ["onetw"], "cut in the middle of an append");
    await disk.append(bytes("!"));
    await disk.close();
    disk = await open(name);
    same(await kept(disk), ["onetw!"], "appended to after");
    await disk.cut(100);
    same(disk.sizes(), { snapshot: 0, journal: 0 }, "cut more than there is");
    await disk.replace(bytes("all"));
    await disk.append(bytes("more"));
    await disk.cut(4);
    await disk.close();
    same(await kept(await open.once(name)), ["all", ""], "the snapshot is not cut");
  },

  async "large and empty snapshots are kept"(open, name) {
    const large = random(9_000_001);
    let disk = await open(name);
    await disk.replace(large);
    await disk.append(bytes("more"));
    await disk.close();
    disk = await open(name);
    const { snapshot, journal } = await disk.read();
    same([await digest(snapshot), text(journal)], [await digest(large), "more"], "a large one");
    await disk.replace(new Uint8Array());
    await disk.close();
    same(await kept(await open.once(name)), ["", ""], "an empty one");
  },

  async "a store is cleared, and no other"(open, name) {
    const [disk, other] = [await open(name), await open(`${name}/other`)];
    await other.append(bytes("other"));
    await disk.replace(bytes("all"));
    await disk.append(bytes("more"));
    await disk.clear();
    same(disk.sizes(), { snapshot: 0, journal: 0 }, "sizes");
    same(await kept(await open.once(name)), [""], "opened again");
    same(await kept(other), ["other"], "the other one");
    await other.close();
  },

  async "a closed disk refuses calls"(open, name) {
    const disk = await open(name);
    await disk.append(bytes("one"));
    await disk.close();
    const calls = { read: undefined, append: bytes("two"), replace: bytes("all"), cut: 1 };
    for (const [verb, argument] of Object.entries(calls)) {
      same(await failure(disk[verb](argument)), "other", verb);
    }
    same(await kept(await open.once(name)), ["one"], "kept");
  },

  async "names never meet"(open, name) {
    const names = ["A", "a", "a/b", "a%2fb", "..", "é"].map((end) => `${name}${end}`);
    for (const each of names) {
      const disk = await open(each);
      await disk.append(bytes(each));
      await disk.close();
    }
    for (const each of names) same(await kept(await open.once(each)), [each], "kept");
    for (const bad of ["", "a\n", "é".repeat(100), "\ud800"]) {
      same(await failure(open(bad)), "invalid", JSON.stringify(bad));
    }
  },

  async "one writer"(open, name) {
    const first = await open(name);
    await first.append(bytes("one"));
    same(await failure(open(name)), "locked", "a second one");
    await first.append(bytes("two"));
    same(await kept(first), ["onetwo"], "the first goes on");
    await first.close();
    same(await kept(await open.once(name)), ["onetwo"], "after it");
  },
};

/** Adds to an opener what tests that only read at the end want: the disk is closed when it was read. */
export function opener(open) {
  const once = async (name) => {
    const disk = await open(name);
    const read = async () => {
      try {
        return await disk.read();
      } finally {
        await disk.close();
      }
    };
    return { read };
  };
  return Object.assign((name) => open(name), { once });
}
