// The page in a real browser: everything a person does on it, compared with what the command line says.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, test } from "node:test";
import {
  arrival, arrivalJson, browse, choose, clickVertex, drag, openExample, openPage, placeOf, ROOT, rows, serve, settled,
  stateOf, type,
} from "./harness.js";

const figure = (name) => readFileSync(`${ROOT}/corpus/paper/${name}.rotor`, "utf8");
let server, browser, page, complaints, close;

before(async () => {
  server = await serve("--example", "fig-rotor-routing");
  browser = await browse();
});
after(async () => {
  await browser.close();
  assert.equal(await server.stop(), 0, "Ctrl-C ends the server cleanly");
});
beforeEach(async () => {
  ({ page, complaints, close } = await openPage(browser, server.url));
});
afterEach(async () => {
  assert.deepEqual(complaints, [], "the page complains of nothing");
  await close();
});

const read = (id) => page.textContent(`#${id}`);
const text = () => page.inputValue("#text");
const press = async (id) => {
  await page.click(`#${id}`);
  await settled(page);
};
/** Waits until a number or word stands in an output. */
const becomes = (id, words) =>
  page.waitForFunction(([id, words]) => document.getElementById(id)?.textContent === words, [id, words]);
const graphBecomes = async (holds, argument) => {
  await page.waitForFunction(holds, argument);
  await settled(page);
};

test("the page begins with the graph the server was given, and says what is shown with the paper's word", async () => {
  assert.equal(await text(), figure("fig-rotor-routing"));
  assert.match(await read("sentence"), /In the paper: rotor configuration ρ\./);
  const { instance } = arrivalJson(await text(), "check");
  assert.equal(await read("facts"), `Class${instance.class}Vertices${instance.vertices}Arcs${instance.arcs}Sinks${instance.sinks}Traps0`);
});

test("every figure of the paper opens as the command line reads it", async () => {
  const names = await page.$$eval("#example option", (all) => all.map(({ value }) => value).filter((value) => value));
  assert.equal(names.length, 9);
  for (const name of names) {
    await openExample(page, name);
    assert.equal(await text(), figure(name));
    const { graph } = await stateOf(page);
    const json = arrivalJson(figure(name), "convert", "-");
    assert.deepEqual(graph.vertices.map((vertex) => vertex.arcs ?? vertex.value), json.vertices.map((vertex) => vertex.arcs ?? vertex.value));
    assert.equal(graph.start, json.start ?? null);
  }
});

test("a member of a family is the one that the command line generates", async () => {
  await press("family-button");
  await page.selectOption("#family", "two");
  await page.fill("#family-parameters input[name=n]", "12");
  await page.fill("#family-parameters input[name=seed]", "5");
  await page.click("#generate");
  await page.waitForFunction(() => document.title.startsWith("two "));
  const wanted = arrival("", "generate", "two", "--n", "12", "--seed", "5").out;
  await page.waitForFunction((wanted) => document.getElementById("text").value === wanted, wanted);
});

test("a file is opened, dropped, and refused with its flaws", async () => {
  const folder = mkdtempSync(join(tmpdir(), "arrival-"));
  const file = join(folder, "mine.rotor");
  writeFileSync(file, "a: b s # mine\nb: a t\nsink s\nsink t\nstart a\n");
  await page.setInputFiles("#file", file);
  await page.waitForFunction(() => document.title.startsWith("mine.rotor"));
  assert.match(await text(), /# mine/);
  const json = arrival(readFileSync(file, "utf8"), "convert", "-", "-", "--to", "json").out;
  const data = await page.evaluateHandle((json) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([json], "dropped.json"));
    return transfer;
  }, json);
  await page.dispatchEvent("#board", "drop", { dataTransfer: data });
  await page.waitForFunction(() => document.title.startsWith("dropped.json"));
  await page.waitForFunction(() => document.getElementById("text").value.startsWith("a: b s\n"));
  writeFileSync(file, "a: nowhere\n");
  await page.setInputFiles("#file", file);
  await page.waitForFunction(() => document.getElementById("message").textContent.includes("has flaws"));
});

