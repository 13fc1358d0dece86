// One writer of a folder, for Node, which has no file locks.
//
// A writer makes an empty file that only it could have made, `open-PID-BIRTH-RANDOM`, and then looks
// who else has one. Whoever has another is in first, or in the same moment, and this one steps back;
// files of processes that are gone are removed. No file ever passes from one writer to another, so no
// removal can hit a living one: of two openers at least the later sees the other.
//
// On Linux BIRTH is when the process started, so a number that the system gave out again is no
// life. Elsewhere it is `x`, and such a file can keep its folder locked until somebody deletes it.
//
// The command line locks the file `lock` instead. On Linux this sees that lock and steps back. It does
// not guard against a command that opens the folder while this has it, nor against writers on other
// machines or in other containers, whose processes cannot be seen from here.
import { randomBytes } from "node:crypto";
import { open, readdir, readFile, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { ifThere } from "./drafts.ts";
import { MemoletError } from "../errors.ts";

const claim = /^open-(\d+)-(\d+|x)-[0-9a-f]+$/;

/** Takes the folder, and gives what lets it go. Another writer: `locked`. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const birth = (await birthOf(process.pid)) ?? "x";
  const mine = join(folder, `open-${process.pid}-${birth}-${randomBytes(8).toString("hex")}`);
  const unlock = () => rm(mine, { force: true });
  await (await open(mine, "wx", 0o600)).close();
  try {
    await refuseOthers(folder, basename(mine));
  } catch (error) {
    await unlock();
    throw error;
  }
  return unlock;
}

async function refuseOthers(folder: string, mine: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid, birth] = claim.exec(name) ?? [];
    if (pid === undefined || birth === undefined || name === mine) continue;
    if (await isAlive(Number(pid), birth)) {
      const remedy = `if it has not, delete ${name} there`;
      const text = `process ${pid} has ${folder} open; one writer at a time may (${remedy})`;
      throw new MemoletError("locked", text);
    }
    await rm(join(folder, name), { force: true });
  }
  if (await isLockedByCommand(join(folder, "lock"))) {
    throw new MemoletError("locked", `a command has ${folder} open; one writer at a time may`);
  }
}

async function isAlive(pid: number, birth: string): Promise<boolean> {
  if (birth !== "x") return (await birthOf(pid)) === birth;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process started, in ticks since the machine did. Linux only. */
async function birthOf(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  const afterName = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  // "Z": dead, and not yet waited for.
  return afterName?.[0] === "Z" ? undefined : afterName?.[19];
}

/** Whether a process has the file under `flock`. Linux only. */
async function isLockedByCommand(path: string): Promise<boolean> {
  const file = await ifThere(stat(path));
  const locks = file && (await readFile("/proc/locks", "utf8").catch(() => undefined));
  if (!file || !locks) return false;
  return locks.split("\n").some((line) => line.includes("FLOCK") && line.includes(`:${file.ino} `));
}
