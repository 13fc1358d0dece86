// Draws the PNG icons out of icon.svg with Chromium: node www/icons/draw.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { discard, launch } from "../../hosts/js/tests/support/browser.mjs";

const at = (name) => new URL(name, import.meta.url);
const svg = readFileSync(at("icon.svg"), "utf8");
const browser = await launch();
try {
  const page = await browser.context.newPage();
  // `room`: how much of the square the mark takes. A mask may cut all but the middle 80 %.
  for (const [name, size, room, paper] of [
    ["icon-192.png", 192, 1, "transparent"], ["icon-512.png", 512, 1, "transparent"],
    ["icon-maskable-512.png", 512, 0.62, "#fbfaf7"],
  ]) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body { margin: 0; display: grid; place-items: center; height: 100vh;
      background: ${paper} } svg { width: ${room * 100}% }</style>${svg}`);
    writeFileSync(at(name), await page.screenshot({ omitBackground: true }));
  }
} finally {
  await browser.close();
  discard(browser.profile);
}
