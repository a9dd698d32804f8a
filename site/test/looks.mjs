// Screenshots of the site, on a desktop and a phone, light and dark, to be looked at: node site/test/looks.mjs FOLDER

import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { browse, ROOT, serveFiles } from "../../web/test/harness.js";

const PAGES = ["index", "book/return-flows", "howto/index", "python/api", "evidence/measurements", "book/exercises", "project/readme"];
const SIZES = [["desktop", 1440, 900], ["phone", 390, 844]];
const [folder = "/tmp/arrival-site"] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const files = await serveFiles(resolve(ROOT, "target/site"));
const browser = await browse();
for (const colorScheme of ["light", "dark"]) {
  for (const [size, width, height] of SIZES) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme });
    const page = await context.newPage();
    for (const name of PAGES) {
      await page.goto(`${files.url}${name}.html`);
      await page.waitForTimeout(name === "index" ? 2500 : 300);
      await page.screenshot({ path: resolve(folder, `${name.replace("/", "-")}-${size}-${colorScheme}.png`) });
    }
    await context.close();
  }
}
await browser.close();
await files.stop();
