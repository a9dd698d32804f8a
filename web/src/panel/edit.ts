// The tab Vertex: the chosen vertex, its arcs in rotor order, and what can be changed about it.

import { button, byId, make } from "../dom";
import type { Page } from "../page";
import { addArc, find, moveArc, removeArc, removeVertex, rename, setOwner, setRotor, setStart, setValue } from "../state/model";

export function keepEdit(page: Page): void {
  const pane = byId("pane-edit", HTMLDivElement);
  let shown = "";
  page.subscribe(() => {
    const name = page.board.marks.vertex;
    const vertex = name === undefined ? undefined : page.present && find(page.present.model, name);
    const key = JSON.stringify([name, vertex, page.present?.at, page.board.marks.arc]);
    if (key === shown) return;
    shown = key;
    if (!vertex || !page.present) {
      pane.replaceChildren(make("p", { className: "hint" }, "Choose a vertex on the board, by tapping it or with Up and Down."));
      return;
    }
    pane.replaceChildren(...parts(page, vertex.name));
  });
}

function parts(page: Page, name: string): HTMLElement[] {
  const model = page.present?.model;
  const vertex = model && find(model, name);
  if (!model || !vertex) return [];
  const field = (words: string, input: HTMLElement) => make("label", {}, make("span", { className: "name" }, words), input);
  const newName = make("input", { type: "text", value: name, id: "vertex-name", autocapitalize: "off", spellcheck: "false" });
  newName.addEventListener("change", () => {
    const to = newName.value.trim();
    const place = page.places[name];
    if (to === "" || to === name) return;
    if (find(model, to)) {
      page.say(`There is a vertex ${to} already.`);
      newName.value = name;
      return;
    }
    const { document } = page.store;
    void page.edit(rename(name, to), { [name]: null, ...(place ? { [to]: place } : {}) }).then(() => page.settled()).then(() => {
      if (document === page.store.document) page.choose(to);
    });
  });
  const all: HTMLElement[] = [field("Name", newName)];
  const actions = make("div", { className: "buttons-row" },
    button("Start here", () => void page.turn(setStart(name)), { id: "start-here", disabled: page.present?.at === name }),
    button("Remove", () => void page.edit(removeVertex(name), { [name]: null }), { id: "remove-vertex" }));
  if (vertex.sink) {
    const value = make("input", { type: "number", value: String(vertex.value ?? 0), id: "vertex-value" });
    value.addEventListener("change", () => void page.edit(setValue(name, Math.trunc(Number(value.value) || 0))));
    all.push(make("p", { className: "hint" }, "A sink: the particle comes out here. It becomes a vertex with its first arc."), field("Value", value));
  } else {
    const owner = make("select", { id: "vertex-owner" }, ...(["rotor", "max", "min"] as const).map((one) =>
      make("option", { value: one, selected: (vertex.owner ?? "rotor") === one }, one === "rotor" ? "no player: a rotor" : one === "max" ? "Max" : "Min")));
    owner.addEventListener("change", () => void page.edit(setOwner(name, owner.value as "rotor")));
    all.push(field("Belongs to", owner));
  }
  all.push(actions, make("h3", { className: "name" }, "Arcs in rotor order"));
  all.push(make("ol", { className: "arcs", id: "arcs" }, ...(vertex.arcs ?? []).map((head, position) => arcRow(page, name, head, position, vertex.rotor === position))));
  const heads = make("select", { id: "new-head", "aria-label": "Head of a new arc" }, ...model.vertices.slice(0, 2000).map((one) => make("option", { value: one.name }, one.name)));
  all.push(make("div", { className: "buttons-row" }, heads, button("Add arc", () => void page.edit(addArc(name, heads.value)), { id: "add-arc" })));
  return all;
}

function arcRow(page: Page, tail: string, head: string, position: number, isRotor: boolean): HTMLElement {
  const act = (words: string, label: string, run: () => void, more = {}) => button(words, run, { "aria-label": `${label} ${position}`, title: label, ...more });
  return make("li", { "data-arc": position },
    make("span", {}, `${position} → ${head}${isRotor ? " (rotor)" : ""}`),
    act("◎", "Turn the rotor to arc", () => void page.turn(setRotor(tail, position)), { disabled: isRotor }),
    act("↑", "Earlier: arc", () => void page.edit(moveArc(tail, position, -1)), { disabled: position === 0 }),
    act("×", "Remove arc", () => void page.edit(removeArc(tail, position))));
}
