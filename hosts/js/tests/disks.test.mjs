// A store's files in Node, plain and sealed: what was acknowledged survives, what was erased does not.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { describe, test } from "node:test";
import { bundle, temporary } from "./support/bundle.mjs";

const folder = temporary("disks");
await bundle({ disks: "tests/support/disks.node.mjs" }, folder, "node", { outExtension: { ".js": ".mjs" } });
const script = join(folder, "disks.mjs");
const {
  bytes, failure, folderName, kept, keyFromPassphrase, keyFromSecret, lastKept, opener, openFile,
  persistence, promises, random, refuseSealed, sealed,
} = await import(pathToFileURL(script));

const key = random(32);
const openers = {
  file: (name) => openFile(folder, name),
  "sealed file": async (name) => {
    const disk = await openFile(folder, name);
    return sealed(disk, key, name).catch(async (error) => {
      await disk.close();
      throw error;
    });
  },
};

for (const [kind, open] of Object.entries(openers)) {
  describe(kind, () => {
    for (const [promise, holds] of Object.entries(promises)) {
      test(promise, { timeout: 10_000 }, () => holds(opener(open), `${kind} ${promise}`));
    }
  });
}

/** Runs a command of the script in a process of its own, perhaps behind another program. */
const start = (args, before = []) => {
  const [program, ...rest] = [...before, process.execPath, script, ...args];
  const env = { ...process.env, MEMOLET_DISK_TEST: "1" };
  return spawn(program, rest, { env, stdio: ["ignore", "pipe", "inherit"] });
};

/** Kills a writer at a random moment; the last number that it said was durable. */
async function killed(args) {
  const writer = start(args);
  let said = "";
  writer.stdout.on("data", (some) => (said += some));
  await once(writer.stdout, "data");
  await wait(Math.random() * 60);
  writer.kill("SIGKILL");
  await once(writer, "close");
  return Number(said.split("\n").at(-2));
}

for (const [kind, rounds, secret] of [["file", 30], ["sealed file", 10, key]]) {
  test(`${kind}: killed ${rounds} times, nothing acknowledged is lost`, { timeout: 60_000 }, async () => {
    const base = join(folder, `killed ${kind}`);
    for (let round = 0; round < rounds; round++) {
      const hex = secret ? [Buffer.from(secret).toString("hex")] : [];
      const acknowledged = await killed(["write", base, ...hex]);
      const file = await openFile(base, "t");
      const disk = secret ? await sealed(file, secret) : file;
      const last = await lastKept(disk);
      assert.ok(last >= acknowledged && last <= acknowledged + 1, `${last} of ${acknowledged}`);
      await disk.close();
      assert.deepEqual(readdirSync(join(base, "t")).filter((name) => !/^(journal|snapshot)$/.test(name)), []);
    }
  });
}

test("a replacement cut short is finished or dropped", async () => {
  for (const [drafts, expected] of [
    [["snapshot.next"], ["old", "j"]],
    [["snapshot.next", "journal.next"], ["old", "j"]],
    [["journal.next"], ["old", ""]],
  ]) {
    const base = temporary("drafts");
    const disk = await openFile(base, "t");
    await disk.replace(bytes("old"));
    await disk.append(bytes("j"));
    await disk.close();
    for (const draft of drafts) writeFileSync(join(base, "t", draft), "");
    const again = await openFile(base, "t");
    assert.deepEqual(await kept(again), expected);
    await again.close();
    assert.deepEqual(readdirSync(join(base, "t")).sort(), ["journal", "snapshot"]);
    rmSync(base, { recursive: true });
  }
});

test("the lock of a process that is gone is no lock, and that of a command is one", async (t) => {
  const base = join(folder, "locks");
  const disk = await openFile(base, "t");
  await disk.close();
  const path = join(base, "t", "open-4194304000-17-abcdef");
  writeFileSync(path, "");
  writeFileSync(join(base, "t", `open-${process.pid}-1-abcdef`), "");
  await (await openFile(base, "t")).close();
  assert.deepEqual(readdirSync(join(base, "t")), ["journal"]);
  if (process.platform !== "linux" || spawnSync("flock", ["--version"]).error) return t.skip("no flock here");
  const lock = join(base, "t", "lock");
  const command = spawn("flock", [lock, "-c", "echo locked; read line"]);
  await once(command.stdout, "data");
  assert.equal(await failure(openFile(base, "t")), "locked");
  command.stdin.end();
  await once(command, "close");
  await (await openFile(base, "t")).close();
  assert.deepEqual(readdirSync(join(base, "t")).sort(), ["journal", "lock"]);
});

