// The package as a user gets it: the tarball installed in an empty folder, and the README's lines run as
// they stand there, in every runtime and bundler that it promises.
//
//   MEMOLET_TARBALL=memolet-0.1.0.tgz node --test install.test.mjs
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { launch } from "../support/browser.mjs";
import { serve } from "../support/serve.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const tools = join(here, "node_modules");
const run = promisify(execFile);
const limit = { timeout: 180_000 };
const assets = [
  "worker.js", "memolet_bg.wasm", "potion-base-8m-128.bin",
  ...["de", "fr", "es", "pt", "it", "nl", "ru", "zh", "ja"].map((code) => `language-${code}.txt`),
];
const page = (script) => `<!doctype html><meta charset="utf-8"><title>memolet</title><link rel="icon" href="data:,">
<script type="module" src="${script}"></script>`;

let folder;
let lines;
let browser;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "memolet-install-"));
  lines = await readmeLines();
  browser = await launch();
}, limit);

after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

test("Node", limit, async () => {
  const place = await installed("node");
  await writeFile(join(place, "main.mjs"), lines);
  const { stdout } = await run(process.execPath, ["main.mjs"], { cwd: place });
  assert.equal(stdout.trim(), expected());
  const again = await run(process.execPath, ["main.mjs"], { cwd: place });
  assert.equal(again.stdout.trim(), expected(), "the store is there when it is opened again");
});

test("a plain page", limit, async () => {
  const place = await installed("page");
  const script = lines.replace('"memolet"', '"./node_modules/memolet/browser.js"');
  await writeFile(join(place, "main.js"), script);
  await writeFile(join(place, "index.html"), page("main.js"));
  await says(place);
});

test("Vite, built", limit, async () => {
  const place = await webProject("vite");
  await tool(place, "vite/bin/vite.js", "build", "--base", "./");
  await says(join(place, "dist"));
});

test("Vite's own server", limit, async () => {
  const place = await webProject("vite-dev");
  const port = await freePort();
  const flags = ["--port", `${port}`, "--strictPort", "--host", "127.0.0.1"];
  const server = spawn(process.execPath, [join(tools, "vite/bin/vite.js"), ...flags], { cwd: place });
  const url = `http://127.0.0.1:${port}/`;
  try {
    await answered(url); // what it prints depends on where it runs
    await saysAt(url);
  } finally {
    server.kill("SIGKILL");
  }
});

test("webpack", limit, async () => {
  const place = await webProject("webpack");
  await tool(place, "webpack/bin/webpack.js", "--mode", "production", "--entry", "./main.js", "--output-path", "dist");
  await writeFile(join(place, "dist/index.html"), page("main.js"));
  await says(join(place, "dist"));
});

test("esbuild, with the three files copied beside its output", limit, async () => {
  const place = await webProject("esbuild");
  await tool(place, "esbuild/bin/esbuild", "main.js", "--bundle", "--format=esm", "--outdir=dist");
  for (const name of assets) await cp(join(place, "node_modules/memolet", name), join(place, "dist", name));
  await writeFile(join(place, "dist/index.html"), page("main.js"));
  await says(join(place, "dist"));
});

test("Next, in a client component", limit, async () => {
  const place = await installed("next");
  for (const name of ["next", "react", "react-dom"]) await symlink(join(tools, name), join(place, "node_modules", name));
  for (const [name, text] of Object.entries(nextApp())) {
    await mkdir(dirname(join(place, name)), { recursive: true });
    await writeFile(join(place, name), text);
  }
  await tool(place, "next/dist/bin/next", "build");
  await says(join(place, "out"));
});

test("a Worker, in workerd", limit, async () => {
  const place = await installed("workerd");
  await writeFile(join(place, "main.js"), inHandler());
  const flags = ["--bundle", "--format=esm", "--conditions=workerd", "--external:*.wasm", "--outdir=dist"];
  await tool(place, "esbuild/bin/esbuild", "main.js", ...flags);
  const port = await freePort();
  await writeFile(join(place, "config.capnp"), workerdConfig(port));
  // npm's command is a script that starts the program: a group of their own, so that both are ended.
  const alone = { cwd: place, detached: true, stdio: "ignore" };
  const server = spawn(join(tools, "workerd/bin/workerd"), ["serve", "config.capnp"], alone);
  try {
    const response = await answered(`http://127.0.0.1:${port}/`);
    assert.equal(await response.text(), expected());
  } finally {
    process.kill(-server.pid, "SIGKILL");
  }
});

