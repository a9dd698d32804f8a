// The harness: web/dist on a plain file server, and a real browser that looks at it.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, resolve } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const DIST = resolve(ROOT, "web/dist");

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];
/** Generous: the machine may be busy with something else. */
const PATIENCE = 60_000;
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".gz": "application/gzip" };

/** A file server without any wits: what static hosts have in common. Counts what it sends. */
export async function serveFiles(folder = DIST) {
  const sent = [];
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://x").pathname.slice(1) || "index.html";
    const path = resolve(folder, name);
    if (!path.startsWith(folder) || !existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    const bytes = readFileSync(path);
    sent.push({ name, bytes: bytes.length });
    response.writeHead(200, { "content-type": KINDS[extname(path)] ?? "application/octet-stream" }).end(bytes);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}/`, sent, stop: () => new Promise((done) => server.close(done)) };
}

export async function browse() {
  const executablePath = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
  if (!executablePath) throw new Error("no chromium; install it, or name it in CHROMIUM");
  return chromium.launch({ executablePath, args: FLAGS, timeout: PATIENCE });
}

/** A page that is open and has its engine; whatever it complains of is collected in `complaints`. */
export async function openPage(browser, url, settings = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, acceptDownloads: true, reducedMotion: "reduce", ...settings });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.goto(url);
  await ready(page);
  return { page, complaints, close: () => context.close() };
}

export const desktop = { viewport: { width: 1280, height: 720 } };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * A browser and a file server for all tests of a file. `on` opens the page without the welcome, does something, and demands that
 * nothing was complained of.
 */
export function stage() {
  const shared = {
    async on(settings, act, url = shared.files.url) {
      const { page, complaints, close } = await openPage(shared.browser, url, settings);
      if (await page.locator("#hero-close").isVisible()) await page.click("#hero-close");
      await act(page);
      assert.deepEqual(complaints, []);
      await close();
    },
  };
  before(async () => {
    shared.files = await serveFiles();
    shared.browser = await browse();
  });
  after(async () => {
    await shared.browser.close();
    await shared.files.stop();
  });
  return shared;
}

/** Waits until something is on show, and the engine is there. */
export const ready = (page) => page.waitForFunction(() => globalThis.arrivalPage?.present() !== undefined && globalThis.arrivalPage.hasEngine());

/** Waits until everything that was asked for is on show. */
export const settled = (page) => page.evaluate(() => globalThis.arrivalPage.settled());

export const stateOf = (page) => page.evaluate(() => globalThis.arrivalPage.state());

/** What is on show, without what cannot be sent. */
export const shownOn = (page) => page.evaluate(() => {
  const { text, model, at, step, exited, drawing, ahead } = globalThis.arrivalPage.present();
  return { text, model, at, step, exited, scene: drawing.scene, ahead };
});

/** Where a vertex is in the window. */
export async function placeOf(page, name) {
  const frame = await page.locator("#board").boundingBox();
  const at = await page.evaluate((name) => globalThis.arrivalPage.placeOf(name), name);
  return { x: frame.x + at.x, y: frame.y + at.y };
}

export const sentence = (page) => page.locator("#sentence").innerText();

/** Types a graph, as a person does, and waits until it is on show. */
export async function type(page, text) {
  await page.click("#tab-text");
  await page.fill("#text", text);
  await page.waitForFunction((text) => globalThis.arrivalPage.state().text === text, text);
  await settled(page);
  await page.locator("#board").focus();
}

export async function step(page, times = 1) {
  for (let time = 0; time < times; time++) {
    const before = (await stateOf(page)).step;
    await page.click("#step");
    await page.waitForFunction((before) => globalThis.arrivalPage.state().step !== before, before);
    await settled(page);
  }
}

export async function clickVertex(page, name) {
  const { x, y } = await placeOf(page, name);
  await page.mouse.click(x, y);
  await settled(page);
}

export async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
  await settled(page);
}

/** Fingers, through the protocol of the browser: each list is where all fingers are at one moment. */
export async function touch(page, ...moments) {
  const session = await page.context().newCDPSession(page);
  const send = (kind, points) => session.send("Input.dispatchTouchEvent", { type: kind, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) });
  const [first, ...rest] = moments;
  await send("touchStart", first);
  for (const points of rest) await send("touchMove", points);
  await send("touchEnd", []);
  await session.detach();
  await settled(page);
}
