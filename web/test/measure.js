// Measurements of the page, for docs/page.md: what is sent, when the first picture is there, frames while dragging, a step's answer.

import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { browse, DIST, openPage, placeOf, serveFiles, settled } from "./harness.js";

const middle = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const kB = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;

const packed = (name) => (name.endsWith(".gz") ? readFileSync(resolve(DIST, name)).length : gzipSync(readFileSync(resolve(DIST, name)), { level: 9 }).length);
/** Everything but the engines. */
const before = ["index.html", "page.js", "page.css", "icon.svg", "worker.js"].map(packed).reduce((sum, bytes) => sum + bytes);
console.log(`sent until the first picture moves, packed: ${kB(before)}; the engine after it: ${kB(packed("first.wasm.gz"))}; the whole one when asked for or idle: ${kB(packed("engine.wasm.gz"))}; arrival.html: ${kB(readFileSync(resolve(DIST, "arrival.html")).length)}`);

const files = await serveFiles();
const browser = await browse();
const [pictures, moves, engines] = [[], [], []];
for (let time = 0; time < 5; time++) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  const begin = performance.now();
  await page.goto(files.url, { waitUntil: "commit" });
  await page.waitForFunction(() => {
    const board = document.getElementById("board");
    return board?.width > 0 && board.getContext("2d").getImageData(0, 0, board.width, board.height).data.some((value, at) => at % 4 === 3 && value > 0);
  });
  pictures.push(performance.now() - begin);
  await page.waitForFunction(() => globalThis.arrivalPage.moving() !== undefined || globalThis.arrivalPage.state().step !== "0");
  moves.push(performance.now() - begin);
  await page.waitForFunction(() => globalThis.arrivalPage.hasEngine());
  engines.push(performance.now() - begin);
  await context.close();
}
console.log(`first picture: ${middle(pictures).toFixed(0)} ms; it moves: ${middle(moves).toFixed(0)} ms; the engine answers: ${middle(engines).toFixed(0)} ms (medians of 5)`);

const { page } = await openPage(browser, files.url);
await page.click("#hero-close");
const times = [];
for (let time = 0; time < 7; time++) {
  const step = await page.evaluate(async () => {
    const begin = performance.now();
    document.getElementById("step").click();
    while (performance.now() - begin < 5 || globalThis.arrivalPage.present().step !== globalThis.arrivalPage.state().step) await new Promise((done) => setTimeout(done, 1));
    await globalThis.arrivalPage.settled();
    return performance.now() - begin;
  });
  times.push(step);
}
console.log(`a step with everything on show, fig-rotor-routing: ${middle(times).toFixed(0)} ms (median of 7)`);

await page.click("#tab-text");
await page.click(".family summary");
await page.waitForSelector("#parameters input");
for (const vertices of [1000, 5000]) {
  await page.selectOption("#family", "tree");
  await page.fill("#parameters [data-name=n]", String(vertices));
  const begin = performance.now();
  await page.click("#generate");
  await page.waitForFunction((vertices) => globalThis.arrivalPage.present().drawing.scene.vertices.length === vertices, vertices);
  await settled(page);
  const shown = performance.now() - begin;
  const { x, y } = await placeOf(page, "0");
  await page.mouse.move(x, y);
  await page.mouse.down();
  const counting = page.evaluate(() => new Promise((done) => {
    const frames = [];
    const frame = (now) => {
      frames.push(now);
      if (frames.length < 120) requestAnimationFrame(frame);
      else done(frames.slice(1).map((at, index) => at - frames[index]));
    };
    requestAnimationFrame(frame);
  }));
  for (let time = 0; time < 60; time++) await page.mouse.move(x + time * 2, y + (time % 7) * 3);
  const gaps = await counting;
  await page.mouse.up();
  await settled(page);
  console.log(`a tree of ${vertices}: on show after ${shown.toFixed(0)} ms; frames while dragging: one every ${middle(gaps).toFixed(1)} ms (median of ${gaps.length})`);
}
await browser.close();
await files.stop();