test("typed flaws are marked at their place, in the words of the command line, and lead there", async () => {
  const flawed = "a: b c\nb: a ^\nsink b\n";
  await type(page, flawed);
  await page.waitForSelector("#marks mark");
  const { flaws } = arrivalJson(flawed, "check");
  assert.deepEqual(await page.$$eval("#marks mark", (all) => all.map((mark) => mark.textContent)), ["c", "^", "b"]);
  const shown = await page.$$eval("#flaws li", (all) => all.map((item) => item.textContent));
  assert.deepEqual(shown, flaws.map(({ line, column, message, remedy }) => `${line}:${column} ${message}; ${remedy}`));
  await page.click("#flaws li:nth-child(2) button");
  const caret = await page.evaluate(() => document.getElementById("text").selectionStart);
  assert.equal(flawed[caret], "^");
  await type(page, "a: b s\nb: a\nsink s\n");
  await page.waitForFunction(() => document.querySelectorAll("#flaws li").length === 0);
  assert.equal((await stateOf(page)).graph.vertices.length, 3);
});

test("a graph is made by mouse: vertices, arcs, loops; undone and redone", async () => {
  const before = await text();
  await choose(page, "mode", "vertex");
  const board = await page.locator("#canvas").boundingBox();
  const spot = { x: board.x + board.width - 60, y: board.y + board.height - 60 };
  await page.mouse.click(spot.x, spot.y);
  await graphBecomes(() => globalThis.arrivalPage.state().graph.vertices.length === 6);
  assert.equal((await stateOf(page)).graph.vertices[5].name, "v5");
  await choose(page, "mode", "arc");
  await drag(page, await placeOf(page, "v5"), await placeOf(page, "u0"));
  await graphBecomes(() => globalThis.arrivalPage.state().graph.vertices[5].arcs?.length === 1);
  await drag(page, await placeOf(page, "u0"), await placeOf(page, "v5"));
  await graphBecomes(() => globalThis.arrivalPage.state().graph.vertices[0].arcs.length === 3);
  const canonical = arrival(before, "convert", "-", "-").out;
  const wanted = canonical.replace("u0: u2 u1\n", "u0: u2 u1 v5\n").replace("sink s2\n", "sink s2\nv5: u0\n");
  await page.waitForFunction((wanted) => document.getElementById("text").value === wanted, wanted);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await page.waitForFunction((wanted) => document.getElementById("text").value === wanted, canonical);
  await press("redo");
  await press("redo");
  await page.keyboard.press("Control+Shift+z");
  await page.waitForFunction((wanted) => document.getElementById("text").value === wanted, wanted);
});

test("a vertex is dragged, and stays where it was put", async () => {
  const from = await placeOf(page, "u0");
  const to = { x: from.x + 60, y: from.y + 90 };
  await drag(page, from, to);
  const after = await placeOf(page, "u0");
  assert.ok(Math.hypot(after.x - to.x, after.y - to.y) < 8, JSON.stringify({ to, after }));
  await page.keyboard.press("Control+z");
  const back = await placeOf(page, "u0");
  assert.ok(Math.hypot(back.x - from.x, back.y - from.y) < 1);
});

test("owner, rotor, order, value, start and name of a vertex are set in its tab", async () => {
  await clickVertex(page, "u1");
  await page.waitForSelector("#order");
  await choose(page, "kind", "max");
  await page.click("#order li:nth-child(3) button[title^=Earlier]");
  await page.click("#order li:nth-child(3) input");
  await page.check("#is-start");
  await page.fill("#name", "middle");
  await page.keyboard.press("Tab");
  await page.selectOption("#chosen", "s1");
  await page.fill("#value", "-7");
  await page.keyboard.press("Tab");
  const wanted = "u0: u2 middle\nmax middle: u0 s1 *u2\nu2: middle u0 s2\nsink s1 = -7\nsink s2\nstart middle\n";
  await page.waitForFunction((wanted) => document.getElementById("text").value === wanted, wanted);
  await page.selectOption("#chosen", "u2");
  await page.click("#order li:nth-child(1) button[title^=Remove]");
  await page.selectOption("#head", "s1");
  await page.click("text=Add arc >> nth=-1");
  await page.waitForFunction(() => document.getElementById("text").value.includes("u2: u0 s2 s1\n"));
  await choose(page, "kind", "sink");
  await page.waitForFunction(() => document.getElementById("text").value.includes("sink u2\n"));
  assert.equal(arrivalJson(await text(), "check").valid, true);
});

