// Installing, and working without a network: the service worker, and new versions of the app.

/** A new version that is downloaded and waits. */
export interface Update {
  /** Reloads into it, in every tab. */
  take(): void;
}

interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallEvent | undefined;

/** Says whether the browser offers to install the app, now and whenever that changes. */
export function installable(tell: (can: boolean) => void): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as InstallEvent;
    tell(true);
  });
  addEventListener("appinstalled", () => {
    offer = undefined;
    tell(false);
  });
}

export function install(): void {
  void offer?.prompt();
}

/** Registers the service worker; calls back when a new version waits. */
export async function keepOffline(found: (update: Update) => void): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register("./sw.js", { updateViaCache: "none" });
  const offerWaiting = () => {
    const { waiting } = registration;
    if (waiting && navigator.serviceWorker.controller) found({ take: () => take(waiting) });
  };
  offerWaiting();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", offerWaiting);
  });
}

function take(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage("take-over");
}
