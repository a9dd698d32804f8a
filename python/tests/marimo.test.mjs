// The player in a real marimo: what is done on the page reaches the notebook, and what the notebook assigns reaches the page.
// PYTHON names the environment with the package and marimo, .venv/bin/python by default; SCREENSHOTS a folder for pictures to look at.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { browse, ROOT } from "../../web/test/harness.js";

const PYTHON = resolve(ROOT, process.env.PYTHON ?? ".venv/bin/python");
const FRAME = 'iframe[title="A rotor walk"]';
const NOTEBOOK = `import marimo
app = marimo.App()

@app.cell
def _():
    import arrival
    import marimo
    graph = arrival.RotorGraph({1: [2, "s"], 2: [1, 1, (0, "t")]}, sinks=["s", (0, "t")], start=1)
    player = marimo.ui.anywidget(graph.player())
    player
    return graph, marimo, player

@app.cell
def _(marimo, player):
    player.value
    board = player.widget
    marimo.md(f"now {board.graph.start} {board.rotors} {board.steps}")
    return

@app.cell
def _(marimo):
    turn = marimo.ui.run_button(label="turn back")
    turn
    return (turn,)

@app.cell
def _(player, turn):
    if turn.value:
        player.widget.rotors = {1: 0}
    return

@app.cell
def _(graph):
    graph
    return

if __name__ == "__main__":
    app.run()
`;

let folder, server, browser, url;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "arrival-marimo-"));
  writeFileSync(join(folder, "player.py"), NOTEBOOK);
  const port = await freePort();
  const settings = ["run", "player.py", "--headless", "--no-token", "--host", "127.0.0.1", "--port", String(port)];
  const home = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder, XDG_CACHE_HOME: folder };
  server = spawn(PYTHON, ["-m", "marimo", ...settings], { cwd: folder, env: { ...process.env, ...home }, stdio: ["ignore", "pipe", "pipe"] });
  url = `http://127.0.0.1:${port}/`;
  await new Promise((done, failed) => {
    let said = "";
    for (const stream of [server.stdout, server.stderr]) {
      stream.on("data", (bytes) => {
        said += bytes;
        if (said.includes(`:${port}`)) done();
      });
    }
    server.on("exit", () => failed(new Error(`marimo ended: ${said}`)));
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

test("a step on the page runs the cells that look at the player, and back", async () => {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 1400 }, reducedMotion: "reduce" })).newPage();
  page.setDefaultTimeout(120_000);
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(url);
  await page.getByText("now 1 {1: 0, 2: 0} 0").waitFor();
  const player = page.frameLocator(FRAME).first();
  await player.locator("#sentence", { hasText: "1" }).waitFor();
  await player.locator("#step").click();
  await page.getByText("now 2 {1: 1, 2: 0} 1").waitFor();
  // From 2 with the first rotor turned back: 2, 1, 2, 1, s.
  await page.getByRole("button", { name: "turn back" }).click();
  await player.locator("#sentence", { hasText: "in 4 steps" }).waitFor();
  const shown = page.frameLocator(FRAME).nth(1);
  await shown.locator("#sentence", { hasText: "checked" }).waitFor();
  await look(page, "stepped");
  assert.deepEqual(complaints, []);
});

/** A port that nothing listens on. */
function freePort() {
  return new Promise((done) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

async function look(page, name) {
  if (!process.env.SCREENSHOTS) return;
  mkdirSync(process.env.SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(process.env.SCREENSHOTS, `marimo-${name}.png`) });
}