test("everything on the board can be done by keyboard alone", async () => {
  await openExample(page, "fig-calc-rn");
  await page.focus("#canvas");
  await page.keyboard.press("ArrowDown");
  assert.equal((await stateOf(page)).selected, "u0");
  await page.keyboard.press("ArrowDown");
  const { selected } = await stateOf(page);
  assert.ok(["u1", "u2", "u4"].includes(selected), selected);
  const before = await placeOf(page, selected);
  await page.keyboard.press("Shift+ArrowLeft");
  assert.ok((await placeOf(page, selected)).x < before.x);
  await page.focus("input[name=mode][value=select]");
  await page.keyboard.press("ArrowRight");
  await page.focus("#canvas");
  await page.keyboard.press("Enter");
  await graphBecomes(() => globalThis.arrivalPage.state().graph.vertices.length === 8);
  await page.focus("input[name=mode][value=vertex]");
  await page.keyboard.press("ArrowRight");
  await page.focus("#canvas");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("text").value.includes("v7: v7\n"));
  await page.keyboard.press("Delete");
  await graphBecomes(() => globalThis.arrivalPage.state().graph.vertices.length === 7);
  await page.keyboard.press(" ");
  await becomes("steps", "1");
  await page.focus("#tab-text");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.isVisible("#panel-show"), true);
});

test("Tab goes through the page in the order in which it is read", async () => {
  await page.focus("#example");
  const order = [];
  for (let presses = 0; presses < 40; presses += 1) {
    order.push(await page.evaluate(() => document.activeElement.id || document.activeElement.name));
    await page.keyboard.press("Tab");
    if (order.at(-1) === "text") break;
  }
  const wanted = ["example", "family-button", "open", "undo", "save", "mode", "fit", "canvas", "reset", "back", "step", "run", "speed", "return", "sink", "tab-text", "text"];
  assert.deepEqual(order.filter((id) => id !== "redo"), wanted);
});

test("the walk is that of the command line: step, back, next return, to the sink", async () => {
  const { trace } = arrivalJson(figure("fig-rotor-routing"), "walk", "--trace");
  for (let steps = 1; steps < trace.length; steps += 1) {
    await page.click("#step");
    await becomes("steps", String(steps));
    assert.equal(await read("at"), trace[steps]);
    assert.equal(await read("visits"), String(trace.slice(0, steps + 1).filter((name) => name === trace[steps]).length));
  }
  assert.match(await read("sentence"), /From u2 the particle ends on s2 after 7 steps\..*exit sink/);
  for (let steps = trace.length - 2; steps >= 0; steps -= 1) {
    await page.click("#back");
    await becomes("steps", String(steps));
    assert.equal(await read("at"), trace[steps]);
  }
  assert.deepEqual((await stateOf(page)).rotors, [0, 0, 0, 0, 0]);
  await page.click("#return");
  await becomes("steps", String(trace.indexOf("u2", 1)));
  await page.click("#return");
  await becomes("steps", String(trace.indexOf("u2", trace.indexOf("u2", 1) + 1)));
  await page.click("#sink");
  await becomes("steps", "7");
  assert.equal(await read("at"), "s2");
  await page.click("#back");
  await becomes("steps", "6");
  await page.click("#reset");
  await becomes("steps", "0");
});

