// What the page does: walks, motion, files, sharing, editing, games, on any file server and from a file.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { browse, clickVertex, DIST, drag, openPage, placeOf, ready, sentence, serveFiles, settled, shownOn, stateOf, step, touch, type } from "./harness.js";

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

async function on(settings, act, url = files.url) {
  const { page, complaints, close } = await openPage(browser, url, settings);
  if (await page.locator("#hero-close").isVisible()) await page.click("#hero-close");
  await act(page);
  assert.deepEqual(complaints, []);
  await close();
}
const desktop = { viewport: { width: 1280, height: 720 } };

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

test("a graph made by finger survives being sent as a link", () => on({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
  await page.click("#new");
  await settled(page);
  const { x, y } = await page.locator("#board").boundingBox();
  const spots = [{ x: x + 200, y: y + 120 }, { x: x + 200, y: y + 330 }];
  await page.click("[data-tool=vertex]");
  for (const [at, spot] of spots.entries()) {
    await touch(page, [spot]);
    await page.waitForFunction((count) => globalThis.arrivalPage.present().model.vertices.length === count, at + 1);
  }
  await page.click("[data-tool=arc]");
  await touch(page, [spots[0]], [{ x: x + 200, y: y + 200 }], [spots[1]]);
  await page.waitForFunction(() => globalThis.arrivalPage.state().text.includes("u0: u1"));
  // Two fingers zoom and do not draw.
  const before = await page.evaluate(() => globalThis.arrivalPage.view().scale);
  await touch(page, [{ x: x + 150, y: y + 200 }, { x: x + 250, y: y + 200 }], [{ x: x + 120, y: y + 200 }, { x: x + 280, y: y + 200 }], [{ x: x + 90, y: y + 200 }, { x: x + 310, y: y + 200 }]);
  assert.ok((await page.evaluate(() => globalThis.arrivalPage.view().scale)) > before * 1.5);
  await page.click("[data-tool=move]");
  await page.click("#fit");
  const at = await placeOf(page, "u0");
  await touch(page, [at]);
  await page.click("#more");
  await page.click("#start-here");
  await settled(page);
  await page.click("#more");
  await page.click("#step");
  await page.waitForFunction(() => globalThis.arrivalPage.present().exited);
  await page.click("#share");
  const link = await page.inputValue("#share-link");
  const { page: other, close } = await openPage(browser, link);
  await settled(other);
  assert.match(await sentence(other), /came out at u1 after 1 step/);
  assert.deepEqual((await stateOf(other)).text, (await stateOf(page)).text);
  await close();
}));

test("embedded, there is the board with one row of buttons", () => on(desktop, async (page) => {
  await page.click("#share");
  const frame = await page.inputValue("#share-frame");
  const [, src] = /src="([^"]+)"/.exec(frame);
  assert.ok(src.includes("?embed#"));
  assert.match(await page.inputValue("#share-command"), /^arrival solve - <<'END'\n/);
  const { page: inside, complaints, close } = await openPage(browser, src, { viewport: { width: 720, height: 480 } });
  assert.equal(await inside.locator(".bar").isVisible(), false);
  assert.equal(await inside.locator("#panel").isVisible(), false);
  assert.equal(await inside.locator("#run").isVisible(), true);
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
  const context = await browser.newContext({ acceptDownloads: true, reducedMotion: "reduce" });
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
  await page.goto(files.url);
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

test("files are opened or dropped, and their flaws are listed", () => on(desktop, async (page) => {
  await page.setInputFiles("#file", { name: "x.rotor", mimeType: "text/plain", buffer: Buffer.from("a: b s\nb: a t\nsink s\nsink t\nstart a\n") });
  await page.waitForFunction(() => globalThis.arrivalPage.present().model.vertices.length === 4);
  await type(page, "a: b nowhere\nb: c\nsink t\n");
  assert.equal(await page.locator("#flaws li").count(), 2);
  assert.match(await page.locator("#flaws").innerText(), /line 1, column 6: head `nowhere` is never declared/);
  assert.match(await sentence(page), /2 flaws/);
  assert.equal((await shownOn(page)).model.vertices.length, 4);
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

test("embedded, the buttons stand in one row, in wide frames and in narrow ones", async () => {
  for (const [width, height] of [[720, 480], [390, 400]]) {
    await on({ viewport: { width, height } }, async (page) => {
      await page.click("#last");
      await settled(page);
      const middles = await page.locator("#walk-row :is(button, input):visible").evaluateAll((all) => all.map((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return (top + bottom) / 2;
      }));
      assert.ok(middles.length >= 6, `${middles}`);
      assert.ok(Math.max(...middles) - Math.min(...middles) < 8, `${middles}`);
    }, `${files.url}?embed`);
  }
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

test("a link is copied also where there is no clipboard, and handed to the system where that is possible", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    navigator.share = async (given) => {
      globalThis.sentLink = given.url;
    };
  });
  await page.goto(files.url);
  await page.click("#share");
  await page.locator(".shared", { has: page.locator("#share-link") }).getByText("Copy").click();
  await page.getByText("Copied").waitFor();
  await page.click("#share-send");
  assert.equal(await page.evaluate(() => globalThis.sentLink), await page.inputValue("#share-link"));
  await context.close();
});
