// The page's own way to a store, with the engine as a page's entry provides it.
import { provideFrom } from "../../src/raw/browser.ts";

provideFrom();
export { openPageLink } from "../../src/tabs/page.ts";
