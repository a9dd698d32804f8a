// Pictures: where things stand, how large graphs look, and files that hold what is on the board.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { desktop, drag, openPage, phone, placeOf, ready, sentence, settled, shownOn, stage, stateOf, step, type } from "./harness.js";

const shared = stage();
const { on } = shared;

test("arcs that are used less are not wider", () => on(desktop, async (page) => {
  await page.click("#tab-show");
  await page.click("[data-overlay=visits]");
  await settled(page);
  const { scene } = await shownOn(page);
  const used = scene.arcs.map(({ about, width }) => ({ width, times: about.includes("once") ? 1 : Number(/used (\d+)/.exec(about)?.[1] ?? 0) }));
  assert.ok(used.some(({ times }) => times === 0) && used.some(({ times }) => times > 0));
  for (const one of used) for (const other of used) if (one.times > other.times) assert.ok(one.width >= other.width);
}));

test("typed vertices stand apart, and arcs avoid them", () => on(desktop, async (page) => {
  await type(page, "u0: u2 u1\nu1: u0 u2 s1\nu2: u1 u0 s2 x y z\nx: y\ny: z\nz: u0\nsink s1\nsink s2\nstart u2\n");
  const { scene } = await shownOn(page);
  for (const one of scene.vertices) for (const other of scene.vertices) {
    if (one === other) continue;
    const apart = Math.abs(one.x - other.x) >= one.half_width + other.half_width || Math.abs(one.y - other.y) >= one.half_height + other.half_height;
    assert.ok(apart, `${one.name} and ${other.name}`);
  }
}));

test("a graph too large to be drawn says so", () => on(desktop, async (page) => {
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

test("files and links hold what is on the board", () => on(desktop, async (page) => {
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
  assert.ok(link.startsWith(shared.files.url));
  const { page: other, complaints, close } = await openPage(shared.browser, link);
  await settled(other);
  const [here, there] = [await stateOf(page), await stateOf(other)];
  assert.deepEqual({ ...there, places: undefined }, { ...here, places: undefined });
  for (const [name, [x, y]] of Object.entries(here.places)) assert.ok(Math.hypot(x - there.places[name][0], y - there.places[name][1]) < 0.1);
  assert.deepEqual((await shownOn(other)).text, seen.text);
  assert.deepEqual(complaints, []);
  await close();
}));

test("pictures are saved in every format, and so is the text", () => on(desktop, async (page) => {
  await step(page, 1);
  const begins = { png: "\x89PNG", pdf: "%PDF", tikz: "% needs", rotor: "u0: u2 u1" };
  for (const [format, head] of Object.entries(begins)) {
    await page.click("#save");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-format=${format}]`)]);
    const bytes = readFileSync(await download.path(), "latin1");
    assert.ok(bytes.startsWith(head), `${format}: ${bytes.slice(0, 20)}`);
    if (format === "rotor") assert.ok(bytes.includes("u2: u1 *u0 s2") && bytes.includes("start u1"));
  }
}));

test("what the engine remarks about a picture is said, on the board and when it is saved", async () => {
  const context = await shared.browser.newContext({ acceptDownloads: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  // The worker as it is, but pictures with visits come with a remark.
  await page.route("**/worker.js", async (route) => {
    const response = await route.fetch();
    const stub = `const post = self.postMessage.bind(self);
      self.postMessage = (message) => {
        const reply = message.reply === undefined ? {} : JSON.parse(message.reply);
        const isPicture = reply.media_type !== undefined || (reply.schema === "arrival.scene/1" && message.reply.includes("used once"));
        post(isPicture ? { ...message, reply: JSON.stringify({ ...reply, remark: "<request>: unchecked: no time was left" }) } : message);
      };\n`;
    await route.fulfill({ response, body: stub + (await response.text()) });
  });
  await page.goto(shared.files.url);
  await ready(page);
  await page.click("#hero-close");
  await settled(page);
  assert.equal(await page.locator("#remark").count(), 0);
  await page.click("#tab-show");
  await page.click("[data-overlay=visits]");
  await page.waitForSelector("#remark");
  assert.equal(await page.locator("#remark").innerText(), "The picture: unchecked: no time was left.");
  await page.click("#save");
  await Promise.all([page.waitForEvent("download"), page.click("[data-format=svg]")]);
  await page.waitForFunction(() => document.getElementById("sentence").textContent.startsWith("Saved graph.svg; unchecked: no time was left."));
  await page.click("[data-overlay=none]");
  await page.waitForFunction(() => document.getElementById("remark") === null);
  await context.close();
});

test("the buttons of the view cover nothing of the picture, whatever its shape", async () => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 720 }]) {
    await on({ viewport }, async (page) => {
      for (const title of ["The slow path", "Left or right", "A binary tree"]) {
        await page.click("#gallery");
        await page.locator(".card", { hasText: title }).click();
        await settled(page);
        const { names, zoom } = await page.evaluate(() => ({
          names: globalThis.arrivalPage.present().drawing.scene.vertices.map(({ name }) => name),
          zoom: document.querySelector(".zoom").getBoundingClientRect().toJSON(),
        }));
        for (const name of names) {
          const { x, y } = await placeOf(page, name);
          assert.ok(x < zoom.left || y < zoom.top || y > zoom.bottom, `${title}: ${name} at ${x} ${y}`);
        }
      }
    });
  }
});

test("on a phone, long paths are laid out in several rows", async () => {
  const rows = async (width) => {
    let found;
    await on({ viewport: { width, height: 844 } }, async (page) => {
      await page.click("#gallery");
      await page.locator(".card", { hasText: "The slow path" }).click();
      await settled(page);
      const { scene } = await shownOn(page);
      found = new Set(scene.vertices.map(({ y }) => y)).size;
    });
    return found;
  };
  assert.deepEqual([await rows(390), await rows(1280)], [2, 1]);
});
