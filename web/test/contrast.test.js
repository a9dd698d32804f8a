// Contrast of controls, measured from the pixels and styles of the page: at least 3:1, light and dark (WCAG 1.4.11).

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, openPage, serveFiles, settled } from "./harness.js";

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

/** Functions for inside the page: contrast of colours, and what lies behind an element. */
const MEASURE = `globalThis.measure = (() => {
  const pixel = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = colour;
    pixel.fillRect(0, 0, 1, 1);
    return [...pixel.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const behind = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };
  return { rgba, contrast, behind };
})();`;

/** For each control in sight, how well it is seen: by its border or its ground, or by its words if it has neither. */
const controls = (page) => page.evaluate(() => {
  const { rgba, contrast, behind } = globalThis.measure;
  const all = [...document.querySelectorAll("button, select, textarea, input:not([type=range], [type=file]), summary")];
  const seen = all.filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 0 && !one.disabled);
  return seen.map((one) => {
    const style = getComputedStyle(one);
    const ground = behind(one);
    const own = rgba(style.backgroundColor);
    const sides = ["Top", "Right", "Bottom", "Left"].filter((side) => parseFloat(style[`border${side}Width`]) >= 1);
    const borders = sides.map((side) => rgba(style[`border${side}Color`])).filter((colour) => colour[3] === 255);
    const edge = Math.max(1, ...borders.map((colour) => contrast(colour, ground)), own[3] === 255 ? contrast(own, ground) : 1);
    const words = contrast(rgba(style.color), own[3] === 255 ? own : ground);
    // Words alone are a control that is seen if they are as dark as text has to be.
    const isWordsAlone = borders.length === 0 && (own[3] === 0 || contrast(own, ground) < 1.05);
    return { name: one.id || one.getAttribute("aria-label") || one.textContent.trim().slice(0, 30), edge, words, isWordsAlone };
  });
});

/** How well the state of a control is seen: what is chosen against what is not, and the outline of the focus. */
const states = (page) => page.evaluate(() => {
  const { rgba, contrast, behind } = globalThis.measure;
  const found = [];
  for (const chosen of document.querySelectorAll("[role=radio][aria-checked=true]")) {
    const other = chosen.parentElement.querySelector("[role=radio][aria-checked=false]:not(:disabled)");
    if (!chosen.checkVisibility() || !other) continue;
    const [one, two] = [chosen, other].map((element) => rgba(getComputedStyle(element).backgroundColor));
    found.push({ name: `chosen: ${chosen.textContent.trim()}`, contrast: contrast(one, two) });
  }
  const tab = document.querySelector("[role=tab][aria-selected=true]");
  if (tab.checkVisibility()) found.push({ name: "chosen tab", contrast: contrast(rgba(getComputedStyle(tab).borderBottomColor), behind(tab)) });
  for (const range of document.querySelectorAll("input[type=range]")) {
    if (range.checkVisibility() && !range.disabled) found.push({ name: `slider ${range.id}`, contrast: contrast(rgba(getComputedStyle(range).accentColor), behind(range)) });
  }
  return found;
});

/** The outline that shows where the keyboard is. */
async function focused(page) {
  await page.keyboard.press("Tab");
  return page.evaluate(() => {
    const { rgba, contrast, behind } = globalThis.measure;
    const at = document.activeElement;
    const { outlineColor, outlineStyle, outlineWidth } = getComputedStyle(at);
    return { name: at.id, style: outlineStyle, width: parseFloat(outlineWidth), contrast: contrast(rgba(outlineColor), behind(at)) };
  });
}

/** The pieces of the legend: for each mark, its best pixel against the paper, and its shape without colour. */
const marks = (page) => page.evaluate(() => {
  const { rgba, contrast, behind } = globalThis.measure;
  return [...document.querySelectorAll("#frame-marks canvas")].map((piece) => {
    const { data } = piece.getContext("2d").getImageData(0, 0, piece.width, piece.height);
    const paper = behind(piece);
    const card = rgba(getComputedStyle(piece).getPropertyValue("--card"));
    let best = 1;
    let shape = "";
    for (let at = 0; at < data.length; at += 4) {
      const colour = [...data.slice(at, at + 4)];
      const isInk = colour[3] === 255 && contrast(colour, card) > 1.5;
      if (isInk) best = Math.max(best, contrast(colour, paper));
      shape += isInk ? "1" : "0";
    }
    return { mark: piece.dataset.mark, best, shape };
  });
});

