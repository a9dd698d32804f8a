// The tour: five stops on the board itself; it can be left at any of them.

import { button, byId, make } from "../dom";
import type { Page } from "../page";
import { exhibited } from "./gallery";

interface Stop { words: string; exhibit: number; step?: string; overlay?: "none" | "exits"; speed?: number }

const STOPS: readonly Stop[] = [
  { words: "The dashed red arc of each vertex is its rotor: the way the next particle goes. Press ▶ below the board: the particle moves along it, and the rotor turns to the next arc.", exhibit: 0 },
  { words: "After seven steps it is out. The sentence below the board gives the exit and the count, and ✓ says that a judge who shares no code with the solver has checked both.", exhibit: 0, step: "7" },
  { words: "Colours show where every other start would come out. They are those of the rotors you see: step, or push a cycle with the tool Push, and they are asked for again.", exhibit: 3, overlay: "exits" },
  { words: "This walk has 2⁶¹ − 3 steps. Drag the slider Walk: every moment is exact, and found without walking there.", exhibit: 2, speed: 10 },
  { words: "Draw a graph of your own with the tools on the left, by mouse or finger, and press Share: the link holds all of it, and no server is asked.", exhibit: 0 },
];

export function keepTour(page: Page): void {
  byId("tour", HTMLButtonElement).addEventListener("click", () => visit(page, 0));
}

function visit(page: Page, at: number): void {
  const box = byId("stop", HTMLElement);
  byId("hero", HTMLElement).hidden = true;
  const stop = STOPS[at];
  const leave = () => {
    box.hidden = true;
    page.board.fit();
    page.board.canvas.focus();
  };
  if (!stop) return leave();
  const next = button(at + 1 < STOPS.length ? "Next" : "Done", () => visit(page, at + 1), { className: "primary", id: "tour-next" });
  box.replaceChildren(
    button("×", leave, { className: "close", "aria-label": "Leave the tour" }),
    make("p", { className: "lead" }, stop.words),
    make("div", { className: "choices" }, next, ...(at > 0 ? [button("Before", () => visit(page, at - 1))] : []), make("span", { className: "hint" }, `${at + 1} of ${STOPS.length}`)));
  box.hidden = false;
  next.focus();
  const state = exhibited(stop.exhibit);
  page.open({ ...state, step: stop.step ?? "0", overlay: stop.overlay ?? "none", speed: stop.speed ?? state.speed });
}
