// Algorithms at work: the frames of `explain` on the board, by mouse, finger and keyboard, in the link, with and without motion.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { browse, clickVertex, openPage, sentence, serveFiles, settled, shownOn, stateOf, touch, type } from "./harness.js";

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

const desktop = { viewport: { width: 1280, height: 720 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** [ACD22, Figure 8]: r(u1, u3) = 2, r(u0, u4) = ∞, r(u0, u1) = 3, r(u0, u2) = 2. */
const TREE = "u0: u2 u1 u4\nu1: u0 u3\nu2: u0 s1\nu3: u1 s0\nu4: u0\nsink s0\nsink s1\nstart u0\n";
const GAME = "u0: u two\nmax u: one u0 zero\nsink zero = 0\nsink one = 1\nsink two = 2\nstart u0\n";

async function on(settings, act) {
  const { page, complaints, close } = await openPage(browser, files.url, settings);
  await page.click("#hero-close");
  await act(page);
  assert.deepEqual(complaints, []);
  await close();
}

/** Begins to watch, from the tab Why. */
async function watch(page, kind = "answer") {
  await page.click("#tab-why");
  await page.click(`#watch-${kind}`);
  await page.waitForFunction((kind) => globalThis.arrivalPage.present().watched && globalThis.arrivalPage.state().watch === kind, kind);
  await settled(page);
}

const atFrame = (page, number) => page.waitForFunction((number) => globalThis.arrivalPage.present().watched?.at === number, number);

/** What stands on the board: labels and marks of arcs by `tail head`, and of vertices. */
const onBoard = (page) => page.evaluate(() => {
  const { frame } = globalThis.arrivalPage.marks();
  const { scene } = globalThis.arrivalPage.present().drawing;
  const named = ({ tail, head }) => `${scene.vertices[tail].name} ${scene.vertices[head].name}`;
  const arcs = [...frame.arcs].map(([at, marked]) => [named(scene.arcs[at]), marked]);
  return { arcs: Object.fromEntries(arcs), vertices: Object.fromEntries(frame.vertices) };
});
const labels = ({ arcs }) => Object.fromEntries(Object.entries(arcs).filter(([, { label }]) => label !== null).map(([arc, { label }]) => [arc, label]));

/** How many pixels of the board have the colour of a mark. */
const painted = (page, mark) => page.evaluate(async (mark) => {
  // What was asked for is painted with the next frame of the screen.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const board = document.getElementById("board");
  const [, red, green, blue] = /#(..)(..)(..)/.exec(getComputedStyle(board).getPropertyValue(`--mark-${mark}`)).map((part) => parseInt(part, 16));
  const { data } = board.getContext("2d").getImageData(0, 0, board.width, board.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) count += 1;
  return count;
}, mark);

test("return flows are filled in arc by arc, the frames of explain", () => on(desktop, async (page) => {
  await type(page, TREE);
  await watch(page);
  const told = await page.evaluate((text) => globalThis.arrivalPage.ask("explain", { text, frames: true }), TREE);
  assert.equal(told.frames.length, 7);
  const filled = { "u2 s1": "1", "u3 s0": "1" };
  assert.deepEqual(labels(await onBoard(page)), filled);
  const more = [[], ["u1 u3", "2"], ["u0 u4", "inf"], ["u0 u1", "3"], ["u0 u2", "2"]];
  for (let number = 1; number <= 5; number++) {
    assert.equal(await sentence(page), `${number} of 7: ${told.frames[number - 1].words}`);
    const [arc, label] = more[number - 1];
    if (arc) filled[arc] = label;
    const board = await onBoard(page);
    assert.deepEqual(labels(board), filled, `frame ${number}`);
    if (arc) assert.deepEqual(board.arcs[arc].marks, ["now"]);
    assert.ok((await painted(page, "now")) > 100, "outlines are on the canvas");
    await page.click("#frame-next");
    await atFrame(page, number + 1);
  }
  // The improved routine: u0 makes one full turn, then leaves for u2; u1 and u4 were visited before.
  assert.match(await sentence(page), /^6 of 7: After 1 full turn, u0 sends the particle to u2 for good/);
  const routine = await onBoard(page);
  assert.deepEqual(routine.arcs["u0 u2"].marks, ["chosen"]);
  assert.deepEqual(routine.arcs["u0 u1"].marks, ["passed"]);
  assert.ok((await painted(page, "chosen")) > 50 && (await painted(page, "passed")) > 20);
  // Marks last one frame, labels go when one goes back.
  await page.click("#frame-first");
  await atFrame(page, 1);
  assert.deepEqual(labels(await onBoard(page)), { "u2 s1": "1", "u3 s0": "1" });
  assert.equal(await painted(page, "chosen"), 0);
  assert.equal(await page.locator("#frame-back").isDisabled(), true);
  await page.locator("#frame-slider").fill("7");
  await atFrame(page, 7);
  assert.equal(await page.locator("#frame-next").isDisabled(), true);
  await page.click("#frame-leave");
  await page.waitForFunction(() => !globalThis.arrivalPage.marks().frame);
  assert.match(await sentence(page), /starts on u0/);
}));

test("files have the marks and numbers of the frame on show", () => on(desktop, async (page) => {
  await type(page, TREE);
  await watch(page);
  for (let number = 2; number <= 6; number++) {
    await page.click("#frame-next");
    await atFrame(page, number);
  }
  await settled(page);
  const board = await onBoard(page);
  const saved = async (format) => {
    await page.click("#save");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-format=${format}]`)]);
    return readFileSync(await download.path());
  };
  const [svg, tikz] = [(await saved("svg")).toString(), (await saved("tikz")).toString()];
  const plates = [...svg.matchAll(/<text class="plate"[^>]*>([^<]*)</g)].map(([, words]) => words).sort();
  assert.deepEqual(plates, Object.values(labels(board)).map((label) => (label === "inf" ? "∞" : label)).sort());
  const marks = new Set([...Object.values(board.arcs), ...Object.values(board.vertices)].flatMap(({ marks }) => marks));
  assert.ok(marks.has("chosen") && marks.has("passed"), [...marks].join());
  // The colours of files are those of the page in the light.
  const colours = await page.evaluate((marks) => marks.map((mark) => getComputedStyle(document.body).getPropertyValue(`--mark-${mark}`)), [...marks]);
  for (const colour of colours) assert.ok(svg.includes(`class="mark"`) && svg.includes(`stroke="${colour}"`), colour);
  // They explain their marks, as the page does beside the board.
  for (const words of await page.$$eval("#frame-marks .entry", (all) => all.map((entry) => entry.textContent))) assert.ok(svg.includes(`>${words}</text>`), words);
  assert.match(tikz, /dash pattern/);
  assert.equal((await saved("png")).subarray(1, 4).toString(), "PNG");
  assert.equal((await saved("pdf")).subarray(0, 4).toString(), "%PDF");
}));

test("the keyboard goes through frames, plays and leaves, and the walk stays where it is", () => on(desktop, async (page) => {
  await type(page, TREE);
  await page.keyboard.press("w");
  await atFrame(page, 1);
  assert.match(await page.locator("#announce").innerText(), /^7 frames\. Left and Right/);
  await page.keyboard.press("ArrowRight");
  await atFrame(page, 2);
  await page.keyboard.press("ArrowLeft");
  await atFrame(page, 1);
  await page.keyboard.press("End");
  await atFrame(page, 7);
  // At the end, playing begins again.
  await page.keyboard.press(" ");
  await atFrame(page, 1);
  assert.equal(await page.locator("#frame-play").innerText(), "Pause");
  await atFrame(page, 2);
  await page.keyboard.press(" ");
  assert.equal(await page.evaluate(() => globalThis.arrivalPage.playing()), false);
  await page.keyboard.press("Home");
  await atFrame(page, 1);
  assert.equal((await stateOf(page)).step, "0");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => globalThis.arrivalPage.state().watch === "none");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => globalThis.arrivalPage.present().step === "1");
}));

test("a finger goes through frames, and the link shows the same one, also embedded", () => on(phone, async (page) => {
  await page.click("#more");
  await page.click("#tab-text");
  await page.fill("#text", TREE);
  await page.waitForFunction((text) => globalThis.arrivalPage.state().text === text, TREE);
  await settled(page);
  await watch(page);
  assert.equal(await page.locator("#panel").isVisible(), false, "the panel makes room for the buttons");
  const tap = async (id) => {
    const { x, y, width, height } = await page.locator(`#${id}`).boundingBox();
    assert.ok(height >= 40, `${id} is large enough for a finger`);
    await touch(page, [{ x: x + width / 2, y: y + height / 2 }]);
  };
  await tap("frame-next");
  await atFrame(page, 2);
  await tap("frame-last");
  await atFrame(page, 7);
  await tap("frame-back");
  await atFrame(page, 6);
  const [words, board] = [await sentence(page), await onBoard(page)];
  await page.click("#share");
  assert.match(await page.inputValue("#share-command"), /^arrival explain - --frames <<'END'\n/);
  const [link, frame] = [await page.inputValue("#share-link"), await page.inputValue("#share-frame")];
  for (const url of [link, /src="([^"]+)"/.exec(frame)[1]]) {
    const { page: other, complaints, close } = await openPage(browser, url, { viewport: { width: 720, height: 480 } });
    await settled(other);
    assert.equal(await sentence(other), words);
    assert.deepEqual(await onBoard(other), board);
    await other.click("#frame-next");
    await atFrame(other, 7);
    assert.deepEqual(complaints, []);
    await close();
  }
}));

