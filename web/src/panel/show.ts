// The tab Show: what is drawn on top of the graph, and the same as a table with what was checked.

import { announce, button, byId, grouped, table } from "../dom";
import { Refused } from "../engine/engine";
import type { Page } from "../page";
import { MOST_LISTED, type Solved } from "../present";
import type { Overlay } from "../state/state";

const OVERLAYS: [Overlay, string, string][] = [
  ["none", "Nothing", "The graph and its rotors: the dashed red arc is the next one."],
  ["exits", "Exits", "Where a particle from each vertex comes out, with the rotors on the board."],
  ["flows", "Return flows", "How many particles can be sent along an arc until one does not come back, ∞ if all do; on tree-like graphs."],
  ["forest", "Forest", "The destination forest: the arc each vertex is left by for the last time."],
  ["visits", "Visits", "How often the walk ahead uses each arc, as its width."],
  ["strategies", "Strategies", "The switches of an equilibrium, highlighted."],
  ["values", "Values", "What the game is worth from each vertex."],
];
const MOST_ROWS = 500;

interface Standing { checked?: boolean; unchecked_because?: string }

export function keepShow(page: Page): void {
  const group = byId("overlays", HTMLDivElement);
  const buttons = OVERLAYS.map(([overlay, words]) => button(words, () => {
    page.store.change({ overlay });
    announce(`Showing ${words.toLowerCase()}.`);
  }, { role: "radio", "data-overlay": overlay }));
  group.replaceChildren(...buttons);
  let shown: unknown;
  page.subscribe(() => {
    const { overlay } = page.store.state;
    buttons.forEach((one) => one.setAttribute("aria-checked", String(one.dataset["overlay"] === overlay)));
    const hasPlayers = page.present?.model.vertices.some(({ owner }) => owner === "max" || owner === "min") ?? false;
    buttons.forEach((one) => (one.disabled = one.dataset["overlay"] === "strategies" && !hasPlayers));
    if (shown === page.present) return;
    shown = page.present;
    void fill(page, overlay);
  });
}

async function fill(page: Page, overlay: Overlay): Promise<void> {
  const { present } = page;
  const standing = byId("standing", HTMLParagraphElement);
  const place = byId("table", HTMLDivElement);
  const about = OVERLAYS.find(([id]) => id === overlay)?.[2] ?? "";
  standing.className = "hint";
  if (!present || overlay === "none") {
    standing.textContent = about;
    place.replaceChildren();
    return;
  }
  try {
    const [heads, rows, judged] = await answer(page, present.text, overlay);
    if (page.present !== present) return;
    const words = judged.checked === true ? "✓ checked" : judged.unchecked_because === undefined ? "" : `unchecked: ${judged.unchecked_because}`;
    standing.textContent = `${about} ${words}`;
    const more = rows.length - MOST_ROWS;
    place.replaceChildren(...(rows.length === 0 ? [] : [table(heads, rows.slice(0, MOST_ROWS))]), more > 0 ? `and ${grouped(String(more))} more rows` : "");
  } catch (error) {
    if (!(error instanceof Refused) || page.present !== present) return;
    standing.className = "bad";
    standing.textContent = error.message;
    place.replaceChildren();
  }
}

type Answer = [heads: string[], rows: string[][], standing: Standing];

async function answer(page: Page, text: string, overlay: Overlay): Promise<Answer> {
  const { engine, present } = page;
  switch (overlay) {
    case "exits": case "values": {
      const model = present?.model;
      const isGame = model?.vertices.some(({ owner }) => owner === "max" || owner === "min");
      // Exits are those of the switches that are set.
      const asked = overlay === "exits" && isGame && model
        ? JSON.stringify({ ...model, vertices: model.vertices.map((vertex) => (vertex.owner ? { ...vertex, owner: "rotor" } : vertex)) }) : text;
      const solved = await engine.ask<Solved>("solve", { text: asked, all: true });
      const rows = solved.answers.slice(0, MOST_LISTED).map((row) => [row.from, row.value != null ? String(row.value) : (row.exit ?? (row.maxmin === undefined ? "never" : `${row.maxmin}…${row.minmax}`))]);
      return [["from", overlay === "exits" ? "exit" : "value"], rows, solved];
    }
    case "flows": {
      const reply = await engine.ask<Standing & { flows: { from: string; to?: string; block?: number; flow: string }[] }>("flows", { text });
      return [["from", "to", "flow"], reply.flows.map(({ from, to, block, flow }) => [from, to ?? `block ${block}`, flow === "inf" ? "∞" : grouped(flow)]), reply];
    }
    case "forest": {
      const reply = await engine.ask<Standing & { forest: Record<string, { arc: number; head: string } | null> }>("forest", { text });
      return [["vertex", "last departure to"], Object.entries(reply.forest).map(([name, last]) => [name, last?.head ?? "none"]), reply];
    }
    case "strategies": {
      const reply = await engine.ask<Solved>("solve", { text });
      const { max = {}, min = {} } = reply.answers[0] ?? {};
      const rows = [["Max", max], ["Min", min]].flatMap(([player, switches]) => Object.entries(switches as object).map(([name, position]) => [String(player), name, String(position)]));
      return [["player", "vertex", "position"], rows, reply];
    }
    default: {
      const arcs = page.board.drawing?.scene.arcs ?? [];
      return [["arc", ""], arcs.map(({ about }) => about.split(/, (?=used)/)).map(([arc = "", used = ""]) => [arc, used]), page.present?.ahead ?? {}];
    }
  }
}
