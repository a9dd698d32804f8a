// The tab Game: set the switches of one player on the board, and see the best reply and what it is worth.

import { button, byId, make } from "../dom";
import { Refused } from "../engine/engine";
import type { Page } from "../page";
import type { Solved } from "../present";
import { type Model, setRotor, type Vertex } from "../state/model";
import type { Side } from "../state/state";

const NAMES = { max: "Max", min: "Min" };

export function keepGame(page: Page): void {
  const pane = byId("pane-game", HTMLDivElement);
  let shown = "";
  page.subscribe(() => {
    const { present } = page;
    const key = `${page.store.state.side} ${present?.text}`;
    if (!present || key === shown) return;
    shown = key;
    const players = present.model.vertices.filter(({ owner }) => owner === "max" || owner === "min");
    if (players.length === 0) {
      pane.replaceChildren(make("p", { className: "hint" }, "No vertex belongs to a player. Choose one on the board and give it to Max or Min in the tab Vertex; then each sink has a value that Max wants large and Min small."));
      return;
    }
    void fill(page, pane, present.model, players);
  });
}

async function fill(page: Page, pane: HTMLElement, model: Model, players: Vertex[]): Promise<void> {
  const { side } = page.store.state;
  const sides = (["max", "min"] as Side[]).map((one) =>
    button(`I play ${NAMES[one]}`, () => page.store.change({ side: one }), { role: "radio", "aria-checked": String(one === side), "data-side": one }));
  const mine = players.filter(({ owner }) => owner === side);
  const rows = mine.map(({ name, arcs = [], rotor = 0 }) => make("label", {},
    make("span", { className: "name" }, `${name} sends to`),
    selecting(arcs, rotor, `Switch of ${name}`, (position) => void page.turn(setRotor(name, position)))));
  const worth = make("p", { id: "worth", role: "status" }, "…");
  pane.replaceChildren(
    make("div", { className: "choice", role: "radiogroup", "aria-label": "Side" }, ...sides),
    make("p", { className: "hint" }, mine.length === 0 ? `${NAMES[side]} has no switch here.` : "Set a switch here, or tap its vertex on the board."),
    ...rows, worth,
    make("div", { className: "buttons-row" },
      button("Show the best reply", () => void reply(page, model, side), { id: "best-reply" }),
      button("Why?", () => byId("tab-why", HTMLButtonElement).click())));
  try {
    const [played, best] = [await page.engine.ask<Solved>("solve", { text: against(model, side) }), await page.engine.ask<Solved>("solve", { text: JSON.stringify(model) })];
    const [mineWorth, bestWorth] = [valueOf(played, model), valueOf(best, model)];
    const standing = played.checked && best.checked ? "✓ checked" : `unchecked: ${played.unchecked_because ?? best.unchecked_because ?? ""}`;
    worth.textContent = `Against the best reply your switches are worth ${mineWorth}; best play on both sides gives ${bestWorth}. ${standing}`;
  } catch (error) {
    worth.textContent = error instanceof Refused ? error.message : String(error);
  }
}

function selecting(arcs: string[], rotor: number, label: string, change: (position: number) => void): HTMLSelectElement {
  const select = make("select", { "aria-label": label }, ...arcs.map((head, position) => make("option", { value: String(position), selected: position === rotor }, `${position} → ${head}`)));
  select.addEventListener("change", () => change(Number(select.value)));
  return select;
}

/** The game in which `side` has set its switches: they are rotors now. */
const against = (model: Model, side: Side): string =>
  JSON.stringify({ ...model, vertices: model.vertices.map((vertex) => (vertex.owner === side ? { ...vertex, owner: "rotor" } : vertex)) });

/** What an answer is worth; without players left it names a sink, whose value it is. */
const valueOf = ({ answers: [answer] }: Solved, model: Model): string => {
  if (!answer) return "nothing";
  if (answer.value == null && answer.maxmin !== undefined) return `${answer.maxmin} to ${answer.minmax}`;
  if (answer.value != null) return String(answer.value);
  const sink = model.vertices.find(({ name }) => name === answer.exit);
  return sink ? `${sink.value ?? 0}, at ${sink.name}` : "an endless play";
};

/** Sets the switches of the other player to their best reply. */
async function reply(page: Page, model: Model, side: Side): Promise<void> {
  const other = side === "max" ? "min" : "max";
  const { document } = page.store;
  try {
    const { answers } = await page.engine.ask<Solved>("solve", { text: against(model, side) });
    if (document !== page.store.document) return;
    const switches = answers[0]?.[other] ?? {};
    const vertices = (all: Vertex[]) => all.map((vertex) => (typeof switches[vertex.name] === "number" ? { ...vertex, rotor: switches[vertex.name] as number } : vertex));
    await page.turn((present) => ({ ...present, vertices: vertices(present.vertices) }));
    await page.settled();
    if (document === page.store.document) page.say(`${NAMES[other]} has set its switches to a best reply.`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    page.say(error.message);
  }
}

/** A tap on a switch of one's own sets it to its next arc. Returns whether it was one. */
export function tapped(page: Page, name: string): boolean {
  const isOpen = byId("tab-game", HTMLButtonElement).getAttribute("aria-selected") === "true";
  const vertex = page.present?.model.vertices.find((one) => one.name === name);
  if (!isOpen || vertex?.owner !== page.store.state.side || !vertex.arcs) return false;
  void page.turn(setRotor(name, ((vertex.rotor ?? 0) + 1) % vertex.arcs.length));
  return true;
}