test("a walk runs by itself, at the speed that is set, and can be paused", async () => {
  await openExample(page, "fig-exponential-path-5");
  await page.click("#run");
  await page.waitForFunction(() => Number(document.getElementById("steps").textContent) >= 2);
  await page.click("#run");
  const paused = Number(await read("steps"));
  await page.waitForTimeout(700);
  assert.equal(Number(await read("steps")), paused);
  await page.focus("#speed");
  await page.keyboard.press("End");
  await page.click("#run");
  await becomes("steps", "125");
  assert.equal(await read("at"), "s");
  await becomes("run", "Run");
});

test("a walk of 2^50 steps and more jumps to its end with the exact count", async () => {
  for (const inner of ["60", "200"]) {
    const graph = arrival("", "generate", "expchain", "--n", inner).out;
    await type(page, graph);
    const [row] = arrivalJson(graph, "solve").answers;
    assert.ok(BigInt(row.steps) > 2n ** 50n);
    await page.click("#step");
    await becomes("steps", "1");
    await page.click("#sink");
    await becomes("steps", row.steps);
    assert.equal(await read("at"), row.exit);
    const { rotors } = await stateOf(page);
    const folder = mkdtempSync(join(tmpdir(), "arrival-"));
    arrival(graph, "solve", "-", "--certificate", join(folder, "proof.json"));
    const { departures } = JSON.parse(readFileSync(join(folder, "proof.json"), "utf8"));
    const { vertices } = arrivalJson(graph, "convert", "-");
    const turned = ({ name, rotor, arcs }) => (arcs ? Number((BigInt(rotor) + BigInt(departures[name] ?? 0)) % BigInt(arcs.length)) : 0);
    assert.deepEqual(rotors, vertices.map(turned));
    await page.click("#back");
    await becomes("steps", "1");
  }
});

test("a particle that never exits is said to be trapped", async () => {
  await type(page, "a: b s\nb: c\nc: b\nsink s\nstart a\n");
  await page.click("#step");
  await becomes("steps", "1");
  assert.match(await read("sentence"), /enters a trap on b after 1 step.*sink component/);
  await page.click("#reset");
  await page.click("#sink");
  await becomes("steps", "1");
  assert.match(await read("sentence"), /trap/);
});

test("return flows, exits, forest, visits and strategies are those of the command line", async () => {
  const name = "fig-calc-rn";
  await openExample(page, name);
  await press("tab-show");
  const show = async (kind, headings) => {
    await choose(page, "overlay", kind);
    await page.waitForFunction((kind) => globalThis.arrivalPage.state().overlay.kind === kind, kind);
    assert.deepEqual(await page.$$eval("#table th", (all) => all.map((cell) => cell.textContent)), headings);
    return rows(page);
  };
  const graph = figure(name);
  assert.deepEqual(await show("flows", ["from", "to", "flow"]), arrivalJson(graph, "flows").flows.map(({ from, to, flow }) => [from, to, flow]));
  assert.match(await read("sentence"), /return flow r\(u, v\)/);
  assert.deepEqual(await show("exits", ["from", "exit"]), arrivalJson(graph, "solve", "--all").answers.map(({ from, exit }) => [from, exit]));
  assert.deepEqual(await page.$$eval("#legend li", (all) => all.map((item) => item.textContent)), ["s1", "s0"]);
  const forest = Object.entries(arrivalJson(graph, "forest").forest).map(([u, { head, arc }]) => [u, head, String(arc)]);
  assert.deepEqual(await show("forest", ["vertex", "leaves for", "arc"]), forest);
  const folder = mkdtempSync(join(tmpdir(), "arrival-"));
  arrival(graph, "solve", "-", "--from", "u0", "--certificate", join(folder, "proof.json"));
  const { departures } = JSON.parse(readFileSync(join(folder, "proof.json"), "utf8"));
  assert.deepEqual(await show("visits", ["vertex", "left so often"]), Object.entries(departures));
  await page.click("#why");
  await page.waitForSelector(".explanation");
  assert.equal(await page.textContent(".explanation"), arrivalJson(graph, "explain", "--from", "u0").text);

  await openExample(page, "fig-one-player");
  const game = figure("fig-one-player");
  const [row] = arrivalJson(game, "solve").answers;
  const strategies = Object.entries({ ...row.max, ...row.min });
  const shown = await show("strategies", ["vertex", "switch to", "arc"]);
  assert.deepEqual(shown.map(([u, , arc]) => [u, Number(arc)]), strategies);
  assert.match(await read("sentence"), new RegExp(`u0 is worth ${row.value}\\..*pure strategy equilibrium`));

  await openExample(page, "fig-no-equilibrium");
  await page.waitForFunction(() => document.getElementById("sentence").textContent.includes("no pure strategy equilibrium"));
  await choose(page, "overlay", "flows");
  await page.waitForFunction(() => document.getElementById("shown").textContent.includes("return flows need a tree-like graph"));
});

