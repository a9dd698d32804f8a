// The page in a frame of a notebook: it opens what it is sent, and sends what it shows.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { browse, DIST, serveFiles } from "./harness.js";

let browser, files;
before(async () => {
  files = await serveFiles();
  browser = await browse();
});
after(async () => {
  await browser.close();
  await files.stop();
});

const GRAPH = "u: v s\nv: u t\nsink s\nsink t\nstart u\n";

/** A window around the page that records what it is sent, and the page in it. */
async function around(show) {
  const page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  page.setDefaultTimeout(60_000);
  await page.setContent("<iframe style='width: 700px; height: 420px'></iframe>");
  await page.evaluate(() => {
    globalThis.heard = [];
    addEventListener("message", ({ data }) => globalThis.heard.push(data));
  });
  await page.evaluate(show.run, show.with);
  return { page, inside: page.frameLocator("iframe") };
}
const heard = (page, kind) => page.waitForFunction((kind) => globalThis.heard.filter((one) => one.arrival === kind).at(-1), kind).then((one) => one.jsonValue());
const send = (page, message) => page.evaluate((message) => document.querySelector("iframe").contentWindow.postMessage(message, "*"), message);

test("a notebook opens graphs in the page and learns of every step", async () => {
  const run = (html) => Object.assign(document.querySelector("iframe"), { sandbox: "allow-scripts", srcdoc: html });
  const { page, inside } = await around({ run, with: readFileSync(`${DIST}/arrival.html`, "utf8") });
  await heard(page, "ready/1");
  await send(page, { arrival: "open/1", state: { text: GRAPH } });
  await inside.locator("#sentence", { hasText: "checked" }).waitFor();
  assert.deepEqual(await heard(page, "shown/1"), { arrival: "shown/1", text: GRAPH, step: "0" });
  assert.equal(await inside.locator(".bar").isVisible(), false);
  await inside.locator("#step").click();
  await inside.locator("#sentence", { hasText: "After 1 step" }).waitFor();
  const { text, step } = await heard(page, "shown/1");
  assert.deepEqual([step, text.includes("u: v *s"), text.includes("start v")], ["1", true, true]);
  // What is not a graph changes nothing.
  await send(page, { arrival: "open/1", state: 7 });
  await inside.locator("#sentence", { hasText: "there is no graph in it" }).waitFor();
  assert.equal((await heard(page, "shown/1")).text, text);
  await page.context().close();
});

test("a notebook's theme decides whether the page is light or dark", async () => {
  const run = (html) => Object.assign(document.querySelector("iframe"), { sandbox: "allow-scripts", srcdoc: html });
  const { page, inside } = await around({ run, with: readFileSync(`${DIST}/arrival.html`, "utf8") });
  await heard(page, "ready/1");
  await send(page, { arrival: "open/1", state: { text: GRAPH } });
  await inside.locator("#sentence", { hasText: "checked" }).waitFor();
  // The paper, the words, and what the canvas has most of: its ground.
  const looks = () => inside.locator("body").evaluate(async (body) => {
    const { backgroundColor, color } = getComputedStyle(body);
    const board = body.querySelector("canvas");
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { data } = board.getContext("2d").getImageData(0, 0, board.width, board.height);
    const marks = new Set();
    for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) marks.add(data.slice(at, at + 3).join());
    return { backgroundColor, color, ink: marks.has("34,34,34"), chalk: marks.has("233,230,223") };
  });
  const day = { backgroundColor: "rgb(246, 244, 238)", color: "rgb(29, 33, 38)", ink: true, chalk: false };
  const night = { backgroundColor: "rgb(20, 23, 28)", color: "rgb(236, 235, 230)", ink: false, chalk: true };
  for (const system of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: system });
    for (const dark of [true, false]) {
      await send(page, { arrival: "theme/1", dark });
      await inside.locator(dark ? ":root.dark" : ":root.light").waitFor();
      assert.deepEqual(await looks(), dark ? night : day, `${dark} where the system is ${system}`);
    }
  }
  await page.context().close();
});

test("a page that is not embedded sends nothing and opens nothing", async () => {
  const run = (url) => { document.querySelector("iframe").src = url; };
  const { page, inside } = await around({ run, with: files.url });
  await inside.locator("#sentence", { hasText: "checked" }).waitFor();
  await send(page, { arrival: "open/1", state: { text: GRAPH } });
  await inside.locator("#step").click();
  await inside.locator("#sentence", { hasText: "After 1 step" }).waitFor();
  assert.deepEqual(await page.evaluate(() => globalThis.heard), []);
  await page.context().close();
});