test("pushes turn the rotors on the board, and files have them", () => on(desktop, async (page) => {
  await watch(page, "pushes");
  const dashed = async () => (await shownOn(page)).scene.arcs.filter((arc) => arc.dashed).map(({ arc }) => arc);
  assert.deepEqual(await dashed(), [1, 3, 6]);
  assert.deepEqual(Object.values((await onBoard(page)).arcs).map(({ marks }) => marks), [["cycle"], ["cycle"], ["cycle"]]);
  assert.ok((await painted(page, "cycle")) > 100);
  await page.click("#frame-next");
  await atFrame(page, 2);
  assert.deepEqual(await dashed(), [0, 4, 7]);
  await page.click("#save");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("[data-format=rotor]")]);
  assert.match(readFileSync(await download.path(), "utf8"), /u2: u1 u0 \*s2/);
  // The state is the one before: nothing was pushed in it.
  await page.click("#frame-leave");
  await page.waitForFunction(() => globalThis.arrivalPage.state().watch === "none");
  await settled(page);
  assert.deepEqual(await dashed(), [0, 2, 5]);
}));

test("the bisection of a game is watched, with who wins where", () => on(desktop, async (page) => {
  await type(page, GAME);
  await watch(page);
  assert.match(await sentence(page), /The value is one of 0, 1, 2\. Can Max secure at least 1\? yes: 1, 2 left\./);
  assert.equal((await onBoard(page)).vertices.u0.label, "≥ 1: yes");
  await page.click("#frame-next");
  await atFrame(page, 2);
  assert.equal((await onBoard(page)).vertices.u0.label, "≥ 2: yes");
  await page.click("#frame-next");
  await atFrame(page, 3);
  const { vertices, arcs } = await onBoard(page);
  assert.deepEqual(vertices.u.marks, ["lost"]);
  assert.deepEqual(arcs["u0 u"], { marks: ["now"], label: "0, 2", is_new: true });
  assert.ok((await painted(page, "lost")) > 50);
}));

