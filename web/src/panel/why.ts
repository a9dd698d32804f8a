// The tab Why: the words of `explain`, and its path of last departures on the board, one after the other.

import { button, byId, make } from "../dom";
import { Refused } from "../engine/engine";
import type { Page } from "../page";

interface Explanation {
  text: string; checked?: boolean; unchecked_because?: string;
  path: { vertex: string; leaves_for: string; full_turns: string; flows: { to: string; flow: string }[] }[];
}

export function keepWhy(page: Page): void {
  const pane = byId("pane-why", HTMLDivElement);
  const tab = byId("tab-why", HTMLButtonElement);
  let shown = "";
  const refresh = () => {
    const { present } = page;
    if (!present || tab.getAttribute("aria-selected") !== "true" || present.text === shown) return;
    shown = present.text;
    void fill(page, pane, present.text);
  };
  page.subscribe(refresh);
  tab.addEventListener("click", refresh);
}

async function fill(page: Page, pane: HTMLElement, text: string): Promise<void> {
  try {
    const explanation = await page.engine.ask<Explanation>("explain", { text });
    if (page.present?.text !== text) return;
    const { path } = explanation;
    let at = -1;
    const words = make("p", { id: "frame", role: "status", className: "words" });
    const go = (by: number) => {
      at = Math.max(0, Math.min(path.length - 1, at + by));
      const stop = path[at];
      if (!stop) return;
      page.board.select(stop.vertex, arcBetween(page, stop.vertex, stop.leaves_for));
      const flows = stop.flows.map(({ to, flow }) => `r(${stop.vertex}, ${to}) = ${flow === "inf" ? "∞" : flow}`).join(", ");
      const turns = stop.full_turns === "1" ? "1 full turn" : `${stop.full_turns} full turns`;
      words.textContent = `${at + 1} of ${path.length}: ${stop.vertex} makes ${turns}, then sends the particle to ${stop.leaves_for} for good${flows === "" ? "." : `: ${flows}.`}`;
    };
    const standing = explanation.unchecked_because === undefined ? [] : [make("p", { className: "bad" }, `unchecked: ${explanation.unchecked_because}`)];
    const watch = path.length === 0 ? [] : [make("div", { className: "buttons-row" },
      button("◀ Before", () => go(-1), { id: "frame-back" }), button("Watch it ▶", () => go(1), { id: "frame-next" })), words];
    pane.replaceChildren(...watch, make("p", { className: "words", id: "why" }, explanation.text), ...standing);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    pane.replaceChildren(make("p", { className: "bad", id: "why" }, error.message));
  }
}

function arcBetween(page: Page, tail: string, head: string): number | undefined {
  const scene = page.board.drawing?.scene;
  return scene?.arcs.find((arc) => scene.vertices[arc.tail]?.name === tail && scene.vertices[arc.head]?.name === head)?.arc;
}