test("a cycle of rotors is pushed by clicking it, and exits stay as they are", async () => {
  const pushed = arrivalJson(figure("fig-rotor-routing"), "push", "--cycle", "u0");
  await choose(page, "mode", "push");
  await clickVertex(page, "u0");
  await page.waitForFunction((wanted) => document.getElementById("text").value === wanted, pushed.text);
  assert.deepEqual((await stateOf(page)).pushed, pushed.cycle);
  assert.match(await read("sentence"), /no exit has changed\. In the paper: cycle push/);
  const exits = (graph) => arrivalJson(graph, "solve", "--all").answers;
  assert.deepEqual(exits(pushed.text), exits(figure("fig-rotor-routing")));
  // An arc of the cycle will do as well as a vertex.
  await openExample(page, "fig-calc-rn");
  const [a, b] = [await placeOf(page, "u0"), await placeOf(page, "u2")];
  await page.mouse.click((a.x + b.x) / 2 + 12, (a.y + b.y) / 2 + 6);
  await page.waitForFunction(() => document.getElementById("message").textContent.startsWith("Pushed "));
  await clickVertex(page, "s1");
  await page.waitForFunction(() => document.getElementById("message").textContent.includes("no cycle of rotors runs through"));
});

test("the destination forest appears by pushes, and is that of the command line", async () => {
  const name = "fig-calc-rn";
  await openExample(page, name);
  await page.focus("#speed");
  await page.keyboard.press("End");
  await press("tab-show");
  await page.click("#grow");
  await page.waitForFunction(() => document.getElementById("message").textContent.startsWith("The forest is there after "));
  await settled(page);
  const { forest } = arrivalJson(figure(name), "forest");
  const { graph } = await stateOf(page);
  for (const vertex of graph.vertices.filter(({ sink }) => !sink)) assert.equal(vertex.rotor, forest[vertex.name].arc);
});

test("in a game the switches that are chosen meet the best reply of the other side", async () => {
  const game = "u0: u v\nmax u: u0 a b\nmin v: u0 c d\nsink a = 1\nsink b = 5\nsink c = 3\nsink d = 2\nstart u0\n";
  await type(page, game);
  await press("tab-game");
  await becomes("game-value", String(arrivalJson(game, "solve").answers[0].value));
  for (const [choice, position] of [["u0", 0], ["a", 1], ["b", 2]]) {
    await page.selectOption("select[data-vertex=u]", String(position));
    const fixed = game.replace("max u: u0 a b", `u: ${["u0", "a", "b"].map((head) => (head === choice ? `*${head}` : head)).join(" ")}`);
    const [row] = arrivalJson(fixed, "solve").answers;
    await becomes("game-yours", String(row.value));
    assert.equal(await read("game-exit"), row.exit);
    assert.equal(await read("game-reply"), Object.entries(row.min).map(([u, arc]) => `${u} → ${["u0", "c", "d"][arc]}`).join(", "));
  }
  await choose(page, "side", "min");
  await page.selectOption("select[data-vertex=v]", "1");
  await page.click("text=Play the best switches");
  await page.waitForFunction(() => document.getElementById("game-yours").textContent === document.getElementById("game-value").textContent);
  // One player alone: the reply of the other side is none, and the exit is worth its value.
  await openExample(page, "fig-integer-game");
  await becomes("game-value", "2");
  await becomes("game-yours", "1");
  await page.selectOption("select[data-vertex=u]", "1");
  await becomes("game-yours", "2");
});