const GAME = "u0: u two\nmax u: one u0 zero\nsink zero = 0\nsink one = 1\nsink two = 2\nstart u0\n";
const TREE = "u0: u2 u1 u4\nu1: u0 u3\nu2: u0 s1\nu3: u1 s0\nu4: u0\nsink s0\nsink s1\nstart u0\n";
const RING = "a: b s\nb: a t\nsink s\nsink t\nstart a\n";

for (const colorScheme of ["light", "dark"]) {
  test(`controls and their states have a contrast of at least 3:1, ${colorScheme}`, async () => {
    const { page, complaints, close } = await openPage(browser, files.url, { viewport: { width: 1280, height: 720 }, colorScheme });
    await page.evaluate(MEASURE);
    let count = 0;
    const look = async (where) => {
      for (const { name, edge, words, isWordsAlone } of await controls(page)) {
        count += 1;
        assert.ok(words >= 4.5, `${where}, words of ${name}: ${words}`);
        if (!isWordsAlone) assert.ok(edge >= 3, `${where}, edge of ${name}: ${edge}`);
      }
      for (const { name, contrast } of await states(page)) assert.ok(contrast >= 3, `${where}, ${name}: ${contrast}`);
    };
    await look("welcome");
    await page.click("#hero-close");
    for (const tab of ["text", "show", "edit", "particles", "game", "why"]) {
      await page.click(`#tab-${tab}`);
      if (tab === "text") await page.click(".family summary");
      await settled(page);
      await look(tab);
    }
    await page.click("#watch-answer");
    await settled(page);
    await look("watching");
    for (const id of ["save", "share", "gallery"]) {
      await page.click(`#${id}`);
      await page.waitForSelector("#dialog[open]");
      await settled(page);
      await look(id);
      await page.keyboard.press("Escape");
      await page.waitForSelector("#dialog:not([open])", { state: "attached" });
    }
    assert.ok(count > 150, `${count} controls were measured`);
    const { style, width, contrast } = await focused(page);
    assert.ok(style === "solid" && width >= 2 && contrast >= 3, `focus: ${style} ${width} ${contrast}`);
    assert.deepEqual(complaints, []);
    await close();
  });

  test(`marks of algorithms are seen against the paper, and told apart without colour, ${colorScheme}`, async () => {
    const { page, close } = await openPage(browser, files.url, { viewport: { width: 1280, height: 720 }, colorScheme });
    await page.evaluate(MEASURE);
    await page.click("#hero-close");
    const shapes = new Map();
    for (const [text, kind] of [[TREE, "answer"], [RING, "pushes"], [GAME, "answer"]]) {
      await page.click("#tab-text");
      await page.fill("#text", text);
      await page.waitForFunction((text) => globalThis.arrivalPage.state().text === text, text);
      await settled(page);
      await page.click("#tab-why");
      await page.click(`#watch-${kind}`);
      await page.waitForFunction(() => globalThis.arrivalPage.present().watched !== undefined);
      await settled(page);
      const frames = await page.evaluate(() => globalThis.arrivalPage.present().watched.frames.length);
      for (let frame = 1; frame <= frames; frame++) {
        if (frame > 1) await page.click("#frame-next");
        await page.waitForFunction((frame) => globalThis.arrivalPage.present().watched.at === frame, frame);
        for (const { mark, best, shape } of await marks(page)) {
          assert.ok(best >= 3, `${mark}: ${best}`);
          shapes.set(mark, shape);
        }
      }
    }
    assert.deepEqual([...shapes.keys()].sort(), ["chosen", "cycle", "lost", "now", "passed", "used", "won"]);
    assert.equal(new Set(shapes.values()).size, 7, "no two have the same shape");
    await close();
  });
}
