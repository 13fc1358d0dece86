// The disks that run in Node, as one module for tests; run by itself it is the process that is killed.
export * from "../../src/storage/file.ts";
export * from "../../src/storage/key.ts";
export * from "../../src/storage/name.ts";
export * from "../../src/storage/persistence.ts";
export * from "../../src/storage/sealed.ts";
export * from "./conformance.mjs";
export * from "./crashed.mjs";
import { openFile } from "../../src/storage/file.ts";
import { sealed } from "../../src/storage/sealed.ts";
import { bytes, failure, kept, same } from "./conformance.mjs";
import { lastKept, write } from "./crashed.mjs";

const commands = {
  /** Writes until it is killed, and says what is durable. */
  async write(base, key) {
    const file = await openFile(base, "t");
    const disk = key ? await sealed(file, Buffer.from(key, "hex")) : file;
    await write(disk, (await lastKept(disk)) + 1, (number) => process.stdout.write(`${number}\n`));
  },

  /** On a file system of 1 MiB: what does not fit changes nothing. */
  async fill(base) {
    const disk = await openFile(base, "t");
    await disk.replace(bytes("all"));
    let written = 0;
    while ((await failure(disk.append(new Uint8Array(100_000).fill(65)))) === "none") written += 1;
    same(await failure(disk.append(new Uint8Array(200_000))), "full", "an append");
    same(disk.sizes(), { snapshot: 3, journal: written * 100_000 }, "sizes");
    same((await kept(disk))[1], "A".repeat(written * 100_000), "the journal");
    await disk.cut(written * 100_000);
    same(await failure(disk.replace(new Uint8Array(2_000_000))), "full", "a snapshot");
    same(await kept(disk), ["all", ""], "kept");
    await disk.append(bytes("more"));
    await disk.close();
    const again = await openFile(base, "t");
    same(await kept(again), ["all", "more"], "opened again");
    await again.replace(bytes("small"));
    same(await kept(again), ["small", ""], "replaced");
    await again.close();
    console.log(`full after ${written} appends`);
  },
};

const [, , command, ...rest] = process.argv;
if (command && command in commands && process.env.MEMOLET_DISK_TEST) await commands[command](...rest);
