// Editing: by mouse, finger, panel and text, and what undo and a reload bring back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clickVertex, desktop, drag, phone, placeOf, sentence, settled, shownOn, stage, stateOf, step, touch, type } from "./harness.js";

const { on } = stage();

test("a finger draws arcs and drags vertices", () => on(phone, async (page) => {
  await page.click("[data-tool=arc]");
  const [from, to] = [await placeOf(page, "u0"), await placeOf(page, "s1")];
  const between = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  await touch(page, [from], [between], [to]);
  const { model } = await shownOn(page);
  assert.deepEqual(model.vertices[0].arcs, ["u2", "u1", "s1"]);
  await page.click("[data-tool=move]");
  const view = await page.evaluate(() => globalThis.arrivalPage.view());
  const other = await placeOf(page, "s2");
  const at = await placeOf(page, "u0");
  await touch(page, [at], [{ x: at.x + 20, y: at.y + 30 }], [{ x: at.x + 40, y: at.y + 60 }]);
  const now = await placeOf(page, "u0");
  assert.ok(Math.abs(now.x - at.x - 40) < 2 && Math.abs(now.y - at.y - 60) < 2, JSON.stringify([at, now]));
  const still = await placeOf(page, "s2");
  assert.ok(Math.hypot(still.x - other.x, still.y - other.y) < 0.1);
  assert.deepEqual(await page.evaluate(() => globalThis.arrivalPage.view()), view);
}));

test("undo after loading never leads to an empty page", () => on(desktop, async (page) => {
  assert.equal(await page.locator("#undo").isDisabled(), true);
  await page.locator("#board").focus();
  await page.keyboard.press("Control+z");
  await settled(page);
  assert.ok((await stateOf(page)).text.includes("u0"));
  await type(page, "a: s\nsink s\nstart a\n");
  await page.keyboard.press("Control+z");
  await settled(page);
  assert.ok((await stateOf(page)).text.includes("u0"));
  await page.keyboard.press("Control+Shift+z");
  await settled(page);
  assert.ok((await stateOf(page)).text.startsWith("a: s"));
}));

test("on an empty board a vertex stays where it was put", () => on(desktop, async (page) => {
  await page.click("#new");
  await settled(page);
  await page.click("[data-tool=vertex]");
  const where = { x: 500, y: 250 };
  await page.mouse.click(where.x, where.y);
  await page.waitForFunction(() => globalThis.arrivalPage.present().model.vertices.length === 1);
  await settled(page);
  const near = ({ x, y }) => Math.hypot(x - where.x, y - where.y) < 2;
  assert.ok(near(await placeOf(page, "u0")));
  await page.mouse.click(700, 400);
  await page.waitForFunction(() => globalThis.arrivalPage.present().model.vertices.length === 2);
  await settled(page);
  assert.ok(near(await placeOf(page, "u0")));
}));

test("by finger, too, vertices stay where they are tapped, and the particle is put on one beside the board", () => on(phone, async (page) => {
  await page.click("#new");
  await settled(page);
  await page.click("[data-tool=vertex]");
  const taps = [{ x: 100, y: 250 }, { x: 280, y: 250 }, { x: 190, y: 420 }];
  for (const [number, tap] of taps.entries()) {
    await touch(page, [tap]);
    await page.waitForFunction((count) => globalThis.arrivalPage.present().model.vertices.length === count, number + 1);
    await settled(page);
    for (const [earlier, { x, y }] of taps.slice(0, number + 1).entries()) {
      const at = await placeOf(page, `u${earlier}`);
      assert.ok(Math.hypot(at.x - x, at.y - y) < 2, `u${earlier}: ${JSON.stringify(at)}`);
    }
  }
  await page.click("[data-tool=arc]");
  await touch(page, [taps[0]], [taps[1]], [taps[2]]);
  await page.waitForFunction(() => globalThis.arrivalPage.state().text.includes("u0: u2"));
  await page.click("[data-tool=move]");
  await touch(page, [taps[0]]);
  await page.click("#sentence-start");
  await page.waitForFunction(() => globalThis.arrivalPage.present().at === "u0");
  await settled(page);
  assert.match(await sentence(page), /starts on u0; it will come out at u2 in 1 step/);
}));