test("TypeScript takes the declarations, strictly", limit, async () => {
  const place = await installed("typescript");
  await cp(join(here, "usage.ts"), join(place, "usage.ts"));
  const base = { strict: true, noEmit: true, target: "es2022", types: ["node"], typeRoots: [join(tools, "@types")], skipLibCheck: false };
  for (const [module, moduleResolution] of [["esnext", "bundler"], ["nodenext", "nodenext"]]) {
    const compilerOptions = { ...base, module, moduleResolution, lib: ["es2023", "dom", "dom.iterable"] };
    await writeFile(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["usage.ts"] }));
    await tool(place, "typescript/bin/tsc", "-p", ".");
  }
});

/** The first block of JavaScript in the README, word for word. */
async function readmeLines() {
  const readme = await readFile(join(here, "../../../../README.md"), "utf8");
  const [, block] = /```js\n([\s\S]*?)```/.exec(readme) ?? assert.fail("the README has no block of JavaScript");
  assert.ok(block.trim().split("\n").length <= 5, "five lines");
  return block;
}

/** What the lines say: the text that they remember. */
function expected() {
  return /text: "([^"]+)"/.exec(lines)[1];
}

/** The same lines inside a handler, where a Worker has a clock, with a store that lives as long as its isolate. */
function inHandler() {
  const [imported, opened, ...rest] = lines.trim().split("\n");
  const body = [opened.replace(' })', ', storage: "memory" })'), ...rest].join("\n");
  const answer = body.replace(/console\.log\((.*)\);/, "return new Response($1);");
  return `${imported}\nexport default { async fetch() {\n${answer}\n} };\n`;
}

/** The same lines in an effect of a component, as static files. The tools are links that lead out of the folder. */
function nextApp() {
  const [imported, ...rest] = lines.trim().split("\n");
  const icon = '<head><link rel="icon" href="data:," /></head>';
  return {
    "next.config.js": 'export default { output: "export", turbopack: { root: "/" } };',
    "app/layout.js": `export default ({ children }) => <html lang="en">${icon}<body>{children}</body></html>;`,
    "app/page.js": `"use client";
import { useEffect } from "react";
${imported}
export default function Page() {
  useEffect(() => void remembered(), []);
  return <p>memolet</p>;
}
async function remembered() {
${rest.join("\n")}
}
`,
  };
}

const workerdConfig = (port) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [
    (name = "main.js", esModule = embed "dist/main.js"),
    (name = "memolet_bg.wasm", wasm = embed "node_modules/memolet/memolet_bg.wasm"),
  ],
  compatibilityDate = "2026-11-01",
);
`;

/** The answer of a server that may still be starting. */
async function answered(url) {
  for (const until = Date.now() + 30_000; ; ) {
    try {
      return await fetch(url);
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** An empty folder with nothing but the package in it. */
async function installed(name) {
  const place = join(folder, name);
  await mkdir(place);
  await writeFile(join(place, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const tarball = process.env.MEMOLET_TARBALL ?? assert.fail("MEMOLET_TARBALL names no tarball");
  await run("npm", ["install", "--no-audit", "--no-fund", "--offline", tarball], { cwd: place });
  assert.deepEqual(await readdir(join(place, "node_modules")).then((names) => names.filter((n) => !n.startsWith("."))), ["memolet"], "it depends on nothing");
  return place;
}

async function webProject(name) {
  const place = await installed(name);
  await writeFile(join(place, "main.js"), lines);
  await writeFile(join(place, "index.html"), page("/main.js"));
  return place;
}

function tool(place, script, ...args) {
  const command = script.startsWith("esbuild/") ? [join(tools, script), args] : [process.execPath, [join(tools, script), ...args]];
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
  return run(command[0], command[1], { cwd: place, env }).catch((error) => assert.fail(`${error.message}\n${error.stdout}`));
}

async function says(place) {
  const server = await serve(place);
  try {
    await saysAt(server.url);
  } finally {
    await server.close();
  }
}

/** A page that, opened, says what was remembered, and nothing else of note. */
async function saysAt(url) {
  const tab = await browser.context.newPage();
  try {
    const said = [];
    const done = new Promise((resolve) => {
      tab.on("console", (message) => {
        said.push(`${message.type()}: ${message.text()}`);
        if (message.type() === "log") resolve();
      });
      tab.on("pageerror", (error) => said.push(`error: ${error.message}`) && resolve());
    });
    await tab.goto(url);
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 30_000))]);
    assert.ok(said.includes(`log: ${expected()}`), `it says ${JSON.stringify(said)}`);
    assert.deepEqual(said.filter((line) => /^(error|warning)/.test(line)), []);
  } finally {
    await tab.close();
  }
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
