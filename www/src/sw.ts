/// <reference lib="webworker" />
// The service worker: the whole app in a cache of its version, so that it starts without a network.
// Memories are not its business: it answers for the app's own files and for nothing else.

/** Written in by the build: the app's files, relative to this one, and the hash of them all. */
declare const FILES: string[];
declare const VERSION: string;
declare const self: ServiceWorkerGlobalScope;

const NAME = `memolet-app-${VERSION}`;

self.addEventListener("install", (event) => {
  const requests = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(requests)));
});

/** A version takes over when the person says so, or when no tab has the old one open. */
self.addEventListener("message", ({ data }) => {
  if (data === "take-over") void self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === self.location.origin) {
    event.respondWith(answer(request));
  }
});

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  const kept = await cache.match(request.mode === "navigate" ? "./" : request, { ignoreSearch: true });
  return kept ?? fetch(request);
}

/** Removes the caches of other versions. */
async function tidy(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("memolet-app-") && name !== NAME).map((name) => caches.delete(name)));
}