test("frames end when the graph, the step or what is shown changes", () => on(desktop, async (page) => {
  const ends = async (act) => {
    await watch(page);
    await act();
    await page.waitForFunction(() => globalThis.arrivalPage.state().watch === "none");
    await settled(page);
    assert.equal(await page.locator("#walk-row").isVisible(), true);
  };
  await ends(() => type(page, TREE));
  await ends(() => page.click("[data-tool=push]"));
  await ends(async () => {
    await page.click("#tab-show");
    await page.click("[data-overlay=exits]");
  });
  await ends(async () => {
    await clickVertex(page, "u1");
    await page.click("#start-here");
  });
}));

test("what cannot be watched says why", () => on(desktop, async (page) => {
  await type(page, "a: b s\nb: s\nsink s\n");
  await watch(page);
  assert.match(await sentence(page), /^No particle yet: go back to the walk/);
  await page.click("#watch-pushes");
  await page.waitForFunction(() => document.getElementById("sentence").textContent.includes("no cycle"));
  for (const id of ["frame-play", "frame-next", "frame-back"]) assert.equal(await page.locator(`#${id}`).isDisabled(), true, id);
}));

for (const [reducedMotion, sees] of [["reduce", (seen) => seen.every((grown) => grown === 1)], ["no-preference", (seen) => seen.some((grown) => grown < 1)]]) {
  test(`marks ${reducedMotion === "reduce" ? "stand at once where motion is not wanted" : "grow where motion is welcome"}`, () => on({ ...desktop, reducedMotion }, async (page) => {
    await type(page, TREE);
    await watch(page);
    const seen = await page.evaluate(() => new Promise((done) => {
      const all = [];
      document.getElementById("frame-next").click();
      const look = () => {
        const { present, marks } = globalThis.arrivalPage;
        if (present().watched.at === 2) all.push(marks().grown);
        if (all.length > 0 && (all.at(-1) === 1)) done(all);
        else setTimeout(look);
      };
      look();
    }));
    assert.ok(sees(seen), JSON.stringify(seen));
  }));
}
