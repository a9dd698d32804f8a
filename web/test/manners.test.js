// Manners: four sizes, light and dark, held against axe-core; what is sent; how quickly it moves.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { browse, openPage, placeOf, serveFiles, settled } from "./harness.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SIZES = [[390, 844], [820, 1180], [1280, 720], [1440, 900]];

let browser;
let files;
before(async () => {
  files = await serveFiles();
  browser = await browse();
});
after(async () => {
  await browser.close();
  await files.stop();
});

async function findings(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

for (const colorScheme of ["light", "dark"]) {
  for (const [width, height] of SIZES) {
    test(`${width} × ${height}, ${colorScheme}: no overflow, no axe finding`, async () => {
      const { page, complaints, close } = await openPage(browser, files.url, { viewport: { width, height }, colorScheme, hasTouch: width < 900 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      for (const id of ["hero-watch", "hero-guess", "hero-draw", "run", "board"]) {
        const frame = await page.locator(`#${id}`).boundingBox();
        assert.ok(frame.x >= 0 && frame.y >= 0 && frame.x + frame.width <= width && frame.y + frame.height <= height, id);
      }
      assert.deepEqual(await findings(page), []);
      await page.click("#hero-close");
      if (width < 860) await page.click("#more");
      for (const tab of ["show", "edit", "particles", "game", "why"]) {
        await page.click(`#tab-${tab}`);
        await settled(page);
        assert.deepEqual(await findings(page), [], tab);
      }
      await page.click("#watch-answer");
      await page.waitForFunction(() => globalThis.arrivalPage.present().watched?.at === 1);
      await settled(page);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      for (const id of ["frame-play", "frame-next", "frame-leave", "frame-legend"]) {
        const frame = await page.locator(`#${id}`).boundingBox();
        assert.ok(frame.x >= 0 && frame.y >= 0 && frame.x + frame.width <= width && frame.y + frame.height <= height, id);
      }
      assert.deepEqual(await findings(page), [], "watching");
      await page.evaluate(() => document.getElementById("share").click());
      await page.waitForSelector("#share-link");
      assert.deepEqual(await findings(page), []);
      assert.deepEqual(complaints, []);
      await close();
    });
  }
}

test("the first picture walks to its end without an engine and with less than 600 kB", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  // An engine that never comes.
  await page.route("**/*.wasm.gz", () => {});
  files.sent.length = 0;
  await page.goto(files.url);
  await page.waitForFunction(() => {
    const board = document.getElementById("board");
    const { data } = board.getContext("2d").getImageData(0, 0, board.width, board.height);
    return data.some((value, at) => at % 4 === 3 && value > 0);
  });
  await page.waitForFunction(() => globalThis.arrivalPage.moving() !== undefined);
  await page.waitForFunction(() => /came out at s2 after 7 steps/.test(document.getElementById("sentence").textContent));
  // And from the beginning again.
  await page.click("#hero-watch");
  await page.waitForFunction(() => globalThis.arrivalPage.present().step === "2");
  assert.equal(await page.evaluate(() => globalThis.arrivalPage.hasEngine()), false);
  const bytes = files.sent.reduce((sum, one) => sum + one.bytes, 0);
  assert.ok(bytes < 600_000, `${bytes}`);
  await context.close();
});

/** Waits until the whole engine has come, which it does when nothing else is to be done. */
const whole = (page) => page.waitForFunction(() => globalThis.arrivalPage.isWhole());

test("the first answer comes before the whole engine, which is not asked for while it has to wait", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  let asked = 0;
  await page.route("**/engine.wasm.gz", () => {
    asked += 1;
  });
  await page.goto(files.url);
  await page.waitForFunction(() => document.getElementById("sentence")?.textContent.includes("checked"));
  assert.equal(await page.evaluate(() => globalThis.arrivalPage.isWhole()), false);
  await page.waitForFunction(() => globalThis.arrivalPage.ask("check", { text: "a: s\nsink s" }).then(({ valid }) => valid));
  assert.ok(asked <= 1, `${asked}`);
  await context.close();
});

test("what the first engine does not know is answered by the whole one, or said to be missing", async () => {
  const { page, complaints, close } = await openPage(browser, files.url, { serviceWorkers: "block" });
  await whole(page);
  await page.route("**/engine.wasm.gz", (route) => route.fulfill({ status: 404, body: "no" }));
  await page.reload();
  await page.waitForFunction(() => globalThis.arrivalPage?.present() !== undefined);
  const refused = await page.evaluate(() => globalThis.arrivalPage.ask("group", { text: "a: b s\nb: a s\nsink s" }).catch((error) => error.message));
  assert.match(refused, /The rest of the engine could not be loaded/);
  // What it knows it goes on answering.
  await page.click("#step");
  await page.waitForFunction(() => globalThis.arrivalPage.present().step === "1");
  await page.unroute("**/engine.wasm.gz");
  const { group } = await page.evaluate(() => globalThis.arrivalPage.ask("group", { text: "a: b s\nb: a s\nsink s" }).then((reply) => ({ group: JSON.stringify(reply) })));
  assert.match(group, /"3"/);
  assert.equal(await page.evaluate(() => globalThis.arrivalPage.isWhole()), true);
  assert.ok(complaints.every((words) => words.includes("404")), complaints.join());
  await close();
});

test("nothing is asked of the network once the page is there", async () => {
  const { page, close } = await openPage(browser, files.url);
  await whole(page);
  files.sent.length = 0;
  await page.context().setOffline(true);
  await page.click("#hero-close");
  await page.click("#step");
  await page.click("#tab-show");
  await page.click("[data-overlay=exits]");
  await settled(page);
  await page.click("#save");
  await Promise.all([page.waitForEvent("download"), page.click("[data-format=pdf]")]);
  assert.deepEqual(files.sent, []);
  assert.ok((await placeOf(page, "u0")).x > 0);
  await close();
});

test("a worker that is missing is said in words", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route("**/first.wasm.gz", (route) => route.fulfill({ status: 404, body: "no" }));
  await page.goto(files.url);
  await page.waitForFunction(() => document.getElementById("sentence").textContent.includes("The engine cannot be started"));
  await context.close();
});
