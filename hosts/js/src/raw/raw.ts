// The raw engine with the contract's types: every class and function of it.
import * as glue from "#glue";
import type { Raw } from "./types.ts";

/** Nothing of it may be used before it is loaded. */
export const raw = glue as unknown as Raw;
