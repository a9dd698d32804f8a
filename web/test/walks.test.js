// Walks: to the end, back and to any moment, by mouse and keyboard; pushes, particles, games and what is said of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { clickVertex, desktop, DIST, sentence, settled, shownOn, stage, stateOf, step, type } from "./harness.js";

const { on } = stage();
const rotorsOf = ({ model }) => Object.fromEntries(model.vertices.filter(({ arcs }) => arcs).map(({ name, rotor }) => [name, rotor]));

test("the page of one file works from file://", () => on(desktop, async (page) => {
  await step(page, 2);
  assert.match(await sentence(page), /After 2 steps the particle is on u0/);
}, pathToFileURL(`${DIST}/arrival.html`).href));

test("a walk goes exactly to its end, back, and to any moment", () => on(desktop, async (page) => {
  await page.click("#last");
  await settled(page);
  await page.waitForFunction(() => globalThis.arrivalPage.present().exited);
  assert.match(await sentence(page), /came out at s2 after 7 steps/);
  await page.click("#back");
  await page.waitForFunction(() => globalThis.arrivalPage.present().step === "6");
  assert.equal((await shownOn(page)).at, "u2");
  await page.click("#first");
  await settled(page);
  assert.equal((await stateOf(page)).step, "0");
  await page.click("#gallery");
  await page.click(".card:has-text('2⁶¹')");
  await page.waitForFunction(() => globalThis.arrivalPage.present().model.vertices.length === 62);
  await settled(page);
  await page.locator("#slider").fill("1000");
  await page.waitForFunction(() => globalThis.arrivalPage.present().exited);
  assert.equal((await stateOf(page)).step, String(2n ** 61n - 3n));
  await page.locator("#slider").fill("500");
  await page.waitForFunction(() => !globalThis.arrivalPage.present().exited);
  const { step: middle, ahead } = await shownOn(page);
  assert.equal(BigInt(middle) + BigInt(ahead.answers[0].steps), 2n ** 61n - 3n, "what is behind and what is ahead add up");
}));

test("the keyboard walks, runs and stops", () => on(desktop, async (page) => {
  await page.locator("#board").focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => globalThis.arrivalPage.present().step === "1");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => globalThis.arrivalPage.present().step === "0");
  await page.keyboard.press("End");
  await page.waitForFunction(() => globalThis.arrivalPage.present().exited);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => globalThis.arrivalPage.present().step === "0");
  await page.keyboard.press(" ");
  await page.waitForFunction(() => Number(globalThis.arrivalPage.present().step) >= 2);
  await page.keyboard.press(" ");
  await page.waitForFunction(() => !globalThis.arrivalPage.running());
}));

test("the particle travels along its arc, which is marked", () => on({ ...desktop, reducedMotion: "no-preference" }, async (page) => {
  // The welcome was walking: let the step that was on its way end.
  await page.waitForFunction(() => !globalThis.arrivalPage.running() && !globalThis.arrivalPage.moving());
  await page.click("#first", { force: true });
  await settled(page);
  const before = (await stateOf(page)).step;
  await page.click("#step");
  const seen = await page.evaluate(() => new Promise((done) => {
    const places = [];
    const frame = () => {
      const moving = globalThis.arrivalPage.moving();
      if (moving) places.push(moving);
      if (places.length > 3 && !moving) done(places);
      else requestAnimationFrame(frame);
    };
    frame();
  }));
  assert.ok(new Set(seen.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`)).size > 3, "it is seen at several places");
  await settled(page);
  assert.equal(BigInt((await stateOf(page)).step), BigInt(before) + 1n);
  assert.ok((await page.evaluate(() => [...globalThis.arrivalPage.present().trail.values()])).includes(1));
}));

test("pushes, flows, exits and forest use the rotors shown", () => on(desktop, async (page) => {
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

test("the sentence is that of the graph on the board", () => on(desktop, async (page) => {
  assert.match(await sentence(page), /come out at s2 in 7 steps/);
  await type(page, "a: b s\nb: a t\nsink s\nsink t\nstart b\n");
  assert.match(await sentence(page), /starts on b; it will come out at t in 3 steps/);
  await clickVertex(page, "a");
  await page.click("#arcs li[data-arc='1'] button[title^='Turn']");
  await settled(page);
  assert.match(await sentence(page), /come out at s in 2 steps/);
}));

test("many particles are routed and counted on the sinks", () => on(desktop, async (page) => {
  await page.click("#tab-particles");
  await page.selectOption("#particle-vertex", "u0");
  await page.fill("#particle-count", "1e30");
  await page.click("#put");
  await page.click("#route");
  await page.waitForSelector("#routed td");
  await settled(page);
  const { particles } = await stateOf(page);
  assert.equal(BigInt(particles.s1) + BigInt(particles.s2), 10n ** 30n);
  assert.match(await page.locator("#routed").innerText(), /checked/);
  const { scene } = await shownOn(page);
  assert.ok(scene.vertices.filter(({ sink, particles: on }) => sink && on).length === 2);
}));

test("a game is played: a switch, its worth, the best reply, why", () => on(desktop, async (page) => {
  await page.click("#gallery");
  await page.click(".card:has-text('One player')");
  await page.waitForFunction(() => globalThis.arrivalPage.present().model.vertices.length === 12);
  await page.click("#tab-game");
  await page.waitForFunction(() => document.querySelector("#worth")?.textContent.includes("best play on both sides gives 1"));
  const rotor = async () => (await shownOn(page)).model.vertices.find(({ name }) => name === "u2").rotor;
  const before = await rotor();
  await clickVertex(page, "u2");
  await page.waitForFunction((before) => globalThis.arrivalPage.present().model.vertices.find(({ name }) => name === "u2").rotor !== before, before);
  // Worth is a number, also where no player is left and the answer names a sink.
  assert.match(await page.locator("#worth").innerText(), /switches are worth -?\d+/);
  await page.click("#tab-why");
  await page.waitForSelector("#why");
  assert.match(await page.locator("#why").innerText(), /Max can secure 1/);
}));

test("why asks for a particle while there is none", () => on(desktop, async (page) => {
  await type(page, "a: b s\nb: a t\nsink s\nsink t\n");
  await page.click("#tab-why");
  await page.waitForFunction(() => document.querySelector("#why")?.textContent === "No particle yet: choose the vertex where it starts.");
}));

test("a long question can be cancelled, and the next is answered", () => on(desktop, async (page) => {
  // 2⁶¹ steps, of which a hundred thousand million may be made.
  const chain = await page.evaluate(() => globalThis.arrivalPage.ask("generate", { family: "chain", n: "60", to: "rotor" }));
  const asked = page.evaluate((text) => globalThis.arrivalPage.ask("walk", { text, "max-steps": "100000000000" }).then(() => "answered", (error) => error.message), chain.text);
  await page.waitForTimeout(300);
  await page.evaluate(() => globalThis.arrivalPage.cancel());
  assert.equal(await asked, "cancelled");
  await step(page, 1);
}));
