// The disks that run in browsers, as a page and as its dedicated worker: `call(where, action, ...)`.
import { hasIndexedDb, isInIndexedDb, openIndexedDb } from "../../src/storage/indexeddb.ts";
import { isInOpfs, openOpfs } from "../../src/storage/opfs.ts";
import { askToPersist, persistence } from "../../src/storage/persistence.ts";
import { sealed } from "../../src/storage/sealed.ts";
import { openDisk } from "../../src/storage/choose.ts";
import { bytes, failure, kept, opener, promises, random, same } from "./conformance.mjs";
import { crashes } from "./crashes.mjs";
import { lastKept, write } from "./crashed.mjs";

const key = new Uint8Array(32).fill(7);
const opens = { opfs: openOpfs, indexeddb: openIndexedDb };

/** Opens `opfs`, `indexeddb`, or one of them `sealed`. */
async function open(kind, name) {
  const [plain] = kind.split(" ").slice(-1);
  const disk = await opens[plain](name);
  return kind === plain ? disk : sealed(disk, key, name);
}

const actions = {
  async promises(kind, names) {
    const broken = [];
    for (const name of names) {
      const what = `${kind} ${name} ${isWorker ? "worker" : "page"}`;
      await promises[name](opener((store) => open(kind, store)), what)
        .catch((error) => broken.push(`${name}: ${error.stack}`));
    }
    return broken;
  },

  crashes: (kind) => crashes((name) => open(kind, name), kind),

  async write(kind) {
    const disk = await open(kind, "killed");
    await write(disk, (await lastKept(disk)) + 1, report);
  },

  async lastKept(kind) {
    const disk = await open(kind, "killed");
    const last = await lastKept(disk);
    await disk.close();
    return last;
  },

  /** Keeps words in a journal, in a snapshot, and in the journal behind it; then replaces them. */
  async erase(kind, words) {
    const disk = await open(kind, `erased ${kind}`);
    const noise = random(200_000);
    for (const store of ["append", "replace", "append"]) {
      await disk[store](bytes(words));
      await disk.append(noise.subarray(0, 1_600));
    }
    await disk.replace(new Uint8Array([...noise, ...bytes(words), ...noise]));
    await disk.append(bytes(words));
    await disk.replace(noise);
    const left = (await kept(disk)).join();
    await disk.close();
    return left.includes(words);
  },

  /** Keeps words in a snapshot, and in the journal behind it. */
  async keep(kind, words) {
    const disk = await open(kind, `kept ${kind}`);
    await disk.replace(bytes(words));
    await disk.append(bytes(words));
    await disk.close();
  },

  /** Writes until the quota is reached: what did not fit has changed nothing. */
  async fill(kind) {
    const name = `full ${kind}`;
    let disk = await open(kind, name);
    await disk.replace(bytes("all"));
    const piece = random(200_000);
    let appends = 0;
    let tag;
    for (; appends < 100 && (tag = await failure(disk.append(piece))) === "none"; ) appends += 1;
    same(tag, "full", `after ${appends} appends`);
    same(disk.sizes(), { snapshot: 3, journal: appends * piece.length }, "sizes");
    same(await failure(disk.replace(random(8_000_000))), "full", "a snapshot");
    await disk.close();
    disk = await open(kind, name);
    const { snapshot, journal } = await disk.read();
    same([snapshot.length, journal.length], [3, appends * piece.length], "opened again");
    for (let at = 0; at < appends; at++) {
      const found = journal.subarray(at * piece.length, (at + 1) * piece.length);
      if (found.some((byte, n) => byte !== piece[n])) throw new Error(`append ${at} is damaged`);
    }
    await disk.cut(journal.length);
    await disk.append(bytes("more"));
    await disk.replace(bytes("small"));
    same(await kept(disk), ["small", ""], "there is room again");
    await disk.close();
    return appends;
  },

  /** What `openDisk` makes of its options: the disk's kind, or the failure's tag. */
  async choose(options) {
    let disk;
    const tag = await failure(openDisk(options).then((opened) => void (disk = opened)));
    if (!disk) return tag;
    await disk.append(bytes("one"));
    await disk.close();
    return disk.kind;
  },

  isThere: async (name) => [isWorker && (await isInOpfs(name)), await isInIndexedDb(name)],

  /** Other code of the origin deletes the database. */
  async deletedByOthers() {
    const disk = await open("indexeddb", "deleted");
    await disk.append(bytes("one"));
    await new Promise((done) => (indexedDB.deleteDatabase("memolet:deleted").onsuccess = done));
    const tags = [await failure(disk.append(bytes("two"))), await failure(disk.read())];
    await disk.close();
    same(await kept(await opener((name) => open("indexeddb", name)).once("deleted")), [""], "made again");
    return tags;
  },

  persistence: async () => [await askToPersist(), await persistence(), hasIndexedDb()],
};

const isWorker = typeof document === "undefined";
/** Says that a record is durable, to the test. */
const report = (number) => (isWorker ? postMessage({ durable: number }) : durable(number));

async function answer(action, args) {
  try {
    return { result: await actions[action](...args) };
  } catch (error) {
    return { error: error.stack ?? String(error) };
  }
}

if (isWorker) {
  onmessage = async ({ data: { id, action, args } }) => postMessage({ id, ...(await answer(action, args)) });
} else {
  const worker = new Worker("/disks.js", { type: "module" });
  const waiting = new Map();
  worker.onmessage = ({ data }) => {
    if (data.durable) return durable(data.durable);
    waiting.get(data.id)(data);
  };
  globalThis.call = async (where, action, ...args) => {
    const inWorker = () =>
      new Promise((done) => {
        waiting.set(waiting.size, done);
        worker.postMessage({ id: waiting.size - 1, action, args });
      });
    const { result, error } = await (where === "page" ? answer(action, args) : inWorker());
    if (error) throw new Error(error);
    return result;
  };
}
