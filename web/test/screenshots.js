// Screenshots: everything the page shows at four sizes, light and dark, to be looked at. With --readme, the picture that the README shows.
// usage: node test/screenshots.js [FOLDER [PART OF A NAME]...]

import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { engineAt } from "../build/engine.mjs";
import { browse, DIST, openPage, ROOT, serveFiles, settled } from "./harness.js";

const SIZES = [[390, 844], [820, 1180], [1280, 720], [1440, 900]];
const LARGE = 120_000;

const ask = await engineAt(resolve(DIST, "engine.wasm.gz"));
const tree = (vertices) => ask("generate", { family: "tree", n: String(vertices), seed: 3, to: "rotor" }).text;

/** Opens a tab; on a phone the panel comes with it. */
async function tab(page, name) {
  if (await page.locator("#more").isVisible() && !(await page.locator("#panel").isVisible())) await page.click("#more");
  await page.click(`#tab-${name}`);
  await settled(page);
}

async function exhibit(page, title) {
  await page.click("#gallery");
  await page.locator(".card", { hasText: title }).click();
  await settled(page);
}

async function openText(page, text) {
  await page.setInputFiles("#file", { name: "tree.rotor", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.waitForFunction((length) => globalThis.arrivalPage.present()?.state.text.length === length, text.length, { timeout: LARGE });
  await settled(page);
}

/** What is done before each picture. */
const PARTS = {
  first: async () => {},
  gallery: async (page) => {
    await page.click("#gallery");
    await page.waitForTimeout(2500);
  },
  tour: async (page) => {
    await page.click("#tour");
    await page.click("#tour-next");
    await settled(page);
    await page.click("#tour-next");
  },
  walk: async (page) => {
    await exhibit(page, "The slow path");
    await page.locator("#slider").fill("850");
  },
  long: async (page) => {
    await exhibit(page, "2⁶¹");
    await page.locator("#slider").fill("900");
  },
  flows: async (page) => {
    await exhibit(page, "Return flows");
    await tab(page, "show");
    await page.waitForSelector("#table td");
  },
  exits: async (page) => {
    await exhibit(page, "Forty vertices");
    await tab(page, "show");
  },
  vertex: async (page) => {
    await exhibit(page, "Three in a ring");
    await page.locator("#board").focus();
    await page.keyboard.press("ArrowDown");
    await tab(page, "edit");
  },
  particles: async (page) => {
    await exhibit(page, "Three in a ring");
    await tab(page, "particles");
    await page.fill("#particle-count", "1e30");
    await page.click("#put");
    await page.click("#route");
    await page.waitForSelector("#routed td");
  },
  watch: async (page) => {
    await exhibit(page, "The slow path");
    await tab(page, "why");
    await page.click("#watch-answer");
    await settled(page);
    for (let times = 0; times < 3; times++) await page.click("#frame-next");
  },
  why: async (page) => {
    await exhibit(page, "Three in a ring");
    await tab(page, "why");
    await page.waitForTimeout(500);
  },
  game: async (page) => {
    await exhibit(page, "Values");
    await tab(page, "game");
    await page.waitForFunction(() => document.getElementById("worth").textContent.includes("worth"));
  },
  flaws: async (page) => {
    await exhibit(page, "Three in a ring");
    await tab(page, "text");
    await page.fill("#text", "u0: u1 u9\nu1: u0\nsink s\nstart x");
    await page.waitForSelector("#flaws li");
  },
  family: async (page) => {
    await exhibit(page, "Three in a ring");
    await tab(page, "text");
    await page.click(".family summary");
    await page.waitForSelector("#parameters input");
  },
  share: async (page) => {
    await exhibit(page, "Left or right");
    await page.click("#share");
    await page.waitForSelector("#share-link");
  },
  save: async (page) => {
    await page.click("#save");
  },
  empty: async (page) => {
    await page.click("#new");
  },
  embed: async (page) => {
    await exhibit(page, "Left or right");
    await page.click("#share");
    const frame = await page.inputValue("#share-frame");
    await page.setContent(`<body style="margin:0;display:grid;place-items:center;height:100vh">${frame.replace("<iframe", "<iframe style='max-width:100%'")}</body>`);
    await page.frames()[1].waitForFunction(() => globalThis.arrivalPage?.present() !== undefined);
    await page.waitForTimeout(500);
  },
  5000: (page) => openText(page, tree(5000)),
  100000: (page) => openText(page, tree(100_000)),
};

async function readmePicture(browser, files) {
  const { page, close } = await openPage(browser, files.url, { viewport: { width: 1280, height: 720 }, deviceScaleFactor: 2 });
  await exhibit(page, "Return flows");
  await tab(page, "show");
  await page.click("#fit");
  await page.waitForSelector("#table td");
  await page.screenshot({ path: resolve(ROOT, "docs/pictures/page.png") });
  await close();
}

const [folder = "/tmp/arrival-screenshots", ...wanted] = process.argv.slice(2);
const files = await serveFiles();
const browser = await browse();
if (folder === "--readme") await readmePicture(browser, files);
else {
  mkdirSync(folder, { recursive: true });
  for (const [width, height] of SIZES) {
    for (const colorScheme of ["light", "dark"]) {
      for (const [part, prepare] of Object.entries(PARTS)) {
        const name = `${width}x${height}-${colorScheme}-${part}`;
        if (wanted.length > 0 && !wanted.some((words) => name.includes(words))) continue;
        const isPhone = width < 500;
        const { page, complaints, close } = await openPage(browser, files.url, { viewport: { width, height }, colorScheme, hasTouch: width < 900, isMobile: isPhone });
        try {
          await prepare(page);
          await page.waitForTimeout(300);
          if (part !== "embed") await settled(page);
        } catch (error) {
          complaints.push(String(error));
        }
        await page.screenshot({ path: resolve(folder, `${name}.png`) });
        if (complaints.length > 0) console.log(name, complaints);
        await close();
      }
    }
  }
}
await browser.close();
await files.stop();
