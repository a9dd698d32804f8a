// Documents: a graph of one's own is in sight, is kept, and is neither replaced nor walked on in by another one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { desktop, drag, openPage, phone, ready, sentence, settled, shownOn, stage, stateOf, step, type } from "./harness.js";

const shared = stage();
const { on } = shared;
const moving = { ...desktop, reducedMotion: "no-preference" };

/** Another tab of the same browser. */
async function anotherTab(page, url = shared.files.url) {
  const tab = await page.context().newPage();
  await tab.goto(url);
  await ready(tab);
  await settled(tab);
  return tab;
}

/** The page again, as F5 shows it. */
async function reload(page) {
  await page.reload();
  await ready(page);
  await settled(page);
}

async function chooseExhibit(page, title) {
  await page.click("#gallery");
  await page.locator(".card", { hasText: title }).click();
  await settled(page);
}

const file = (text, name = "x.rotor") => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

/** Opens a file and waits until it is the document; the walk of another one may still be on its way. */
async function openFile(page, text) {
  await page.setInputFiles("#file", file(text));
  await page.waitForFunction((text) => globalThis.arrivalPage.state().text === text, text);
}

async function dropFile(page, text) {
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "x.rotor", { type: "text/plain" }));
    return transfer;
  }, text);
  await page.dispatchEvent("#board", "drop", { dataTransfer: data });
  await page.waitForFunction((text) => globalThis.arrivalPage.state().text === text, text);
  await settled(page);
}

const linkTo = async (page) => {
  await page.click("#share");
  const link = await page.inputValue("#share-link");
  await page.keyboard.press("Escape");
  return link;
};

const MINE = "mine: mine2 s\nmine2: mine t\nsink s\nsink t\nstart mine\n";
const THEIRS = "theirs: theirs2 s\ntheirs2: theirs t\nsink s\nsink t\nstart theirs\n";
/** Thirty lines, as they are pasted out of a paper. */
const PASTED = `${Array.from({ length: 29 }, (_, at) => `p${at}: p${at + 1} p${(7 * at + 3) % 29}`).join("\n")}\nsink p29\n`;

/** The vertices that are outside the board, or behind something. */
const unseen = (page) => page.evaluate(() => {
  const board = document.getElementById("board");
  const { x, y } = board.getBoundingClientRect();
  return globalThis.arrivalPage.present().model.vertices.map(({ name }) => name).filter((name) => {
    const at = globalThis.arrivalPage.placeOf(name);
    return document.elementFromPoint(x + at.x, y + at.y) !== board;
  });
});
const viewOf = (page) => page.evaluate(() => globalThis.arrivalPage.view());

test("a graph pasted on a new board is in sight", () => on(desktop, async (page) => {
  await page.click("#new");
  await settled(page);
  await type(page, PASTED);
  assert.deepEqual(await unseen(page), []);
}));

test("a graph pasted over another is in sight, on a moved board too", () => on(desktop, async (page) => {
  await drag(page, { x: 200, y: 400 }, { x: 500, y: 100 });
  await type(page, PASTED);
  assert.deepEqual(await unseen(page), []);
}));

test("a graph typed line by line stays in sight", () => on(desktop, async (page) => {
  await page.click("#new");
  await settled(page);
  let text = "";
  for (let at = 0; at < 8; at++) {
    text += `w${at}: w${(at + 1) % 8} s${at}\n`;
    const declared = Array.from({ length: at + 1 }, (_, sink) => `sink s${sink}`).join("\n");
    const missing = at < 7 ? `\nsink w${at + 1}` : "";
    await type(page, `${text}${declared}${missing}\n`);
    assert.deepEqual(await unseen(page), [], `after line ${at + 1}`);
  }
}));

test("a graph pasted on a phone is in sight when the panel is closed", () => on(phone, async (page) => {
  await page.click("#new");
  await settled(page);
  await page.click("#more");
  await page.fill("#text", PASTED);
  await page.waitForFunction((text) => globalThis.arrivalPage.state().text === text, PASTED);
  await settled(page);
  assert.deepEqual(await unseen(page), []);
  await page.click("#more");
  await settled(page);
  assert.deepEqual(await unseen(page), []);
}));

