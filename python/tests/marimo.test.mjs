// The player in a real marimo: what is done on the page reaches the notebook, and what the notebook assigns reaches the page.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { FRAME, serveNotebook } from "./notebook-server.mjs";

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

const open = serveNotebook("marimo", async (folder) => {
  writeFileSync(join(folder, "player.py"), NOTEBOOK);
  const port = await freePort();
  return {
    arguments: ["run", "player.py", "--headless", "--no-token", "--host", "127.0.0.1", "--port", String(port)],
    environment: { HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder, XDG_CACHE_HOME: folder },
    address: new RegExp(`(http://[^:/\\s]+:${port})`),
  };
});

test("a step on the page runs the cells that look at the player, and back", async () => {
  const { page, complaints, look } = await open("/", 1400);
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
  await look("stepped");
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