test("the panel gives a vertex name, arcs, player and value", () => on(desktop, async (page) => {
  await clickVertex(page, "u0");
  await page.fill("#vertex-name", "hub");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => globalThis.arrivalPage.state().text.includes("hub: u2 u1"));
  await settled(page);
  await page.selectOption("#new-head", "s1");
  await page.click("#add-arc");
  await page.waitForFunction(() => globalThis.arrivalPage.state().text.includes("hub: u2 u1 s1"));
  await settled(page);
  await page.selectOption("#vertex-owner", "max");
  await page.waitForFunction(() => globalThis.arrivalPage.state().text.includes("max hub"));
  await settled(page);
  await clickVertex(page, "s1");
  await page.fill("#vertex-value", "3");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => globalThis.arrivalPage.state().text.includes("sink s1 = 3"));
  await settled(page);
  assert.match(await sentence(page), /best play on both sides the value is/);
  const from = await placeOf(page, "hub");
  await drag(page, from, { x: from.x + 60, y: from.y + 20 });
  const now = await placeOf(page, "hub");
  assert.ok(Math.abs(now.x - from.x - 60) < 2 && Math.abs(now.y - from.y - 20) < 2);
}));

test("fields for the members of a family stay in the panel", () => on(desktop, async (page) => {
  await page.click(".family summary");
  await page.waitForSelector("#parameters input");
  for (const field of await page.locator("#parameters input").all()) {
    const { x, width } = await field.boundingBox();
    assert.ok(x + width <= 1280, `${x + width}`);
  }
}));

test("files are opened or dropped, and their flaws are listed", () => on(desktop, async (page) => {
  await page.setInputFiles("#file", { name: "x.rotor", mimeType: "text/plain", buffer: Buffer.from("a: b s\nb: a t\nsink s\nsink t\nstart a\n") });
  await page.waitForFunction(() => globalThis.arrivalPage.present().model.vertices.length === 4);
  await type(page, "a: b nowhere\nb: c\nsink t\n");
  assert.equal(await page.locator("#flaws li").count(), 2);
  assert.match(await page.locator("#flaws").innerText(), /line 1, column 6: head `nowhere` is never declared/);
  assert.match(await sentence(page), /2 flaws/);
  assert.equal((await shownOn(page)).model.vertices.length, 4);
}));

test("a tool that was tapped is read on its ground", () => on(phone, async (page) => {
  const tool = page.locator("[data-tool=arc]");
  await tool.tap();
  const [words, ground] = await tool.evaluate((one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]);
  assert.notEqual(words, ground);
  await page.tap("#save");
  const dialog = await page.locator("#dialog").boundingBox();
  for (const one of await page.locator("#dialog [data-format]").all()) {
    const { x, width } = await one.boundingBox();
    assert.ok(x >= dialog.x && x + width <= dialog.x + dialog.width);
    assert.ok(await one.evaluate((element) => element.scrollWidth <= element.clientWidth));
  }
}));

test("one screen, keys, words for speed, and a memory", () => on(desktop, async (page) => {
  for (const id of ["run", "step", "slider", "speed", "new", "again", "initial", "share"]) {
    const { x, y, width, height } = await page.locator(`#${id}`).boundingBox();
    assert.ok(x >= 0 && y >= 0 && x + width <= 1280 && y + height <= 720, id);
  }
  assert.equal(await page.locator("#speed").getAttribute("aria-valuetext"), "2 steps a second");
  await page.locator("#board").focus();
  await page.keyboard.press("ArrowDown");
  assert.match(await page.locator("#announce").innerText(), /^u0, 2 arcs, next to u2/);
  // The arc from u2 to s2 is straight: its middle is on it.
  const [tail, head] = [await placeOf(page, "u2"), await placeOf(page, "s2")];
  await page.mouse.click((tail.x + head.x) / 2, (tail.y + head.y) / 2);
  await page.keyboard.press("Delete");
  await settled(page);
  await page.waitForFunction(() => !globalThis.arrivalPage.state().text.includes("u0 s2"));
  await page.waitForTimeout(600);
  await page.reload();
  await page.waitForFunction(() => globalThis.arrivalPage?.present() !== undefined);
  const { model } = await shownOn(page);
  assert.deepEqual(model.vertices.find(({ name }) => name === "u2").arcs, ["u1", "u0"]);
}));
