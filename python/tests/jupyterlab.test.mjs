// The player in a real JupyterLab: what is done on the page reaches the kernel, and what the kernel assigns reaches the page.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { FRAME, serveNotebook } from "./notebook-server.mjs";

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

const open = serveNotebook("jupyterlab", (folder) => {
  const cells = CELLS.map((source, number) => ({ cell_type: "code", execution_count: null, id: `cell${number}`, metadata: {}, outputs: [], source }));
  const metadata = { kernelspec: { display_name: "Python 3", language: "python", name: "python3" } };
  writeFileSync(join(folder, "player.ipynb"), JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }));
  const settings = ["--no-browser", "--allow-root", "--ip=127.0.0.1", "--port=0", "--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True"];
  return {
    arguments: [...settings, `--ServerApp.root_dir=${folder}`],
    environment: { JUPYTER_CONFIG_DIR: join(folder, "config"), JUPYTER_RUNTIME_DIR: join(folder, "runtime"), JUPYTER_DATA_DIR: join(folder, "data"), IPYTHONDIR: join(folder, "ipython") },
    address: /(http:\/\/127\.0\.0\.1:\d+\/)lab/,
  };
});

test("a walk on the page turns the rotors in the kernel, and back", async () => {
  const { page, complaints, look } = await open("lab/tree/player.ipynb", 900);
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
  await look("stepped");
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
  await look("displayed");

  // The system prefers light; the notebook's theme counts.
  await shown.locator(":root.light").waitFor();
  await page.evaluate(() => globalThis.jupyterapp.commands.execute("apputils:change-theme", { theme: "JupyterLab Dark" }));
  await shown.locator(":root.dark").waitFor();
  await look("dark");
  assert.deepEqual(complaints, []);
});
