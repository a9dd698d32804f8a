// Sharing: links, frames, and the page inside one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { desktop, openPage, phone, placeOf, sentence, settled, stage, stateOf, step, touch } from "./harness.js";

const shared = stage();
const { on } = shared;

test("a graph made by finger survives being sent as a link", () => on(phone, async (page) => {
  await page.click("#new");
  await settled(page);
  const { x, y } = await page.locator("#board").boundingBox();
  const spots = [{ x: x + 200, y: y + 120 }, { x: x + 200, y: y + 330 }];
  await page.click("[data-tool=vertex]");
  for (const [at, spot] of spots.entries()) {
    await touch(page, [spot]);
    await page.waitForFunction((count) => globalThis.arrivalPage.present().model.vertices.length === count, at + 1);
  }
  await page.click("[data-tool=arc]");
  await touch(page, [spots[0]], [{ x: x + 200, y: y + 200 }], [spots[1]]);
  await page.waitForFunction(() => globalThis.arrivalPage.state().text.includes("u0: u1"));
  // Two fingers zoom and do not draw.
  const before = await page.evaluate(() => globalThis.arrivalPage.view().scale);
  await touch(page, [{ x: x + 150, y: y + 200 }, { x: x + 250, y: y + 200 }], [{ x: x + 120, y: y + 200 }, { x: x + 280, y: y + 200 }], [{ x: x + 90, y: y + 200 }, { x: x + 310, y: y + 200 }]);
  assert.ok((await page.evaluate(() => globalThis.arrivalPage.view().scale)) > before * 1.5);
  await page.click("[data-tool=move]");
  await page.click("#fit");
  const at = await placeOf(page, "u0");
  await touch(page, [at]);
  await page.click("#more");
  await page.click("#start-here");
  await settled(page);
  await page.click("#more");
  await page.click("#step");
  await page.waitForFunction(() => globalThis.arrivalPage.present().exited);
  await page.click("#share");
  const link = await page.inputValue("#share-link");
  const { page: other, close } = await openPage(shared.browser, link);
  await settled(other);
  assert.match(await sentence(other), /came out at u1 after 1 step/);
  assert.deepEqual((await stateOf(other)).text, (await stateOf(page)).text);
  await close();
}));

test("embedded, there is the board with one row of buttons", () => on(desktop, async (page) => {
  await page.click("#share");
  const frame = await page.inputValue("#share-frame");
  const [, src] = /src="([^"]+)"/.exec(frame);
  assert.ok(src.includes("?embed#"));
  assert.match(await page.inputValue("#share-command"), /^arrival solve - <<'END'\n/);
  const { page: inside, complaints, close } = await openPage(shared.browser, src, { viewport: { width: 720, height: 480 } });
  assert.equal(await inside.locator(".bar").isVisible(), false);
  assert.equal(await inside.locator("#panel").isVisible(), false);
  assert.equal(await inside.locator("#run").isVisible(), true);
  assert.deepEqual(complaints, []);
  await close();
}));

test("embedded, the buttons stand in one row, in wide frames and in narrow ones", async () => {
  for (const [width, height] of [[720, 480], [390, 400]]) {
    await on({ viewport: { width, height } }, async (page) => {
      await page.click("#last");
      await settled(page);
      const middles = await page.locator("#walk-row :is(button, input):visible").evaluateAll((all) => all.map((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return (top + bottom) / 2;
      }));
      assert.ok(middles.length >= 6, `${middles}`);
      assert.ok(Math.max(...middles) - Math.min(...middles) < 8, `${middles}`);
    }, `${shared.files.url}?embed`);
  }
});

test("a link is copied also where there is no clipboard, and handed to the system where that is possible", async () => {
  const context = await shared.browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    navigator.share = async (given) => {
      globalThis.sentLink = given.url;
    };
  });
  await page.goto(shared.files.url);
  await page.click("#share");
  await page.locator(".shared", { has: page.locator("#share-link") }).getByText("Copy").click();
  await page.getByText("Copied").waitFor();
  await page.click("#share-send");
  assert.equal(await page.evaluate(() => globalThis.sentLink), await page.inputValue("#share-link"));
  await context.close();
});
