// What every part of the panel has in common.
import { LitElement, type CSSResultGroup } from "lit";
import type { UserMemory } from "../memory.ts";
import type { Question } from "./dialog.ts";
import type { Strings } from "./strings.ts";
import { elements, tokens } from "./styles.ts";

/** What the panel gives to its parts. */
export interface Context {
  memory: UserMemory;
  words: Strings;
  /** A language tag for dates and numbers. */
  lang: string;
  /** Puts a question into the dialog. */
  ask(question: Question): void;
  /** Says that something was done, with the memory whose last change can be taken back. */
  done(text: string, id?: string): void;
  /** Shows a memory in detail. */
  open(id: string): void;
}

/** An element that shows something of the memory in its `context`. */
export abstract class Part extends LitElement {
  static override properties = { context: { attribute: false } };
  static override styles: CSSResultGroup = [tokens, elements];
  declare context: Context;
}

/** Registers an element, unless another copy of this module has done so. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}
