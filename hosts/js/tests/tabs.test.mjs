// The protocol between page, worker and tabs, over ports of this thread.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./support/bundle.mjs";

const { Given, Wire } = await load("src/tabs/wire.ts");
const { Requests } = await load("src/tabs/requests.ts");
const { MemoletError } = await load("src/errors.ts");

/** Two ends, of which the second serves. */
function ends(t, served) {
  const { port1, port2 } = new MessageChannel();
  t.after(() => port1.close());
  return [new Wire(port1, {}), new Wire(port2, served)];
}

test("a call gives what the other end answers, and throws its failure", async (t) => {
  const [near] = ends(t, {
    double: (number) => number * 2,
    fail: () => {
      throw new MemoletError("not-found", "no such memory");
    },
    break: () => Promise.reject(new Error("broken")),
    odd: () => () => "a function crosses nowhere",
  });
  assert.equal(await near.call("double", 21), 42);
  const fails = (call, tag, message) => assert.rejects(call, { tag, message });
  await fails(near.call("fail"), "not-found", /no such memory/);
  await fails(near.call("break"), "other", /broken/);
  await fails(near.call("odd"), "other", /could not be cloned/);
  await fails(near.call("absent"), "invalid", /"absent"/);
  await fails(near.call("toString"), "invalid", /"toString"/);
  await fails(near.call("double", () => 1), "invalid", /cannot be copied/);
});

test("an abort crosses, and the caller has its reason at once", async (t) => {
  let aborted;
  const whenAborted = new Promise((resolve) => (aborted = resolve));
  const [near] = ends(t, {
    wait: (_, signal) => new Promise(() => signal.addEventListener("abort", () => aborted("aborted"))),
  });
  const stop = new AbortController();
  const call = near.call("wait", undefined, stop.signal);
  stop.abort("enough");
  await assert.rejects(call, (reason) => reason === "enough");
  assert.equal(await whenAborted, "aborted");
  await assert.rejects(near.call("wait", undefined, stop.signal), (reason) => reason === "enough");
});

test("an end that closes fails what it asked, and aborts what it does for the other", async (t) => {
  let signal;
  const started = deferred();
  const [near, far] = ends(t, {
    wait: (_, given) => {
      signal = given;
      started.resolve();
      return new Promise(() => {});
    },
  });
  const call = near.call("wait");
  await started.promise;
  far.close(new MemoletError("locked", "gone"));
  assert.ok(signal.aborted);
  near.close(new MemoletError("other", "closed"));
  await assert.rejects(call, { message: "closed" });
  await assert.rejects(near.call("wait"), { message: "closed" });
});

test("vectors are copied and stay their owner's; what is given away moves", async (t) => {
  const vector = new Float32Array([1, 2]);
  const bytes = new Uint8Array(8);
  const [near] = ends(t, { vectors: () => [vector], bytes: () => new Given({ bytes }, [bytes.buffer]) });
  assert.deepEqual(await near.call("vectors"), [vector]);
  assert.equal(vector.length, 2);
  assert.equal((await near.call("bytes")).bytes.length, 8);
  assert.equal(bytes.length, 0);
});

/** A target that answers when it is told to. */
function target(remote = true) {
  const asked = [];
  const request = (request) => new Promise((resolve, reject) => asked.push({ request, resolve, reject }));
  return { remote, asked, request };
}

test("what was on its way to a tab that is gone goes to the next one under the same key", async () => {
  const [requests, gone, next] = [new Requests(), target(), target()];
  const told = requests.request({ op: "remember", args: { text: "a" } });
  assert.equal(gone.asked.length, 0);
  requests.turnTo(gone);
  requests.turnTo(next);
  gone.asked[0].reject(new Error("hung up"));
  next.asked[0].resolve("once");
  assert.equal(await told, "once");
  const [first, second] = [gone.asked[0].request.key, next.asked[0].request.key];
  assert.equal(typeof first, "string");
  assert.equal(first, second);
});

test("a key of the caller's is kept, reads need none, and what never left has none", async () => {
  const [requests, far, here] = [new Requests(), target(), target(false)];
  requests.turnTo(far);
  void requests.request({ op: "remember", key: "mine" });
  void requests.request({ op: "recall" });
  assert.deepEqual(far.asked.map(({ request }) => request.key), ["mine", undefined]);
  requests.turnTo(here);
  void requests.request({ op: "remember" });
  assert.deepEqual(here.asked.map(({ request }) => request.key), ["mine", undefined, undefined]);
});

test("what takes no key is not put twice", async () => {
  const [requests, gone, next] = [new Requests(), target(), target()];
  requests.turnTo(gone);
  const lost = ["sweep", "consolidate", "import", "no-such-operation"].map((op) => requests.request({ op }));
  void requests.request({ op: "confirm" });
  requests.turnTo(next);
  for (const each of lost) await assert.rejects(each, { tag: "locked", message: /look before you repeat/ });
  assert.deepEqual(next.asked.map(({ request }) => request.op), ["confirm"]);
});

function deferred() {
  const it = {};
  it.promise = new Promise((resolve) => (it.resolve = resolve));
  return it;
}
