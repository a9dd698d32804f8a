// The faults of the first page, each with its number: what was wrong is tried again.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { browse, clickVertex, drag, openPage, placeOf, sentence, serveFiles, settled, shownOn, stateOf, step, touch, type } from "./harness.js";

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

/** Opens the page without the welcome, does something, and demands that nothing was complained of. */
async function on(settings, act) {
  const { page, complaints, close } = await openPage(browser, files.url, settings);
  await page.click("#hero-close");
  await act(page);
  assert.deepEqual(complaints, []);
  await close();
}
const desktop = { viewport: { width: 1280, height: 720 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const rotorsOf = ({ model }) => Object.fromEntries(model.vertices.filter(({ arcs }) => arcs).map(({ name, rotor }) => [name, rotor]));

test("F30: pushes, flows, exits and forest use the rotors shown", () => on(desktop, async (page) => {
  await step(page, 3);
  const before = rotorsOf(await shownOn(page));
  assert.deepEqual(before, { u0: 1, u1: 1, u2: 1 });
  await page.click("[data-tool=push]");
  await clickVertex(page, "u1");
  await page.waitForFunction(() => document.querySelector("#sentence").textContent.startsWith("Pushed"));
  await settled(page);
  const after = await shownOn(page);
  // u1 leads to u2 and u2 to u0, whose rotor leads to u1: all three turn.
  assert.deepEqual(rotorsOf(after), { u0: 0, u1: 2, u2: 2 });
  assert.match(await sentence(page), /^Pushed the cycle/);
  const dashed = after.scene.arcs.filter((arc) => arc.dashed).map((arc) => arc.arc);
  assert.deepEqual(dashed, [0, 4, 7], "the arcs on the screen have moved");
  await page.click("#tab-show");
  await page.click("[data-overlay=exits]");
  await settled(page);
  // With u2's rotor on s2, the particle on u2 is out in one step.
  await page.waitForSelector("#table td");
  const rows = await page.$$eval("#table tbody tr", (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  assert.deepEqual(rows.find(([name]) => name === "u2"), ["u2", "s2"]);
  assert.deepEqual(rows.find(([name]) => name === "u1"), ["u1", "s1"]);
  await page.click("#initial");
  await settled(page);
  assert.deepEqual(rotorsOf(await shownOn(page)), { u0: 0, u1: 0, u2: 0 });
}));

test("F31: arcs that are used less are not wider", () => on(desktop, async (page) => {
  await page.click("#tab-show");
  await page.click("[data-overlay=visits]");
  await settled(page);
  const { scene } = await shownOn(page);
  const used = scene.arcs.map(({ about, width }) => ({ width, times: about.includes("once") ? 1 : Number(/used (\d+)/.exec(about)?.[1] ?? 0) }));
  assert.ok(used.some(({ times }) => times === 0) && used.some(({ times }) => times > 0));
  for (const one of used) for (const other of used) if (one.times > other.times) assert.ok(one.width >= other.width);
}));

test("F32: the sentence is that of the graph on the board", () => on(desktop, async (page) => {
  assert.match(await sentence(page), /come out at s2 in 7 steps/);
  await type(page, "a: b s\nb: a t\nsink s\nsink t\nstart b\n");
  assert.match(await sentence(page), /starts on b; it will come out at t in 3 steps/);
  await clickVertex(page, "a");
  await page.click("#arcs li[data-arc='1'] button[title^='Turn']");
  await settled(page);
  assert.match(await sentence(page), /come out at s in 2 steps/);
}));

test("F33: a finger draws arcs and drags vertices", () => on(phone, async (page) => {
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

test("F34: typed vertices stand apart, and arcs avoid them", () => on(desktop, async (page) => {
  await type(page, "u0: u2 u1\nu1: u0 u2 s1\nu2: u1 u0 s2 x y z\nx: y\ny: z\nz: u0\nsink s1\nsink s2\nstart u2\n");
  const { scene } = await shownOn(page);
  for (const one of scene.vertices) for (const other of scene.vertices) {
    if (one === other) continue;
    const apart = Math.abs(one.x - other.x) >= one.half_width + other.half_width || Math.abs(one.y - other.y) >= one.half_height + other.half_height;
    assert.ok(apart, `${one.name} and ${other.name}`);
  }
}));

test("F35: a graph too large to be drawn says so", () => on(desktop, async (page) => {
  const generate = async (n) => {
    await page.click("#tab-text");
    if (!(await page.locator(".family").getAttribute("open").then((open) => open !== null))) await page.click(".family summary");
    await page.selectOption("#family", "tree");
    await page.fill("#parameters [data-name=n]", n);
    await page.click("#generate");
    await page.waitForFunction((n) => globalThis.arrivalPage.present().drawing.scene.title.includes(`of ${n} vertices`), n);
    await settled(page);
  };
  await generate("6000");
  const { scene } = await shownOn(page);
  assert.equal(scene.vertices.length, 0);
  // Once, and with what to do instead.
  assert.match(await sentence(page), /6000 vertices.*too many to be drawn one by one; leave them to Graphviz/s);
  assert.doesNotMatch(await sentence(page), /too many to be drawn.*too many to be drawn/s);
  // Up to 5,000 vertices are drawn one by one, with a view that shows them all and names that come with zooming in.
  await generate("5000");
  const large = (await shownOn(page)).scene;
  assert.equal(large.vertices.length, 5000);
  const { width, height } = await page.locator("#board").boundingBox();
  const { scale } = await page.evaluate(() => globalThis.arrivalPage.view());
  assert.ok(large.width * scale <= width && large.height * scale <= height && large.vertices[0].words[0].size * scale < 5);
  assert.deepEqual((await stateOf(page)).places, {}, "the link to it stays short");
  await generate("1000");
  const tree = (await shownOn(page)).scene;
  assert.equal(tree.vertices.length, 1000);
  assert.ok(tree.width / tree.height < 3 && tree.height / tree.width < 3, `${tree.width} × ${tree.height}`);
}));

test("F35: fields for the members of a family stay in the panel", () => on(desktop, async (page) => {
  await page.click(".family summary");
  await page.waitForSelector("#parameters input");
  for (const field of await page.locator("#parameters input").all()) {
    const { x, width } = await field.boundingBox();
    assert.ok(x + width <= 1280, `${x + width}`);
  }
}));

test("F36: files and links hold what is on the board", () => on(desktop, async (page) => {
  await drag(page, await placeOf(page, "s1"), { x: 300, y: 300 });
  await step(page, 2);
  await page.click("#tab-show");
  await page.click("[data-overlay=visits]");
  await settled(page);
  const seen = await shownOn(page);
  await page.click("#save");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("[data-format=svg]")]);
  const svg = readFileSync(await download.path(), "utf8");
  const circle = (name) => new RegExp(`data-name="${name}".*?<circle cx="([\\d.]+)" cy="([\\d.]+)"`, "s").exec(svg).slice(1).map(Number);
  for (const { name, x, y } of seen.scene.vertices) assert.deepEqual(circle(name), [x, y], name);
  for (const { path, colour, width } of seen.scene.arcs) assert.ok(svg.includes(`d="${path}" fill="none" stroke="${colour}" stroke-width="${width}"`), path);
  await page.click("#share");
  const link = await page.inputValue("#share-link");
  await page.keyboard.press("Escape");
  assert.ok(link.startsWith(files.url));
  const { page: other, complaints, close } = await openPage(browser, link);
  await settled(other);
  const [here, there] = [await stateOf(page), await stateOf(other)];
  assert.deepEqual({ ...there, places: undefined }, { ...here, places: undefined });
  for (const [name, [x, y]] of Object.entries(here.places)) assert.ok(Math.hypot(x - there.places[name][0], y - there.places[name][1]) < 0.1);
  assert.deepEqual((await shownOn(other)).text, seen.text);
  assert.deepEqual(complaints, []);
  await close();
}));

test("F37: undo after loading never leads to an empty page", () => on(desktop, async (page) => {
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

test("F38: on an empty board a vertex stays where it was put", () => on(desktop, async (page) => {
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

test("F38: by finger, too, vertices stay where they are tapped, and the particle is put on one beside the board", () => on(phone, async (page) => {
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

test("F39: one screen, keys, words for speed, and a memory", () => on(desktop, async (page) => {
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