test("many particles end where the command line says, by mouse and by keyboard", async () => {
  const shown = () => page.$$eval("#arrivals tbody tr", (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const is = async (graph, counts) => {
    const { sinks, traps, steps } = arrivalJson(graph, "route", "--particles", counts);
    const wanted = [...Object.entries(sinks), ...traps.map(({ vertices, particles }) => [`trap {${vertices.join(", ")}}`, particles])];
    await page.waitForFunction((rows) => document.querySelectorAll("#arrivals tbody tr").length === rows, wanted.length);
    assert.deepEqual(await shown(), wanted);
    assert.ok((await read("sentence")).includes(`${steps} steps in all`));
  };
  await press("tab-particles");
  assert.equal(await page.inputValue("#particles"), "u2=1000");
  await press("route");
  await is(figure("fig-rotor-routing"), "u2=1000");
  await page.fill("#particles", "u0=3,u1=10000000000000000000000");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("arrivals").textContent.includes("000000"));
  await is(figure("fig-rotor-routing"), "u0=3,u1=10000000000000000000000");
  await openExample(page, "fig-one-player");
  assert.deepEqual(await shown(), [], "what was counted of another graph has gone");
  await press("one-each");
  const rotors = figure("fig-one-player").replaceAll(/^(max|min) /gm, "");
  await is(rotors, await page.inputValue("#particles"));
  const trapping = "a: b s\nb: c\nc: b\nsink s\nstart a\n";
  await type(page, trapping);
  await press("tab-particles");
  await page.fill("#particles", "a=7");
  await page.keyboard.press("Enter");
  await is(trapping, "a=7");
  await page.fill("#particles", "nobody=7");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("message").textContent.includes("nobody"));
});

test("a graph is saved as text, picture, page and link", async () => {
  const save = async (kind) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.selectOption("#save", kind)]);
    return [download.suggestedFilename(), readFileSync(await download.path(), "utf8")];
  };
  const graph = figure("fig-rotor-routing");
  assert.deepEqual(await save("rotor"), ["fig-rotor-routing.rotor", graph]);
  assert.deepEqual(await save("svg"), ["fig-rotor-routing.svg", arrival(graph, "draw", "-", "--to", "svg").out]);
  assert.deepEqual(await save("html"), ["fig-rotor-routing.html", arrival(graph, "draw", "-", "--to", "html").out]);
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Control+s")]);
  assert.equal(download.suggestedFilename(), "fig-rotor-routing.rotor");
  await type(page, "ä: \"two words\"^3 *ä # kept\nsink \"two words\" = 4\n");
  const typed = await text();
  await page.selectOption("#save", "link");
  await page.waitForSelector("#link-dialog[open]");
  const link = await page.inputValue("#link");
  assert.ok(link.startsWith(`${server.url}#graph=`));
  const other = await openPage(browser, link);
  await other.page.waitForFunction((typed) => document.getElementById("text").value === typed, typed);
  await other.close();
});

test("nothing is sent anywhere else, and nothing is inline", async () => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.reload();
  await settled(page);
  assert.ok(asked.length >= 4 && asked.every((url) => url.startsWith(server.url) || url.startsWith("blob:")), asked.join("\n"));
  assert.equal(await page.$$eval("script:not([src]), style, [onclick], [style*=url]", (all) => all.length), 0);
});

test("a server that has gone is named", async () => {
  const gone = await serve("--example", "fig-rotor-routing");
  const other = await openPage(browser, gone.url);
  assert.equal(await gone.stop(), 0);
  await other.page.click("#step");
  await other.page.waitForFunction(() => document.getElementById("message").textContent.includes("the server does not answer"));
  await other.close();
});
