// Manners: contrast, widths from 400 to 2,000 pixels, light and dark, and a thousand vertices that are dragged.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { arrival, browse, choose, drag, openPage, placeOf, serve, settled, type } from "./harness.js";

let server, browser;
before(async () => {
  server = await serve("--example", "fig-calc-rn");
  browser = await browse();
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** Every visible word with the contrast to what is behind it (WCAG 2.2, relative luminance). */
const contrasts = (page) =>
  page.evaluate(() => {
    const channels = (colour) => {
      const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const luminance = ([r, g, b]) => {
      const part = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
      return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
    };
    const ground = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const colour = channels(getComputedStyle(at).backgroundColor);
        if (colour[3] === 255) return colour;
      }
      return [255, 255, 255, 255];
    };
    const found = [];
    for (const element of document.querySelectorAll("body *")) {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== "");
      if (!own || !element.checkVisibility() || element.matches(":disabled, :disabled *, input:disabled + span, option, #marks, #marks *")) continue;
      const [a, b] = [luminance(channels(getComputedStyle(element).color)), luminance(ground(element))];
      found.push([`${element.tagName}#${element.id} ${element.textContent.trim().slice(0, 30)}`, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)]);
    }
    return found;
  });

/** Elements that stick out of the window, and pairs of controls that lie on each other. */
const misplaced = (page) =>
  page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    const shown = [...document.querySelectorAll("button, select, input:not([type=radio]), textarea, p, dd, dt, th, td, legend, canvas, h1")].filter(
      (element) => element.checkVisibility() && !element.closest("#table, #arrivals, dialog:not([open])"),
    );
    const boxes = shown.map((element) => [element, element.getBoundingClientRect()]).filter(([, box]) => box.width > 0);
    const called = (element) => `${element.tagName}#${element.id}`;
    const out = boxes.filter(([, box]) => box.left < -0.5 || box.right > wide + 0.5).map(([element]) => called(element));
    const over = [];
    boxes.forEach(([a, x], place) => {
      for (const [b, y] of boxes.slice(place + 1)) {
        const apart = x.right <= y.left + 0.5 || y.right <= x.left + 0.5 || x.bottom <= y.top + 0.5 || y.bottom <= x.top + 0.5;
        if (!apart && !a.contains(b) && !b.contains(a)) over.push(`${called(a)} on ${called(b)}`);
      }
    });
    const cut = shown.filter((element) => element.matches("button, dd, p") && element.scrollWidth > element.clientWidth + 1).map(called);
    return { out, over, cut };
  });

for (const width of [400, 640, 900, 901, 1000, 1400, 2000]) {
  test(`at ${width} pixels nothing overlaps, sticks out or is cut, light and dark, and all words can be read`, async () => {
    for (const colorScheme of ["light", "dark"]) {
      const { page, complaints, close } = await openPage(browser, server.url, { viewport: { width, height: 800 }, colorScheme });
      for (const tab of ["text", "vertex", "show", "game", "particles"]) {
        await page.click(`#tab-${tab}`);
        if (tab === "vertex") await page.selectOption("#chosen", "u0");
        if (tab === "show") await choose(page, "overlay", "exits");
        if (tab === "particles") await page.click("#one-each");
        await settled(page);
        assert.deepEqual(await misplaced(page), { out: [], over: [], cut: [] }, `${colorScheme} ${tab}`);
        const weak = (await contrasts(page)).filter(([, contrast]) => contrast < 4.5);
        assert.deepEqual(weak, [], `${colorScheme} ${tab}`);
      }
      assert.deepEqual(complaints, []);
      await close();
    }
  });
}

test("a thousand vertices are dragged, and every frame is drawn", async (context) => {
  const { page, complaints, close } = await openPage(browser, server.url);
  await type(page, arrival("", "generate", "tree", "--n", "1000", "--seed", "3").out);
  await page.waitForFunction(() => globalThis.arrivalPage.state().graph.vertices.length >= 1000);
  await settled(page);
  const count = await page.evaluate(() => {
    globalThis.arrivalPage.times.length = 0;
    globalThis.frames = [];
    const tick = (time) => {
      globalThis.frames.push(time);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    return globalThis.arrivalPage.state().graph.vertices.length;
  });
  const name = await page.evaluate(() => globalThis.arrivalPage.state().graph.vertices[500].name);
  const from = await placeOf(page, name);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let move = 1; move <= 60; move += 1) await page.mouse.move(from.x + move * 2, from.y + Math.sin(move / 5) * 40);
  await page.mouse.up();
  const { times, frames } = await page.evaluate(() => ({ times: [...globalThis.arrivalPage.times], frames: globalThis.frames }));
  const to = await placeOf(page, name);
  assert.ok(Math.hypot(to.x - from.x - 120, 0) < 8, "the vertex followed the mouse");
  assert.ok(times.length >= 10, `only ${times.length} pictures were drawn`);
  const gaps = frames.slice(1).map((time, place) => time - frames[place]).sort((a, b) => a - b);
  const sorted = [...times].sort((a, b) => a - b);
  const at = (list, part) => list[Math.floor(part * (list.length - 1))].toFixed(1);
  context.diagnostic(
    `dragging among ${count} vertices: ${times.length} pictures, drawing median ${at(sorted, 0.5)} ms, 95 % ${at(sorted, 0.95)} ms; ` +
      `between frames median ${at(gaps, 0.5)} ms, 95 % ${at(gaps, 0.95)} ms`,
  );
  await drag(page, await placeOf(page, name), from);
  assert.deepEqual(complaints, []);
  await close();
});
