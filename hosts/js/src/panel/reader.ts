// Whether a reader is at work in an element: then nothing in it may move by itself.
import type { ReactiveController } from "lit";
import type { Part } from "./part.ts";

export class Reader implements ReactiveController {
  readonly #part: Part;
  readonly #left: () => void;
  readonly #sight = new IntersectionObserver((entries) => this.#saw(entries));
  readonly #inSight = new Set<Element>();

  /** `left` is called whenever the reader may have gone. */
  constructor(part: Part, left: () => void) {
    this.#part = part;
    this.#left = left;
    part.addController(this);
    for (const name of ["pointerleave", "focusout"]) {
      // The focus is on its way: where it goes is known once the event is over.
      part.addEventListener(name, () => setTimeout(left));
    }
  }

  /** A pointer or the focus is within, or the element is scrolled past its head. */
  get isThere(): boolean {
    const head = this.#head;
    const scrolled = this.#inSight.has(this.#part) && head !== null && !this.#inSight.has(head);
    return scrolled || this.#part.matches(":hover, :focus-within");
  }

  hostUpdated(): void {
    for (const element of [this.#part, this.#head]) if (element) this.#sight.observe(element);
  }

  hostDisconnected(): void {
    this.#sight.disconnect();
    this.#inSight.clear();
  }

  get #head(): Element | null {
    return this.#part.renderRoot.querySelector(".head");
  }

  #saw(entries: IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#inSight.add(target);
      else this.#inSight.delete(target);
    }
    this.#left();
  }
}
