// Pictures of every view, in both themes, on a desk and on a phone: MEMOLET_SHOTS=folder node shots.mjs
// For eyes alone: nothing is compared.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { buildApp, say, serve, visit } from "./site.mjs";

const folder = process.env.MEMOLET_SHOTS;
if (!folder) throw new Error("MEMOLET_SHOTS names the folder for the pictures");
mkdirSync(folder, { recursive: true });
const TOLD = [
  "I live in York since 2019", "I'm allergic to walnuts and shellfish", "I prefer tea over coffee",
  "My sister is called Eva", "I work as a nurse in the old hospital", "Actually I moved to Leeds last month",
  "Where do I live?", "What is my shoe size?", "The spare key is under the blue flowerpot",
  "My dentist appointment is next Thursday at 3pm", "I no longer work as a nurse", "What am I allergic to?",
];
const DEVICES = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

const site = await serve(buildApp());
for (const [device, options] of Object.entries(DEVICES)) {
  for (const colorScheme of ["light", "dark"]) {
    const browser = await visit(site.url, { ...options, colorScheme });
    const page = await browser.open();
    const shot = async (name) => {
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(folder, `${name}-${device}-${colorScheme}.png`) });
    };
    await tour(page, shot, device);
    browser.quiet();
    await browser.close();
  }
}
await site.close();

async function tour(page, shot, device) {
  const press = (name, options = {}) => page.getByRole("button", { name, exact: true, ...options });
  await shot("1-first");
  for (const text of TOLD) await say(page, text);
  await shot("2-talk");
  await page.getByText("Why this answer").last().click();
  await shot("3-score");
  await page.getByText("Why this answer").first().click();
  await press("Over time").first().click();
  await press("Over time").first().scrollIntoViewIfNeeded();
  await shot("5-time");
  await press("As of a date").click();
  await page.getByLabel("Day", { exact: true }).fill("2021-05-03");
  await say(page, "Where do I live?");
  await shot("6-as-of");
  await press("Now").click();
  await page.locator("app-message .card").last().click();
  await shot("7-memory");
  await press("Settings").click();
  await shot("8-settings");
  await page.getByText("A model at an address").click();
  await shot("9-model");
  await page.getByRole("button", { name: "Encrypt" }).scrollIntoViewIfNeeded();
  await shot("10-lock");
  await press("Close").click();
  await page.reload();
  await shot("11-again");
  await say(page, "What do you know about me?");
  await say(page, "That is wrong");
  await say(page, "I live in Bath. The bins go out on alternate Wednesdays. What am I allergic to?");
  await say(page, `My grandmother's recipe for plum cake: ${"take the plums that nobody wanted, and an egg; ".repeat(24)}`);
  await say(page, "How did grandmother make plum cake?");
  await say(page, "Forget everything");
  await shot("12-of-itself");
  await press("Settings").click();
  await page.getByRole("button", { name: "Find by words alone" }).click();
  await page.getByRole("button", { name: "Go on" }).scrollIntoViewIfNeeded();
  await shot("13-search");
  await page.getByLabel("Passphrase", { exact: true }).fill("correct horse battery");
  await page.getByLabel("The same again").fill("correct horse battery");
  await press("Encrypt").click();
  await page.getByText("Your memory is locked with a passphrase.").waitFor();
  await page.reload();
  await page.getByText("I have forgotten the passphrase").click();
  await shot("14-locked");
}
