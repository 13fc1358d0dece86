// The service worker: the whole app in a cache of its version, so that it starts without a network.
// Memories are not its business: it answers for the app's own files and for nothing else.

/** Written in by the build: the app's files, relative to this one, and the hash of them all. */
declare const FILES: string[];
declare const VERSION: string;

/** The part of a service worker's scope that is used: a page's types and a worker's do not go together. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetched extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Scope {
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetched) => void): void;
}

const scope = self as unknown as Scope;
const NAME = `memolet-app-${VERSION}`;

scope.addEventListener("install", (event) => {
  const requests = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(requests)));
});

/** A version takes over when the person says so, or when no tab has the old one open. */
scope.addEventListener("message", ({ data }) => {
  if (data === "take-over") void scope.skipWaiting();
});

scope.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => scope.clients.claim())));

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === scope.location.origin) {
    event.respondWith(answer(request));
  }
});

/** The app's own files from the cache, anything else from the network; where that is cut, the page. */
async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  return fetch(request).catch(async (error: unknown) => {
    const page = request.mode === "navigate" ? await cache.match("./") : undefined;
    if (page) return page;
    throw error;
  });
}

/** Removes the caches of other versions. */
async function tidy(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("memolet-app-") && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
}
