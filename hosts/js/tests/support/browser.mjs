// Chromium with a profile folder of its own.
import { readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { chromium } from "playwright-core";
import { temporary } from "./bundle.mjs";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const args = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/**
 * Starts Chromium: `context` is playwright's, `profile` its folder. Giving the `profile` of one that is
 * closed or killed starts it again where it was.
 */
export async function launch(profile = temporary("profile"), options = {}) {
  for (const left of ["Lock", "Socket", "Cookie"]) rmSync(join(profile, `Singleton${left}`), { force: true });
  const all = { executablePath, args, headless: true, ...options };
  const context = await chromium.launchPersistentContext(profile, all);
  context.setDefaultTimeout(20_000);
  return { context, profile, close: () => context.close(), kill: () => kill(context, profile) };
}

/** Removes a profile folder before the process ends, once its browser is closed. */
export function discard(profile) {
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** The profile's files that hold some words, in UTF-8 or UTF-16. */
export function holding(profile, words) {
  const patterns = [Buffer.from(words), Buffer.from(words, "utf16le")];
  const files = readdirSync(profile, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const paths = files.map((file) => join(file.parentPath, file.name));
  const held = paths.filter((path) => {
    const bytes = contents(path);
    return patterns.some((pattern) => bytes.includes(pattern));
  });
  return held.map((path) => path.slice(profile.length));
}

/** A file's bytes. A browser that runs may have renamed it meanwhile: then none. */
function contents(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error.code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}

/** As a crash does it: SIGKILL to the browser's process, whose number its profile's lock names. */
async function kill(context, profile) {
  const pid = Number(readlinkSync(join(profile, "SingletonLock")).split("-").at(-1));
  process.kill(pid, "SIGKILL");
  await context.close().catch(() => undefined);
  while (alive(pid)) await wait(10);
}

function alive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