test("typing leaves a view alone that was chosen and shows what is new", () => on(desktop, async (page) => {
  await type(page, "a: b s\nb: a t\nsink s\nsink t\n");
  await drag(page, { x: 200, y: 600 }, { x: 230, y: 585 });
  const before = await viewOf(page);
  await type(page, "a: b s s\nb: a t\nsink s\nsink t\n");
  assert.deepEqual(await viewOf(page), before);
  await type(page, "a: b s s\nb: a t far\nfar: far2 a\nfar2: far3 a\nfar3: far4 a\nfar4: far5 a\nfar5: far6 a\nfar6: far7 a\nfar7: a\nsink s\nsink t\n");
  assert.deepEqual(await unseen(page), []);
}));

test("edits of a graph from a link survive a reload", () => on(desktop, async (page) => {
  await type(page, THEIRS);
  const link = await linkTo(page);
  const tab = await anotherTab(page, link);
  await type(tab, MINE);
  // At once: what was typed does not wait for a timer.
  await reload(tab);
  assert.equal((await stateOf(tab)).text, MINE);
  // The address does not go on promising the other graph.
  assert.ok(!tab.url().includes("#"), tab.url());
}));

test("a tab shows again what it showed, also what was only looked at", () => on(desktop, async (page) => {
  await type(page, MINE);
  await chooseExhibit(page, "The slow path");
  await step(page, 2);
  const before = await stateOf(page);
  await reload(page);
  assert.deepEqual(await stateOf(page), before);
}));

test("a link that was only looked at stays in the address", () => on(desktop, async (page) => {
  await type(page, THEIRS);
  const link = await linkTo(page);
  const tab = await anotherTab(page, link);
  await step(tab);
  assert.equal(tab.url(), link);
  await chooseExhibit(tab, "The slow path");
  assert.equal(tab.url(), shared.files.url);
}));

test("edits of the file of a server survive a reload, another file is shown", () => on(desktop, async (page) => {
  let opened = { name: "theirs.rotor", text: THEIRS };
  await page.route("**/api/v1/begin", (route) => route.fulfill({ json: { opened } }));
  await page.goto(`${shared.files.url}?opened`);
  await ready(page);
  await settled(page);
  assert.equal((await stateOf(page)).text, THEIRS);
  await type(page, MINE);
  await reload(page);
  assert.equal((await stateOf(page)).text, MINE);
  // The server leads every reload to its file, also where the page has taken it out of the address.
  await page.goto(`${shared.files.url}?opened`);
  await ready(page);
  await settled(page);
  assert.equal((await stateOf(page)).text, MINE);
  // It was started again with another file.
  opened = { name: "other.rotor", text: PASTED };
  await page.goto(`${shared.files.url}?opened`);
  await ready(page);
  await settled(page);
  assert.equal((await stateOf(page)).text, PASTED);
}));

test("links, the gallery, the tour and New replace nothing that was made", () => on(desktop, async (page) => {
  await type(page, THEIRS);
  const link = await linkTo(page);
  await page.evaluate(() => localStorage.clear());
  await type(page, MINE);
  const looks = [
    async (tab) => {
      await tab.goto(link);
      await ready(tab);
      await step(tab);
    },
    async (tab) => {
      await chooseExhibit(tab, "The slow path");
      await step(tab);
    },
    async (tab) => {
      await tab.click("#tour");
      await tab.click("#tour-next");
    },
    (tab) => tab.click("#new"),
  ];
  for (const [at, look] of looks.entries()) {
    const tab = await anotherTab(page);
    await look(tab);
    await settled(tab);
    // As long as the page waits before it keeps something.
    await tab.waitForTimeout(500);
    await tab.close();
    const next = await anotherTab(page);
    assert.equal((await stateOf(next)).text, MINE, `${at}`);
    await next.close();
  }
}));

