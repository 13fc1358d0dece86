// The same requests to this package and to `memolet exec`, with mistakes put into them: every answer and
// every error's text must be the same. The command and its component are named by MEMOLET_CLI and
// MEMOLET_COMPONENT.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { Exec } from "./support/exec.mjs";
import { fill, match } from "./support/pattern.mjs";

const folder = new URL("../../../tests/cases/", import.meta.url);
const now = 1783846800000;
/** Requests with mistakes for each of a file. */
const MISTAKES = 6;

/** What arguments are replaced by: something of every shape, right and wrong. */
const VALUES = [
  null, true, false, 0, 1, -1, 1.5, 4294967296, 1783846800, "", "x", "soon", "fact", "2026-01-01T00:00:00Z", "2026-01-01",
  "1969-12-31T23:00:00Z", "2026-13-01T00:00:00Z", [], ["x"], [1], ["fact"], ["fact", "x"], {}, { a: 1 }, { a: [] },
  { tag: "stored" }, { tag: "stored", val: 1 }, { tag: "vectors", val: [[1]] }, { tag: "reply" }, { tag: "x" },
  { user: "ana" }, { user: "bob", project: 5 }, { user: "ana", sharedWriter: true }, { scope: "a", version: "1" },
  [{ uri: "a" }], [{ uri: "a", span: { start: 1 } }], [{ uri: "a", span: { start: 1, end: 2 }, digest: "x" }],
];
const ARGUMENTS = [
  "after", "answer", "appliesTo", "arguments", "at", "authority", "by", "dryRun", "embedding", "evidence", "filter",
  "id", "ids", "importance", "k", "kind", "kinds", "limit", "metadata", "name", "policy", "profile", "reason",
  "relevance", "reviewAt", "role", "sequence", "shared", "source", "state", "states", "text", "ticket", "user",
  "uses", "utcOffset", "validFrom", "x",
];
const OPERATIONS = [
  "answer", "audit", "checkpoint", "confirm", "context", "end", "erase", "eviction", "extract", "get", "history",
  "list", "loadLanguage", "pin", "policy", "poll", "queryText", "readStatements", "recall", "receipts", "remember", "score", "settle", "stateHash",
  "stats", "supersede", "sweep", "tool", "tryPolicy", "turn", "undo", "used", "whyNot",
];

const skip = !process.env.MEMOLET_CLI && "MEMOLET_CLI names no command to compare with";

test("the package and the command answer alike", { skip, timeout: 120_000 }, async (context) => {
  const pick = picker(7);
  let compared = 0;
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".jsonl"))) {
    compared += await compare(context, readFileSync(new URL(file, folder), "utf8"), pick);
  }
  assert.ok(compared > 1000);
  context.diagnostic(`${compared} requests were answered alike`);
});

async function compare(context, text, pick) {
  const pair = new Pair();
  context.after(() => pair.close());
  const captures = new Map();
  await pair.ask({ op: "open", now, args: { tenant: "acme", seed: "parity", embedder: "none" } });
  for (const line of text.split("\n").filter((line) => line.includes('"request"') && isAlike(line))) {
    const found = JSON.parse(line);
    // A mistake may have changed the story, so that what a line speaks of was never captured.
    const filled = attempt(() => fill(found.request, captures));
    if (!filled) continue;
    const request = { now, ...filled };
    if (request.op === "open") request.args = { seed: "parity", ...request.args };
    for (let count = 0; count < MISTAKES && request.op !== "open"; count++) {
      await pair.ask(mistaken(request, pick));
    }
    const answer = await pair.ask(request);
    attempt(() => match(found.expect ?? { ok: "*" }, answer, captures));
  }
  await pair.close();
  return pair.compared;
}

/** Files are the command's alone, and so is a tokenizer. */
function isAlike(line) {
  return !["${dir}", "o200k_base", '"export"', '"import"'].some((text) => line.includes(text));
}

/** Both, side by side. */
class Pair {
  compared = 0;
  #child = spawn(process.env.MEMOLET_CLI, ["exec"], { stdio: ["pipe", "pipe", "ignore"] });
  #lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  #exec = new Exec();

  async ask(request) {
    this.#child.stdin.write(JSON.stringify(request) + "\n");
    const theirs = JSON.parse((await this.#lines.next()).value);
    const ours = await this.#exec.respond(request);
    assert.deepEqual(comparable(ours), comparable(theirs), `to ${JSON.stringify(request)}`);
    this.compared += 1;
    return theirs;
  }

  async close() {
    this.#child.kill();
    await this.#exec.close();
  }
}

/** Numbers end at 2^53 - 1 here, the host's own operations are others, and the command guesses what was meant. */
function comparable(answer) {
  const text = JSON.stringify(answer).replaceAll("18446744073709551615", "9007199254740991");
  return JSON.parse(text.replace(/; there are [A-Za-z, ]*/, "").replace(/ \(is `\w+` meant\?\)/, ""));
}

/** A request with one mistake, or none. */
function mistaken(request, pick) {
  const args = { ...request.args };
  const names = Object.keys(args);
  const changed = [
    () => delete args[pick(names)],
    () => (args[pick(names) ?? "x"] = pick(VALUES)),
    () => (args[pick(ARGUMENTS)] = pick(VALUES)),
    () => ({ op: pick(OPERATIONS) }),
    () => ({ scope: pick(VALUES) }),
    () => ({ [pick(["key", "args", "x", "op"])]: pick(VALUES) }),
    () => ({ now: pick(VALUES) ?? 1 }),
  ];
  const change = pick(changed)();
  const mistake = { ...request, args, ...(typeof change === "object" ? change : {}) };
  return mistake.op === "open" ? request : mistake;
}

/** Picks from lists, by the same numbers in every run. */
function picker(seed) {
  let state = seed;
  return (list) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return list[(state >> 8) % list.length];
  };
}

function attempt(call) {
  try {
    return call();
  } catch {
    return undefined;
  }
}
