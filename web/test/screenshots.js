// Screenshots: the page at four sizes, light and dark, to be looked at. With --readme, the picture that the README shows.

import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { browse, openPage, ROOT, serveFiles, settled } from "./harness.js";

const SIZES = [["phone", 390, 844], ["tablet", 820, 1180], ["laptop", 1280, 720], ["desktop", 1440, 900]];
const [folder = "/tmp/arrival-screenshots"] = process.argv.slice(2);
const files = await serveFiles();
const browser = await browse();
if (folder === "--readme") {
  const { page, close } = await openPage(browser, files.url, { viewport: { width: 1280, height: 720 }, deviceScaleFactor: 2 });
  await page.click("#gallery");
  await page.click(".card:has-text('Return flows')");
  await page.waitForFunction(() => globalThis.arrivalPage.present().model.vertices.length === 7);
  await page.evaluate(() => { document.getElementById("hero").hidden = true; });
  await page.click("#tab-show");
  await page.click("#fit");
  await page.waitForSelector("#table td");
  await page.screenshot({ path: resolve(ROOT, "docs/pictures/page.png") });
  await close();
} else {
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ["light", "dark"]) {
    for (const [name, width, height] of SIZES) {
      const { page, complaints, close } = await openPage(browser, files.url, { viewport: { width, height }, colorScheme, hasTouch: width < 900 });
      const shot = (part) => page.screenshot({ path: resolve(folder, `${name}-${colorScheme}-${part}.png`) });
      await shot("first");
      await page.click("#gallery");
      await page.waitForTimeout(2500);
      await shot("gallery");
      await page.locator(".card").nth(3).click();
      await page.waitForTimeout(500);
      await settled(page);
      if (width < 860) await page.click("#more");
      await page.click("#tab-show");
      await page.waitForTimeout(300);
      await shot("exits");
      if (complaints.length > 0) console.log(name, colorScheme, complaints);
      await close();
    }
  }
}
await browser.close();
await files.stop();