test("what was made before New is among the recent ones", () => on(desktop, async (page) => {
  await type(page, MINE);
  await page.click("#new");
  await settled(page);
  await type(page, THEIRS);
  await reload(page);
  assert.equal((await stateOf(page)).text, THEIRS);
  await page.click("#recent");
  assert.equal(await page.locator(".kept").count(), 2);
  await page.locator(".kept .card", { hasText: "mine: mine2 s" }).click();
  await settled(page);
  assert.equal((await stateOf(page)).text, MINE);
  // Only looked at: the other one stays the latest.
  await page.click("#recent");
  assert.match(await page.locator(".kept").first().innerText(), /theirs/);
  await page.locator(".kept", { hasText: "mine: mine2 s" }).locator(".forget").click();
  assert.equal(await page.locator(".kept").count(), 1);
}));

test("on a phone, the recent ones are found through the gallery", () => on(phone, async (page) => {
  await page.click("#more");
  await page.fill("#text", MINE);
  await page.waitForFunction((text) => globalThis.arrivalPage.state().text === text, MINE);
  await page.click("#more");
  await page.click("#gallery");
  await page.getByText("Recent: what you have made").click();
  assert.equal(await page.locator(".kept .card", { hasText: "mine: mine2 s" }).isVisible(), true);
  await page.keyboard.press("Escape");
  // All buttons of the bar are on the screen.
  for (const one of await page.locator(".bar button:visible").all()) {
    const { x, width } = await one.boundingBox();
    assert.ok(x >= 0 && x + width <= 390, await one.innerText());
  }
}));

test("two tabs keep what was made in each", () => on(desktop, async (page) => {
  await type(page, MINE);
  // As long as the page waits before it keeps something.
  await page.waitForTimeout(500);
  const other = await anotherTab(page);
  assert.equal((await stateOf(other)).text, MINE);
  // A walk in one of them replaces nothing in the other.
  const theirs = MINE.replaceAll("mine2", "theirs");
  const mine = MINE.replaceAll("mine2", "again");
  await type(other, theirs);
  await reload(other);
  await type(page, mine);
  await reload(page);
  await step(other, 2);
  assert.equal((await stateOf(page)).text, mine);
  await reload(page);
  assert.equal((await stateOf(page)).text, mine);
  await page.click("#recent");
  const kept = await page.locator(".kept").allInnerTexts();
  assert.ok(kept.some((words) => words.includes("again")) && kept.some((words) => words.includes("theirs")), kept.join(" | "));
}));

test("a file dropped while someone types is in the text box", () => on(desktop, async (page) => {
  await page.click("#tab-text");
  await page.click("#text");
  await page.keyboard.type("# not yet");
  await dropFile(page, THEIRS);
  assert.equal(await page.inputValue("#text"), THEIRS);
  await page.locator("#text").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("sink more\n");
  await page.waitForFunction((text) => globalThis.arrivalPage.state().text === text, `${THEIRS}sink more\n`);
}));

test("what is typed is not replaced by what the engine writes", () => on(desktop, async (page) => {
  await page.click("#tab-text");
  await page.fill("#text", "a:   s\nsink s\n");
  await page.waitForFunction(() => globalThis.arrivalPage.state().text.startsWith("a:   s"));
  await settled(page);
  assert.equal(await page.inputValue("#text"), "a:   s\nsink s\n");
  // Neither while keys are on their way, nor by a walk beside it.
  const typed = await page.evaluate(() => {
    const area = document.getElementById("text");
    area.value = "a:   s\nsink s\nstart a\n";
    area.dispatchEvent(new Event("input"));
    // The vertex that is chosen is told to all that is on show.
    document.getElementById("board").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown" }));
    return area.value;
  });
  assert.equal(typed, "a:   s\nsink s\nstart a\n");
  await page.waitForFunction((typed) => globalThis.arrivalPage.state().text === typed, typed);
  await settled(page);
  await page.evaluate(() => document.getElementById("step").click());
  await page.waitForFunction(() => globalThis.arrivalPage.present().step === "1");
  assert.equal(await page.inputValue("#text"), typed);
  await page.fill("#text", "a:   s\nsink s\n");
  // The last keys before a click on the board count, too.
  await page.keyboard.press("Control+End");
  await page.keyboard.type("start a\n");
  await page.locator("#board").click({ position: { x: 600, y: 20 } });
  assert.match((await stateOf(page)).text, /start a\n$/);
}));

