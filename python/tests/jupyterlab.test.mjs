// The player in a real JupyterLab: what is done on the page reaches the kernel, and what the kernel assigns reaches the page.
// PYTHON names the environment with the package, .venv/bin/python by default; SCREENSHOTS a folder for pictures to look at.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { browse, ROOT } from "../../web/test/harness.js";

const PYTHON = resolve(ROOT, process.env.PYTHON ?? ".venv/bin/python");
const FRAME = 'iframe[title="A rotor walk"]';
const CELLS = [
  `import arrival
graph = arrival.RotorGraph({1: [2, "s"], 2: [1, 1, (0, "t")]}, sinks=["s", (0, "t")], start=1)
player = graph.player()
player`,
  "print('now', player.graph.start, player.rotors, player.steps)",
  "player.rotors = {1: 0}; print('assigned')",
  "print('later', player.graph.start, player.steps, player.graph.solve().exit)",
  "graph",
];

let folder, server, browser, url;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "arrival-jupyterlab-"));
  const cells = CELLS.map((source, number) => ({ cell_type: "code", execution_count: null, id: `cell${number}`, metadata: {}, outputs: [], source }));
  const metadata = { kernelspec: { display_name: "Python 3", language: "python", name: "python3" } };
  writeFileSync(join(folder, "player.ipynb"), JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }));
  const settings = ["--no-browser", "--allow-root", "--ip=127.0.0.1", "--port=0", "--IdentityProvider.token="];
  const home = { JUPYTER_CONFIG_DIR: join(folder, "config"), JUPYTER_RUNTIME_DIR: join(folder, "runtime"), JUPYTER_DATA_DIR: join(folder, "data"), IPYTHONDIR: join(folder, "ipython") };
  server = spawn(PYTHON, ["-m", "jupyterlab", ...settings, `--ServerApp.root_dir=${folder}`], { cwd: folder, env: { ...process.env, ...home }, stdio: ["ignore", "ignore", "pipe"] });
  url = await new Promise((done, failed) => {
    let said = "";
    server.stderr.on("data", (bytes) => {
      said += bytes;
      const found = /(http:\/\/127\.0\.0\.1:\d+\/)lab/.exec(said);
      if (found) done(found[1]);
    });
    server.on("exit", () => failed(new Error(`JupyterLab ended: ${said}`)));
  });
  browser = await browse();
});
after(async () => {
  await browser?.close();
  if (server.exitCode === null) {
    server.kill();
    await new Promise((done) => server.on("exit", done));
  }
  rmSync(folder, { recursive: true, force: true });
});

test("a walk on the page turns the rotors in the kernel, and back", async () => {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" })).newPage();
  page.setDefaultTimeout(120_000);
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(`${url}lab/tree/player.ipynb`);
  const cells = page.locator(".jp-CodeCell");
  const run = async (number) => {
    await cells.nth(number).locator(".cm-content").click();
    await page.keyboard.press("Shift+Enter");
  };
  const printed = (number) => cells.nth(number).locator(".jp-OutputArea-output").first();
  await page.locator(".jp-NotebookPanel-toolbar, .jp-Toolbar").first().waitFor();
  await run(0);
  const player = cells.nth(0).frameLocator(FRAME);
  await player.locator("#sentence", { hasText: "1" }).waitFor();
  assert.equal(await player.locator(".bar").isVisible(), false, "the board with one row of buttons");
  await player.locator("#step").click();
  await player.locator("#sentence", { hasText: "After 1 step" }).waitFor();
  await look(page, "stepped");
  await run(1);
  await printed(1).getByText("now 2 {1: 1, 2: 0} 1").waitFor();

  await run(2);
  await printed(2).getByText("assigned").waitFor();
  // From 2 with these rotors: 2, 1, 2, 1, s.
  await player.locator("#sentence", { hasText: "in 4 steps" }).waitFor();
  await player.locator("#last").click();
  await player.locator("#sentence", { hasText: "came out" }).waitFor();
  await run(3);
  await printed(3).getByText("later s 4 s").waitFor();

  await run(4);
  const shown = cells.nth(4).frameLocator(FRAME);
  await shown.locator("#sentence", { hasText: "checked" }).waitFor();
  await cells.nth(4).scrollIntoViewIfNeeded();
  await look(page, "displayed");
  assert.deepEqual(complaints, []);
});

async function look(page, name) {
  if (!process.env.SCREENSHOTS) return;
  mkdirSync(process.env.SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(process.env.SCREENSHOTS, `jupyterlab-${name}.png`) });
}
