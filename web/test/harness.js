// The harness: the program serving its page, a real browser that looks at it, and the command line to compare with.

import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** The program; built before the tests run. */
export const PROGRAM = process.env.ARRIVAL ?? resolve(ROOT, "target/debug/arrival");

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];
/** Generous: the machine may be busy with something else. */
const PATIENCE = 120_000;

/** Starts the server; gives its address and how to stop it. */
export async function serve(...options) {
  const server = spawn(PROGRAM, ["serve", "--no-open", "--port", "0", "--quiet", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((done, failed) => {
    server.stdout.once("data", (bytes) => done(String(bytes).trim()));
    server.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
  });
  const ended = new Promise((done) => server.once("exit", done));
  return {
    url,
    pid: server.pid,
    async stop() {
      server.kill("SIGINT");
      return ended;
    },
  };
}

export async function browse() {
  const executablePath = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
  if (!executablePath) throw new Error("no chromium; install it, or name it in CHROMIUM");
  return chromium.launch({ executablePath, args: FLAGS, timeout: PATIENCE });
}

/** A page that is open and ready; whatever it complains of is collected in `complaints`. */
export async function openPage(browser, url, settings = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...settings });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    // A refused request is an answer; the page shows its words.
    if (message.type() === "error" && !message.text().includes("Failed to load resource")) complaints.push(message.text());
  });
  await page.goto(url);
  await page.waitForFunction(() => globalThis.arrivalPage?.state().graph.vertices.length > 0);
  return { page, complaints, close: () => context.close() };
}

/** What the command line says, parsed; `text` is its standard input. */
export function arrival(text, ...options) {
  const ran = spawnSync(PROGRAM, [...options], { input: text, encoding: "utf8", maxBuffer: 1 << 28 });
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}

export const arrivalJson = (text, command, ...options) =>
  JSON.parse(arrival(text, command, "-", "--json", ...options).out);

// What a person does on the page.

export const stateOf = (page) => page.evaluate(() => {
  const { graph, selected, rotors, particle, overlay, pushed } = globalThis.arrivalPage.state();
  return { graph, selected, rotors, particle, kind: overlay.kind, pushed };
});

export const placeOf = (page, name) => page.evaluate((name) => globalThis.arrivalPage.placeOf(name), name);

export async function openExample(page, name) {
  await page.selectOption("#example", name);
  await page.waitForFunction((name) => document.title.startsWith(`${name} `), name);
  await settled(page);
}

/** Waits until the text is that of the graph, and everything asked for has been answered. */
export async function settled(page) {
  await page.waitForLoadState("networkidle");
}

export async function type(page, text) {
  await page.click("#tab-text");
  await page.fill("#text", text);
  await page.waitForTimeout(300);
  await settled(page);
}

export async function clickVertex(page, name) {
  await page.locator("#canvas").scrollIntoViewIfNeeded();
  const { x, y } = await placeOf(page, name);
  await page.mouse.click(x, y);
}

export async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
}

export const choose = (page, group, value) => page.check(`input[name=${group}][value=${value}]`, { force: true });

/** The rows of the table in the tab Show. */
export const rows = (page) =>
  page.$$eval("#table tbody tr", (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