/** Waits until the particle has left the place where it began to travel, or was taken off the board. */
const travelling = (page) => page.waitForFunction(() => globalThis.arrivalPage.moving() !== undefined);
const arrived = (page) => page.waitForFunction(() => globalThis.arrivalPage.moving() === undefined);

/** A page whose engine takes its time for each answer, but for those that came with the page. */
async function withSlowEngine(settings, act) {
  const context = await shared.browser.newContext(settings);
  const page = await context.newPage();
  await page.route("**/worker.js", async (route) => {
    const response = await route.fetch();
    const slow = "const post = self.postMessage.bind(self); self.postMessage = (message) => setTimeout(() => post(message), 700);\n";
    await route.fulfill({ response, body: slow + (await response.text()) });
  });
  await page.goto(shared.files.url);
  await ready(page);
  await act(page);
  await context.close();
}

test("a step on its way does not land in the next document", () => withSlowEngine(moving, async (page) => {
  await page.click("#hero-close");
  await arrived(page);
  await page.click("#step");
  await travelling(page);
  await openFile(page, THEIRS);
  // What was on its way is over now, whether it has landed or not.
  await arrived(page);
  await settled(page);
  assert.equal((await stateOf(page)).step, "0");
  assert.equal((await shownOn(page)).at, "theirs");
}));

test("opening a graph from the gallery stops the walk", async () => {
  const { page, close } = await openPage(shared.browser, shared.files.url, moving);
  // The welcome walks by itself; people press Gallery meanwhile.
  await travelling(page);
  await chooseExhibit(page, "Two ends of a path");
  await arrived(page);
  assert.equal(await page.evaluate(() => globalThis.arrivalPage.running()), false);
  assert.equal((await stateOf(page)).step, "0");
  await close();
});

test("the tour begins with a walk that stands", async () => {
  const { page, close } = await openPage(shared.browser, shared.files.url, moving);
  await travelling(page);
  await page.click("#tour");
  await settled(page);
  await arrived(page);
  assert.equal(await page.locator("#run").innerText(), "Run");
  assert.equal((await stateOf(page)).step, "0");
  await close();
});

test("an edit on its way does not land in the next document", () => withSlowEngine({ ...desktop, reducedMotion: "reduce" }, async (page) => {
  await page.click("#hero-close");
  await page.locator("#board").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Delete");
  // The engine is writing the graph without the vertex.
  await page.click("#new");
  await settled(page);
  assert.equal((await stateOf(page)).text, "");
}));

test("a damaged or cut link says so, and goes on saying so", () => on(desktop, async (page) => {
  await type(page, THEIRS);
  const link = await linkTo(page);
  const words = /This link is damaged or cut off/;
  for (const broken of [`${shared.files.url}#1.garbage`, link.slice(0, -40), `${shared.files.url}#garbage`]) {
    const tab = await (await shared.browser.newContext({ ...moving })).newPage();
    await tab.goto(broken);
    await ready(tab);
    await settled(tab);
    assert.match(await sentence(tab), words, broken);
    await step(tab, 2);
    assert.match(await sentence(tab), words, broken);
    // Another document is another matter.
    await tab.click("#new");
    await settled(tab);
    assert.doesNotMatch(await sentence(tab), words, broken);
    await tab.context().close();
  }
}));

test("a damaged link in an open page says so and leaves the board as it is", () => on(desktop, async (page) => {
  await type(page, MINE);
  await page.evaluate(() => {
    location.hash = "#1.garbage";
  });
  await page.waitForFunction(() => document.getElementById("sentence").textContent.includes("This link is damaged or cut off"));
  await step(page);
  assert.match(await sentence(page), /This link is damaged or cut off/);
  assert.equal((await stateOf(page)).text, MINE);
  // A place in the page is not a link to a graph.
  await type(page, THEIRS);
  await page.evaluate(() => {
    location.hash = "#board";
  });
  await settled(page);
  assert.doesNotMatch(await sentence(page), /damaged/);
}));
