// A notebook program that is started for one test file, in a folder of its own, and the browser that looks at it.
// PYTHON names the environment with the package, .venv/bin/python by default; SCREENSHOTS a folder for pictures to look at.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before } from "node:test";
import { browse, ROOT } from "../../web/test/harness.js";

const PYTHON = resolve(ROOT, process.env.PYTHON ?? ".venv/bin/python");
export const FRAME = 'iframe[title="A rotor walk"]';

/**
 * Starts `python -m name` before the tests and stops it after them. `prepare(folder)` writes the notebook and returns
 * the arguments, the environment variables, and the pattern whose first group is the address in what the program writes.
 * Returns a function that opens a page there.
 */
export function serveNotebook(name, prepare) {
  let folder, server, browser, url;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), `arrival-${name}-`));
    const { arguments: given, environment, address } = await prepare(folder);
    server = spawn(PYTHON, ["-m", name, ...given], { cwd: folder, env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", "pipe"] });
    url = await new Promise((done, failed) => {
      let said = "";
      for (const stream of [server.stdout, server.stderr]) {
        stream.on("data", (bytes) => {
          said += bytes;
          const found = address.exec(said);
          if (found) done(found[1]);
        });
      }
      server.on("exit", () => failed(new Error(`${name} ended: ${said}`)));
    });
    browser = await browse();
  });
  after(async () => {
    await browser?.close();
    if (server?.exitCode === null) {
      server.kill();
      await new Promise((done) => server.on("exit", done));
    }
    if (folder) rmSync(folder, { recursive: true, force: true });
  });
  return (path, height) => openPage(name, browser, `${url}${path}`, height);
}

/** A page at that address, the errors on it, and what takes a picture of it. */
async function openPage(name, browser, address, height) {
  const context = await browser.newContext({ viewport: { width: 1280, height }, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  const look = async (moment) => {
    if (!process.env.SCREENSHOTS) return;
    mkdirSync(process.env.SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}-${moment}.png`) });
  };
  await page.goto(address);
  return { page, complaints, look };
}
