// The death of a page, and of the machine, at every single step that a disk in OPFS takes.
import { folderName } from "../../src/storage/name.ts";
import { bytes, kept, same } from "./conformance.mjs";

/** Handles that were given out; how many steps are left to live; none: for ever. */
let [handles, left] = [[], Infinity];

/** Puts a mortal handle in the place of each: the step that it dies in is half done, later ones are not. */
function makeMortal() {
  const { prototype } = FileSystemFileHandle;
  const { createSyncAccessHandle } = prototype;
  prototype.createSyncAccessHandle = async function () {
    const real = await createSyncAccessHandle.call(this);
    const handle = { real, flushed: whole(real) };
    handles.push(handle);
    return {
      write: (some, options) => step(() => real.write(some, options), () => real.write(half(some), options)),
      truncate: (size) => step(() => real.truncate(size)),
      flush: () => step(() => void (handle.flushed = whole(real))),
      read: (into, options) => real.read(into, options),
      getSize: () => real.getSize(),
      close: () => left > 0 && real.close(),
    };
  };
  return () => (prototype.createSyncAccessHandle = createSyncAccessHandle);
}

const half = (some) => some.subarray(0, some.length >> 1);

function step(whole, part = () => {}) {
  left -= 1;
  if (left > 0) return whole();
  if (left === 0) part();
  throw new Error("died");
}

/** Frees the files of a page that died, as the browser does. With the machine dies what was not flushed. */
function bury(machine) {
  for (const { real, flushed } of handles) {
    if (machine && isOpen(real)) {
      real.truncate(0);
      real.write(flushed, { at: 0 });
    }
    real.close();
  }
  [handles, left] = [[], Infinity];
}

function whole(file) {
  const some = new Uint8Array(file.getSize());
  file.read(some, { at: 0 });
  return some;
}

function isOpen(file) {
  try {
    return file.getSize() >= 0;
  } catch {
    return false;
  }
}

/** What may be done to a store that keeps `all` and `two`, and what it keeps after. */
const acts = [
  { name: "making", act: async () => {}, after: [""], isNew: true },
  { name: "append", act: (disk) => disk.append(bytes("three")), after: ["all", "twothree"] },
  { name: "replace", act: (disk) => disk.replace(bytes("everything")), after: ["everything", ""] },
  { name: "cut", act: (disk) => disk.cut(1), after: ["all", "tw"] },
  { name: "clear", act: (disk) => disk.clear(), after: [""] },
];

/** Dies at each step of each act; how many deaths there were. */
export async function crashes(open, kind) {
  const restore = makeMortal();
  try {
    let deaths = 0;
    for (const machine of [false, true]) {
      const who = machine ? "machine" : "page";
      for (const each of acts) deaths += await everyStep(open, `${kind} ${each.name} ${who}`, each, machine);
    }
    return deaths;
  } finally {
    bury();
    restore();
  }
}

async function everyStep(open, title, { act, after, isNew }, machine) {
  const before = isNew ? [""] : ["all", "two"];
  for (let steps = 1; ; steps++) {
    const name = `${title} ${steps}`;
    if (!isNew) await prepare(open, name);
    const died = await dying(open, name, act, steps, isNew);
    bury(machine);
    let disk = await open(name);
    const found = await kept(disk);
    await disk.close();
    const allowed = died ? [before, after, torn(before, after)] : [after];
    if (!allowed.some((state) => JSON.stringify(state) === JSON.stringify(found))) {
      throw new Error(`${name}: ${JSON.stringify(found)}`);
    }
    same((await contents(name)).filter((file) => file === "").length, 1, `${name}: empty files`);
    disk = await open(name);
    await disk.replace(bytes("anew"));
    await disk.append(bytes("!"));
    await disk.close();
    const left = (await contents(name)).filter((file) => /one|two|three|all|everything/.test(file));
    same(left, [], `${name}: old bytes`);
    disk = await open(name);
    same(await kept(disk), ["anew", "!"], `${name}, written to after`);
    await disk.clear();
    if (!died) return steps - 1;
  }
}

/** What the files of a store hold, as texts. */
async function contents(name) {
  const root = await navigator.storage.getDirectory();
  const folder = await (await root.getDirectoryHandle("memolet")).getDirectoryHandle(folderName(name));
  const files = ["a", "b"].map(async (file) => (await (await folder.getFileHandle(file)).getFile()).text());
  return Promise.all(files);
}

/** An append that was half done: the engine drops such an end. */
const torn = ([snapshot, journal], [, longer]) => [snapshot, journal + (longer ?? "").slice(3, 5)];

async function prepare(open, name) {
  const disk = await open(name);
  await disk.append(bytes("one"));
  await disk.replace(bytes("all"));
  await disk.append(bytes("two"));
  await disk.close();
}

/** Whether the page died before the act was done. */
async function dying(open, name, act, steps, isNew) {
  const opened = isNew ? undefined : await open(name);
  left = steps;
  try {
    await act(opened ?? (await open(name)));
    return left <= 0;
  } catch (error) {
    if (left > 0) throw error;
    return true;
  }
}
