// Screenshots: the page at three widths, light and dark, with each overlay; and the picture of the README.
// node test/screenshots.js FOLDER, or with --readme for docs/pictures/page.png alone.

import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { browse, choose, clickVertex, openExample, openPage, ROOT, serve, settled } from "./harness.js";

const readme = process.argv.includes("--readme");
const folder = readme ? resolve(ROOT, "docs/pictures") : resolve(process.argv[2] ?? "screenshots");
mkdirSync(folder, { recursive: true });
const server = await serve("--example", "fig-rotor-routing");
const browser = await browse();

const shot = async (page, name) => {
  await settled(page);
  await page.waitForTimeout(200);
  await page.screenshot({ path: resolve(folder, `${name}.png`), fullPage: !readme });
  console.log(`${name}.png`);
};

if (readme) {
  const { page, close } = await openPage(browser, server.url, { viewport: { width: 1200, height: 900 }, colorScheme: "light" });
  await openExample(page, "fig-calc-rn");
  await page.click("#tab-show");
  await choose(page, "overlay", "flows");
  await shot(page, "page");
  await close();
} else {
  for (const width of [400, 1000, 2000]) {
    for (const colorScheme of ["light", "dark"]) {
      const height = width < 900 ? 800 : 900;
      const { page, close } = await openPage(browser, server.url, { viewport: { width, height }, colorScheme });
      const name = (what) => `${width}-${colorScheme}-${what}`;
      await shot(page, name("begin"));
      await page.fill("#text", "a: b c t\nb: a ^\nsink b\n");
      await page.waitForTimeout(400);
      await shot(page, name("flaws"));
      await openExample(page, "fig-calc-rn");
      await page.click("#tab-show");
      await choose(page, "overlay", "flows");
      await shot(page, name("flows"));
      await choose(page, "overlay", "exits");
      await shot(page, name("exits"));
      await openExample(page, "fig-one-player");
      await choose(page, "overlay", "strategies");
      await page.click("#tab-game");
      await shot(page, name("game"));
      await clickVertex(page, "u2");
      await shot(page, name("vertex"));
      await openExample(page, "fig-exponential-path-5");
      await page.click("#tab-particles");
      await page.fill("#particles", "u1=3,u2=10000000000000000000000");
      await page.keyboard.press("Enter");
      await shot(page, name("particles"));
      await page.click("#sink");
      await page.click("#tab-show");
      await choose(page, "overlay", "visits");
      await shot(page, name("visits"));
      await openExample(page, "fig-no-equilibrium");
      await page.click("#family-button");
      await shot(page, name("family"));
      await close();
    }
  }
}
await browser.close();
await server.stop();
