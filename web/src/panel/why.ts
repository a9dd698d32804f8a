// The tab Why: the words of `explain`, and the algorithms that can be watched on the board.

import { button, byId, make } from "../dom";
import { Cancelled, Refused } from "../engine/engine";
import type { Page } from "../page";
import type { Watcher } from "../watch/watcher";

interface Explanation { text: string; unchecked_because?: string | undefined }

export function keepWhy(page: Page, watcher: Watcher): void {
  const tab = byId("tab-why", HTMLButtonElement);
  const words = make("p", { id: "why", className: "words" });
  const standing = make("p", { className: "bad" });
  byId("pane-why", HTMLDivElement).replaceChildren(
    make("div", { className: "buttons-row" },
      button("Watch the algorithm ▶", () => void watcher.watch("answer"), { id: "watch-answer", title: "W on the board" }),
      button("Watch the pushes ▶", () => void watcher.watch("pushes"), { id: "watch-pushes" })),
    make("p", { className: "hint" }, "The algorithm that finds the answer fills in its numbers on the board, arc by arc. Pushes turn the rotors of one cycle after the other until none is left."),
    words, standing);
  let shown = "";
  const refresh = async () => {
    const { present } = page;
    if (!present || tab.getAttribute("aria-selected") !== "true" || present.text === shown) return;
    shown = present.text;
    const explained = present.at === undefined ? { text: "No particle yet: choose the vertex where it starts." } : await explain(page, present.text);
    if (page.present?.text !== present.text) return;
    words.textContent = explained.text;
    standing.textContent = explained.unchecked_because === undefined ? "" : `unchecked: ${explained.unchecked_because}`;
  };
  page.subscribe(() => void refresh());
  tab.addEventListener("click", () => void refresh());
}

async function explain(page: Page, text: string): Promise<Explanation> {
  try {
    return await page.engine.ask<Explanation>("explain", { text });
  } catch (error) {
    if (error instanceof Refused || error instanceof Cancelled) return { text: error.message };
    throw error;
  }
}