test("what does not fit on a full disk changes nothing", { timeout: 20_000 }, async (t) => {
  const small = temporary("full");
  const mount = 'mount -t tmpfs -o size=1m none "$0" && exec "$@"';
  const before = ["unshare", "-rm", "sh", "-c", mount, small];
  const [program, ...rest] = before;
  if (spawnSync(program, [...rest, "true"]).status !== 0) return t.skip("no file system to fill here");
  const filler = start(["fill", small], before);
  let said = "";
  filler.stdout.on("data", (some) => (said += some));
  await once(filler, "close");
  assert.match(said, /^full after [1-9]\d* appends/);
});

test("files are their owner's, and no old byte is left in the folder", async () => {
  const at = join(folder, "owner");
  const disk = await openFile(folder, "owner");
  await disk.append(bytes("walnuts"));
  assert.ok(readFileSync(join(at, "journal")).includes("walnuts"), "before it is replaced the folder has the word");
  await disk.replace(bytes("nothing"));
  await disk.close();
  assert.deepEqual(readdirSync(at).sort(), ["journal", "snapshot"]);
  assert.equal(statSync(at).mode & 0o777, 0o700);
  for (const name of readdirSync(at)) {
    assert.equal(statSync(join(at, name)).mode & 0o777, 0o600);
    assert.ok(!readFileSync(join(at, name)).includes("walnuts"));
  }
});

/** A disk in memory whose bytes a test can change. */
function loose(holds = { journal: new Uint8Array() }) {
  const end = (bytes) => holds.journal.slice(0, holds.journal.length - bytes);
  return {
    kind: "custom", encrypted: false, holds,
    read: async () => ({ ...holds }),
    append: async (some) => void (holds.journal = Buffer.concat([holds.journal, some])),
    replace: async (snapshot) => void Object.assign(holds, { snapshot, journal: new Uint8Array() }),
    cut: async (bytes) => void (holds.journal = end(bytes)),
    sizes: () => ({ snapshot: holds.snapshot?.length ?? 0, journal: holds.journal.length }),
    clear: async () => {}, close: async () => {},
  };
}

/** A sealed store with a snapshot and three appends, and where each frame begins below. */
async function three() {
  const below = loose();
  const disk = await sealed(below, key);
  await disk.replace(bytes("all"));
  const starts = [];
  for (const piece of ["one", "two", "three"]) {
    starts.push(below.holds.journal.length);
    await disk.append(bytes(piece));
  }
  return { holds: below.holds, starts };
}

const reopened = async (holds, by = key) => kept(await sealed(loose({ ...holds }), by));

test("a sealed store says nothing without its key, and another key changes nothing", async () => {
  for (const fresh of [true, false]) {
    const below = loose();
    const disk = await sealed(below, key);
    if (!fresh) {
      await disk.append(bytes("walnuts"));
      await disk.replace(bytes("walnuts"));
      await disk.append(bytes("walnuts"));
    }
    const before = structuredClone(below.holds);
    assert.ok(!Buffer.concat([before.snapshot ?? Buffer.of(), before.journal]).includes("walnuts"));
    assert.throws(() => refuseSealed(before), { tag: "denied" });
    assert.equal(await failure(sealed(below, random(32))), "denied");
    assert.equal(await failure(sealed(below, key, "another store")), "denied");
    assert.deepEqual(structuredClone(below.holds), before);
    assert.deepEqual(await reopened(before), fresh ? [""] : ["walnuts", "walnuts"]);
  }
  for (const journal of [bytes(""), bytes("M"), bytes("ML and more")]) refuseSealed({ journal });
  assert.equal(await failure(sealed(loose({ journal: bytes("{}") }), key)), "invalid");
  assert.equal(await failure(sealed(loose({ snapshot: random(100), journal: bytes("") }), key)), "invalid");
  const cbc = await crypto.subtle.generateKey({ name: "AES-CBC", length: 256 }, true, ["encrypt"]);
  for (const bad of [random(16), cbc]) {
    assert.equal(await failure(sealed(loose(), bad)), "invalid");
  }
});

