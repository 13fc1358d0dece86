// A page's end of a link, wherever its tab's part in the store runs.
import type { Opened } from "../contract/types.ts";
import type { Link } from "../link.ts";
import type { Listeners } from "../listeners.ts";
import { checkSignal } from "../request.ts";

/** A link of one tab among several. */
export interface TabLink extends Link {
  /** What the store was when it was opened, by whichever tab. */
  readonly opened: Opened;
}

/** The link to a tab's part, of which the listeners are told. */
export function tabLink(opened: Opened, listeners: Listeners, part: Pick<Link, "request" | "close">): TabLink {
  return {
    opened,
    get role() {
      return listeners.role;
    },
    request: async (request, signal) => {
      checkSignal(signal);
      return part.request(request, signal);
    },
    listen: (listener) => listeners.add(listener),
    close: () => part.close(),
  };
}
