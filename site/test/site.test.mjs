// The site in a browser: from a host and from a folder, on a desktop and a phone; it asks no other host for anything, axe-core
// finds nothing serious, and a stranger solves an instance of their own. It needs target/site: cargo xtask site.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { browse, ROOT, serveFiles } from "../../web/test/harness.js";

const SITE = resolve(ROOT, "target/site");
const AXE = readFileSync(createRequire(resolve(ROOT, "web/test/harness.js")).resolve("axe-core/axe.min.js"), "utf8");
const SIZES = { desktop: [1440, 900], phone: [390, 844] };
/** Enough of a long page: the rest is more of the same kind. */
const LONG = ["python/api"];

const pages = readdirSync(SITE, { recursive: true })
  .map((name) => String(name))
  .filter((name) => name.endsWith(".html") && !/^(rust|live|files|_static)\//.test(name) && !name.startsWith("genindex"));

let browser;
let files;
before(async () => {
  files = await serveFiles(SITE);
  browser = await browse();
});
after(async () => {
  await browser.close();
  await files.stop();
});

/** A page with a record of what went wrong on it, and of requests to other hosts. */
async function open(size, colorScheme) {
  const [width, height] = SIZES[size];
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("request", (request) => {
    const address = request.url();
    if (!address.startsWith(files.url) && !/^(file|data|blob):/.test(address)) complaints.push(`asked ${address}`);
  });
  return { page, complaints, width, close: () => context.close() };
}

async function findings(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return bad.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target }) => target.join(" ")).join(", ")}`);
}

for (const [size, colorScheme] of [["desktop", "light"], ["phone", "dark"]]) {
  test(`${size}, ${colorScheme}: no overflow, no error, no axe finding`, async () => {
    const { page, complaints, width, close } = await open(size, colorScheme);
    const found = [];
    for (const name of pages) {
      await page.goto(files.url + name);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > width) found.push(`${name} is ${wide} wide`);
      if (!LONG.includes(name.replace(".html", ""))) found.push(...(await findings(page)).map((finding) => `${name}: ${finding}`));
    }
    assert.ok(pages.length > 60, `${pages.length} pages`);
    assert.deepEqual(found, []);
    assert.deepEqual(complaints, []);
    await close();
  });
}

test("search finds a word, from a host and from a folder", async () => {
  for (const start of [files.url, pathToFileURL(join(SITE, "/")).href]) {
    const { page, complaints, close } = await open("desktop", "light");
    await page.goto(`${start}search.html?q=sandpile`);
    await page.waitForSelector("#search-results li a");
    assert.ok(await page.locator("#search-results li a").count() > 2);
    assert.deepEqual(complaints, []);
    await close();
  }
});

for (const place of ["a host", "a folder"]) {
  test(`from ${place}: an own instance is solved and proved`, async () => {
    const { page, complaints, close } = await open("desktop", "light");
    await page.goto(place === "a host" ? files.url : pathToFileURL(join(SITE, "index.html")).href);
    await page.click("a.go");
    await page.waitForFunction(() => globalThis.arrivalPage?.present() !== undefined);
    await page.setInputFiles("#file", { name: "mine.rotor", mimeType: "text/plain", buffer: Buffer.from("a: b s\nb: a t\nsink s\nsink t\nstart a\n") });
    await page.waitForFunction(() => globalThis.arrivalPage.state().text.includes("b: a t"));
    const answer = await page.evaluate(() => globalThis.arrivalPage.ask("solve", { text: "a: b s\nb: a t\nsink s\nsink t\nstart a\n" }));
    assert.deepEqual(answer.answers, [{ from: "a", exit: "s", steps: "3" }]);
    assert.equal(answer.checked, true);
    await page.evaluate(() => document.getElementById("hero")?.remove());
    await page.click("#tab-show");
    await page.waitForSelector("text=checked");
    assert.deepEqual(complaints, []);
    await close();
  });
}

test("the moving picture moves, and stops when asked", async () => {
  const { page, close } = await open("desktop", "light");
  await page.goto(files.url);
  await page.waitForTimeout(1500);
  await page.click("#pause");
  assert.equal(await page.locator("#pause").innerText(), "Play");
  const shown = () => page.evaluate(() => [...document.querySelectorAll(".particle")].filter((one) => getComputedStyle(one).opacity === "1").length);
  assert.equal(await shown(), 1);
  await close();
});