test("a frame that was changed, dropped, moved or taken from elsewhere is corrupt", async () => {
  const { holds, starts } = await three();
  const [one, two, last] = starts.map((start, n) => holds.journal.subarray(start, starts[n + 1]));
  const journal = (...frames) => reopened({ ...holds, journal: Buffer.concat(frames) });
  assert.deepEqual(await journal(one, two, last), ["all", "onetwothree"]);
  assert.equal(await failure(journal(two, last)), "corrupt");
  assert.equal(await failure(journal(one, last, last)), "corrupt");
  assert.equal(await failure(journal(two, one, last)), "corrupt");
  const other = await three();
  assert.equal(await failure(journal(one, other.holds.journal.subarray(starts[1]))), "corrupt");
  for (let at = 0; at < one.length; at++) {
    const changed = Buffer.from(holds.journal);
    changed[at] ^= 1;
    assert.equal(await failure(journal(changed)), "corrupt", `byte ${at} of a frame in the middle`);
  }
  for (let at = 0; at < holds.snapshot.length; at++) {
    const snapshot = Buffer.from(holds.snapshot);
    snapshot[at] ^= 1;
    const tag = await failure(reopened({ ...holds, snapshot }));
    assert.ok(["corrupt", "denied", "invalid"].includes(tag), `byte ${at} of the snapshot: ${tag}`);
    if (at >= 61) assert.equal(tag, "corrupt");
  }
});

test("a torn last frame is dropped wherever it is torn, and what comes after is kept", async () => {
  const { holds, starts } = await three();
  for (let length = starts[2]; length < holds.journal.length; length++) {
    const whole = Buffer.alloc(holds.journal.length);
    holds.journal.copy(whole, 0, 0, length);
    // Where all that is missing is zeros, nothing is.
    if (whole.equals(holds.journal)) continue;
    for (const journal of [holds.journal.subarray(0, length), whole]) {
      const below = loose({ ...holds, journal: Buffer.from(journal) });
      const disk = await sealed(below, key);
      assert.deepEqual(await kept(disk), ["all", "onetwo"], `torn at ${length}`);
      await disk.append(bytes("!"));
      assert.deepEqual(await reopened(below.holds), ["all", "onetwo!"]);
    }
  }
});

test("a sealed store whose making was torn is new", async () => {
  const below = loose();
  await sealed(below, key);
  const opening = below.holds.journal;
  for (let length = 0; length < opening.length; length++) {
    assert.deepEqual(await reopened({ journal: opening.subarray(0, length) }), [""]);
  }
});

test("an append that failed half way does not spoil the next", async () => {
  const below = loose();
  const disk = await sealed(below, key);
  const { append } = below;
  below.append = async (some) => {
    await append(some.subarray(0, some.length / 2));
    throw new Error("torn");
  };
  await assert.rejects(disk.append(bytes("one")));
  below.append = append;
  await disk.append(bytes("two"));
  assert.deepEqual(await kept(disk), ["two"]);
  assert.deepEqual(await reopened(below.holds), ["two"]);
});

test("keys are derived the same way every time", { timeout: 20_000 }, async () => {
  const salt = random(16);
  const below = loose();
  const disk = await sealed(below, await keyFromPassphrase("caf\u00e9 walnuts", salt));
  await disk.append(bytes("one"));
  assert.deepEqual(await reopened(below.holds, await keyFromPassphrase("cafe\u0301 walnuts", salt)), ["one"]);
  const salted = await keyFromPassphrase("caf\u00e9 walnuts", random(16));
  assert.equal(await failure(reopened(below.holds, salted)), "denied");
  const secret = random(32);
  const other = loose();
  await (await sealed(other, await keyFromSecret(secret, "memory"))).append(bytes("two"));
  assert.deepEqual(await reopened(other.holds, await keyFromSecret(secret, "memory")), ["two"]);
  assert.equal(await failure(reopened(other.holds, await keyFromSecret(secret, "mail"))), "denied");
  assert.equal(await failure(keyFromPassphrase("", salt)), "invalid");
  assert.equal(await failure(keyFromPassphrase("x", random(8))), "invalid");
  assert.equal(await failure(keyFromSecret(random(8), "x")), "invalid");
});

test("folders are named as the command line names them", () => {
  const folders = { "ac-1_a": "ac-1_a", Acme: "%41cme", "..": "%2e%2e", "a/b%41": "a%2fb%2541", "é": "%c3%a9" };
  for (const [name, folder] of Object.entries(folders)) assert.equal(folderName(name), folder);
});

test("where nothing is known of persistence nothing is said", async () => {
  assert.deepEqual(await persistence(), {});
});
