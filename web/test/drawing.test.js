// Drawings that play by themselves: the HTML of `arrival draw`, opened as a file in a real browser.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { arrival, arrivalJson, browse, ROOT } from "./harness.js";

let browser;
before(async () => {
  browser = await browse();
});
after(() => browser.close());

const figure = (name) => readFileSync(`${ROOT}/corpus/paper/${name}.rotor`, "utf8");

/** Draws the graph, opens the file, and lets `play` use it; the file asks for nothing and complains of nothing. */
async function playing(graph, options, play) {
  const file = join(mkdtempSync(join(tmpdir(), "arrival-")), "drawing.html");
  assert.equal(arrival(graph, "draw", "-", "-o", file, ...options).code, 0);
  const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
  const [asked, complaints] = [[], []];
  page.on("request", (request) => asked.push(request.url()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  const url = String(pathToFileURL(file));
  await page.goto(url);
  await play(page);
  assert.deepEqual([asked, complaints], [[url], []]);
  await page.close();
}

/** Counters, the vertex that stands out, and the dashed arcs. */
const shown = (page) =>
  page.evaluate(() => ({
    steps: document.querySelector('[data-part="steps"]').textContent,
    at: document.querySelector('[data-part="at"]').textContent,
    end: document.querySelector('[data-part="end"]').textContent,
    here: [...document.querySelectorAll(".vertex.here")].map((vertex) => vertex.dataset.name),
    taken: document.querySelectorAll(".arc.taken").length,
    // Before its vertex is left for the first time, a rotor is dashed by the drawing itself.
    dashed: [...document.querySelectorAll("[data-arc]")]
      .filter((arc) => getComputedStyle(arc.querySelector("path")).strokeDasharray !== "none")
      .map((arc) => Number(arc.dataset.arc)),
  }));

/** The first arc of each vertex that is no sink, and how many it has. */
function arcsOf(graph) {
  let first = 0;
  return arrivalJson(graph, "convert", "-").vertices.map(({ name, arcs = [], rotor = 0 }) => {
    first += arcs.length;
    return { name, first: first - arcs.length, degree: arcs.length, rotor };
  });
}

/** Which arcs are rotors after the first `steps` steps of the trace. */
function rotorsAfter(vertices, trace, steps) {
  const left = (name) => trace.slice(0, steps).filter((other) => other === name).length;
  return vertices.filter(({ degree }) => degree > 0).map(({ name, first, degree, rotor }) => first + ((rotor + left(name)) % degree));
}

for (const [name, options] of [["fig-rotor-routing", []], ["fig-calc-rn", ["--from", "u3", "--show", "exits"]], ["fig-exponential-path-5", []]]) {
  test(`${name} is stepped forth and back by mouse and keyboard as the command line walks`, async () => {
    const graph = figure(name);
    const walk = arrivalJson(graph, "walk", "--trace", ...options.slice(0, 2));
    const vertices = arcsOf(graph);
    const is = async (page, steps) => {
      const ended = steps === walk.trace.length - 1;
      assert.deepEqual(await shown(page), {
        steps: String(steps),
        at: walk.trace[steps],
        end: ended ? ", where it halts" : "",
        here: [walk.trace[steps]],
        taken: steps > 0 ? 1 : 0,
        dashed: rotorsAfter(vertices, walk.trace, steps),
      });
    };
    await playing(graph, options, async (page) => {
      await is(page, 0);
      assert.equal(await page.isDisabled('[data-part="back"]'), true);
      const last = walk.trace.length - 1;
      assert.equal(String(last), walk.steps);
      for (let steps = 1; steps <= last; steps += 1) {
        if (steps % 2) await page.click('[data-part="step"]');
        else await page.keyboard.press("ArrowRight");
        await is(page, steps);
      }
      assert.equal(walk.trace[last], walk.exit);
      assert.equal(await page.isDisabled('[data-part="step"]'), true);
      await page.keyboard.press("ArrowRight");
      await is(page, last);
      for (let steps = last - 1; steps >= Math.max(0, last - 6); steps -= 1) {
        if (steps % 2) await page.click('[data-part="back"]');
        else await page.keyboard.press("ArrowLeft");
        await is(page, steps);
      }
      await page.keyboard.press("Home");
      await is(page, 0);
      await page.focus('[data-part="step"]');
      await page.keyboard.press("Enter");
      await is(page, 1);
      await page.click('[data-part="reset"]');
      await is(page, 0);
    });
  });
}

test("a drawing runs by itself to the end, and can be stopped", async () => {
  const graph = figure("fig-rotor-routing");
  const walk = arrivalJson(graph, "walk");
  await playing(graph, [], async (page) => {
    await page.click('[data-part="run"]');
    await page.waitForFunction(() => Number(document.querySelector('[data-part="steps"]').textContent) >= 2);
    await page.click('[data-part="run"]');
    const { steps } = await shown(page);
    await page.waitForTimeout(600);
    assert.equal((await shown(page)).steps, steps);
    assert.equal(await page.textContent('[data-part="run"]'), "Run");
    await page.focus('[data-part="run"]');
    await page.keyboard.press("Enter");
    await page.waitForFunction((steps) => document.querySelector('[data-part="steps"]').textContent === steps, walk.steps);
    assert.equal((await shown(page)).at, walk.exit);
    assert.ok((await page.textContent('[data-part="answers"]')).includes(walk.exit));
  });
});

test("a walk that is too long for a drawing says so at the end of what it has", async () => {
  const graph = arrival("", "generate", "expchain", "--n", "40").out;
  const { trace } = arrivalJson(graph, "walk", "--trace", "--max-steps", "10000");
  await playing(graph, [], async (page) => {
    await page.evaluate(() => {
      const step = document.querySelector('[data-part="step"]');
      for (let made = 0; made < 10_001; made += 1) step.click();
    });
    const { steps, at, end } = await shown(page);
    assert.deepEqual({ steps, at, end }, { steps: "10000", at: trace[10_000], end: ", and the walk goes on beyond this page" });
  });
});
