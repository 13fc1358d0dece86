// The memories of a list. Nothing moves under a reader's hand: what changes is renewed in its place, what
// is forgotten leaves its place empty, and what is new waits until the reader has gone or asks for it.
import type { Kind, Memory } from "../contract/types.ts";
import type { ChangeEvent } from "../events.ts";
import type { UserMemory } from "../memory.ts";
import type { Part } from "./part.ts";
import { SHOWN, type Shown } from "./rules.ts";
import { search } from "./search.ts";
import { Live, found, settled } from "./store.ts";

const PAGE = 100;
/** The longest page that the store gives. */
const MOST = 1000;
/** A change of more memories than this is read as a whole. */
const MANY = 50;

/** What the list shows. */
export interface Choice {
  text: string;
  shown: Shown;
  kinds: Kind[];
}

/** A place on the shelf; without a memory: it was forgotten. */
export interface Place {
  id: string;
  memory: Memory | undefined;
}

interface Filled {
  /** What was searched for; empty: nothing was. */
  text: string;
  places: Place[];
  /** How many of a search's places recall gave; the rest holds the letters. */
  best: number;
  next: string | undefined;
}

export class Shelf {
  readonly #part: Part;
  readonly #choice: () => Choice;
  readonly #live: Live<Filled>;
  readonly #isRead: () => boolean;
  readonly #new = new Set<string>();
  /** Which memory stood in a new version's place. */
  readonly #before = new Map<string, string>();
  /** Memories that have changed and were not read again yet. */
  readonly #changed = new Set<string>();
  #taking = false;

  /** `isRead` says whether a reader is at work in the list. */
  constructor(part: Part, choice: () => Choice, isRead: () => boolean) {
    this.#part = part;
    this.#choice = choice;
    this.#isRead = isRead;
    this.#live = new Live(part, (memory) => this.#fill(memory), (event) => this.#heard(event));
  }

  get places(): Place[] | undefined {
    return this.#live.value?.places;
  }

  /** What the places were searched by: typing runs ahead of it. */
  get text(): string {
    return this.#live.value?.text ?? "";
  }

  /** New memories that wait to be shown. */
  get fresh(): string[] {
    const shown = new Set(this.places?.map(({ id }) => id));
    return [...this.#new].filter((id) => !shown.has(id));
  }

  get best(): number {
    return this.#live.value?.best ?? 0;
  }

  get more(): boolean {
    return this.#live.value?.next !== undefined;
  }

  get error() {
    return this.#live.error;
  }

  /** Reads everything anew, keeping what is shown until it is there. */
  renew = (): void => this.#live.refresh();

  /** Shows what is new, unless that would move what somebody reads. */
  settle = (): void => {
    const isEmpty = !this.places?.some(({ memory }) => memory);
    if (this.fresh.length && (isEmpty || !this.#isRead())) this.renew();
  };

  /** Resolves when what is being read is there. */
  get renewed(): Promise<void> {
    return this.#live.next;
  }

  /** Reads the next page behind the last. */
  async extend(): Promise<void> {
    const filled = this.#live.value;
    if (!filled?.next) return;
    const [page, error] = await settled(this.#part.context.memory.page(this.#listing(filled.next)));
    if (this.#live.value !== filled) return;
    const places = [...filled.places, ...(page?.memories ?? []).map(placed)];
    if (error) this.#live.error = error;
    else this.#live.value = { ...filled, places, next: page.next };
    this.#part.requestUpdate();
  }

  async #fill(memory: UserMemory): Promise<Filled> {
    const { shown, kinds, ...choice } = this.#choice();
    const text = choice.text.trim();
    this.#new.clear();
    if (text) {
      const { best, holding } = await search(memory, text, SHOWN[shown], kinds);
      return { text, places: [...best, ...holding].map(placed), best: best.length, next: undefined };
    }
    const page = await memory.page(this.#listing());
    return { text, places: page.memories.map(placed), best: 0, next: page.next };
  }

  #listing(after?: string) {
    const { shown, kinds } = this.#choice();
    return { states: SHOWN[shown], kinds, limit: PAGE, after };
  }

  #heard(event: ChangeEvent): void {
    for (const id of event.ids) this.#changed.add(id);
    if (!this.#taking) void this.#takeAll();
  }

  async #takeAll(): Promise<void> {
    this.#taking = true;
    while (this.#changed.size) {
      const ids = [...this.#changed];
      this.#changed.clear();
      if (ids.length > MANY || !this.places) {
        this.renew();
        await this.renewed;
      } else {
        await settled(this.#takeIn(ids));
      }
    }
    this.#taking = false;
  }

  async #takeIn(ids: string[]): Promise<void> {
    const { memory } = this.#part.context;
    const now = await Promise.all(ids.map(async (id) => [id, await found(memory.get(id))] as const));
    const listed = await this.#listed(ids);
    const filled = this.#live.value;
    if (!filled) return;
    const places = [...filled.places];
    const memories = new Map(now);
    for (const id of memories.keys()) this.#place(places, id, memories, listed);
    this.#live.value = { ...filled, places };
    this.settle();
    this.#part.requestUpdate();
  }

  /** Which of these the list would show if it was read now: the rest lies behind the pages read so far. */
  async #listed(ids: string[]): Promise<Set<string>> {
    const { places, next } = this.#live.value ?? { places: [], next: undefined };
    const shown = new Set(places.map(({ id }) => id));
    if (next === undefined || ids.every((id) => shown.has(id))) return new Set(ids);
    const limit = Math.min(places.length, MOST);
    const page = await this.#part.context.memory.page({ ...this.#listing(), limit });
    return new Set(page.memories.map(({ id }) => id));
  }

  #place(places: Place[], id: string, now: Map<string, Memory | undefined>, listed: Set<string>): void {
    const memory = now.get(id);
    const at = places.findIndex((place) => place.id === id);
    if (at >= 0) places[at] = { id, memory };
    else if (memory) this.#arrived(places, memory, listed);
    else this.#new.delete(id);
    const before = this.#before.get(id);
    const old = before === undefined ? undefined : now.get(before);
    if (at >= 0 && !memory && old) places[at] = placed(old);
  }

  /** A new version takes its old one's place; anything else waits. */
  #arrived(places: Place[], memory: Memory, listed: Set<string>): void {
    if (!this.#fits(memory)) return;
    const old = places.findIndex((place) => memory.supersedes.includes(place.id));
    if (old >= 0) {
      this.#before.set(memory.id, places[old]!.id);
      places[old] = placed(memory);
    } else if (listed.has(memory.id) && !this.#isPastOfShown(places, memory)) {
      this.#new.add(memory.id);
    }
  }

  #fits(memory: Memory): boolean {
    const { text, shown, kinds } = this.#choice();
    const isOfKind = !kinds.length || kinds.includes(memory.kind);
    return !text.trim() && SHOWN[shown].includes(memory.state) && isOfKind;
  }

  #isPastOfShown(places: Place[], { id }: Memory): boolean {
    return places.some((place) => place.memory?.supersedes.includes(id));
  }
}

function placed(memory: Memory): Place {
  return { id: memory.id, memory };
}
