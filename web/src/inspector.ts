// The tab Vertex: what a vertex is, and its arcs in rotor order.

import type { Actions } from "./actions";
import { button, byId, make, tell } from "./dom";
import * as edits from "./edits";
import { vertexOf, type Inner, type Owner, type Vertex } from "./model";
import type { Store } from "./store";

const KINDS: readonly (readonly [string, string])[] = [
  ["rotor", "Rotor"],
  ["max", "Max"],
  ["min", "Min"],
  ["sink", "Sink"],
];
/** More arcs than this are edited as text. */
const MOST_LISTED = 200;

export function makeInspector(store: Store, actions: Actions): void {
  const panel = byId("panel-vertex");

  const show = () => {
    const { graph, selected } = store.get();
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["key"] : undefined;
    const vertex = vertexOf(graph, selected);
    panel.replaceChildren(chooser(), ...(vertex ? about(vertex) : [make("p", {}, "No vertex is selected.")]));
    // What was in use stays in use, though it is a new element.
    if (focused) panel.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  };

  const keyed = <T extends HTMLElement>(element: T, key: string): T => {
    element.dataset["key"] = key;
    return element;
  };

  const chooser = () => {
    const { graph, selected } = store.get();
    const choice = keyed(make("select", { id: "chosen" }), "chosen");
    choice.append(make("option", { value: "" }, "none"));
    choice.append(...graph.vertices.map(({ name }) => make("option", { value: name, selected: name === selected }, name)));
    choice.addEventListener("change", () => store.set({ selected: choice.value === "" ? null : choice.value }));
    return make("label", { className: "field" }, "Vertex ", choice);
  };

  const about = (vertex: Vertex): Node[] => {
    const { graph } = store.get();
    const { name } = vertex;
    const isStart = make("input", { type: "checkbox", checked: graph.start === name, id: "is-start" });
    isStart.addEventListener("change", () => actions.commit(edits.setStart(graph, isStart.checked ? name : null)));
    const rest = vertex.sink ? [value(name, vertex.value)] : [order(vertex)];
    return [
      naming(name),
      kinds(vertex),
      make("label", { className: "field" }, keyed(isStart, "start"), " the walk starts here"),
      ...rest,
      adding(name),
      make("div", { className: "bar" }, keyed(button("Remove vertex", "With all its arcs", () => actions.commit(edits.removeVertex(graph, name))), "remove")),
    ];
  };

  const naming = (name: string) => {
    const input = keyed(make("input", { id: "name", value: name }), "name");
    input.addEventListener("change", () => {
      const { graph, positions } = store.get();
      const to = input.value;
      if (to === name) return;
      if (to === "" || vertexOf(graph, to)) {
        input.value = name;
        return tell(to === "" ? "A vertex needs a name." : `There is a vertex ${to} already.`, true);
      }
      const places = new Map([...positions].map(([old, place]) => [old === name ? to : old, place]));
      actions.commit(edits.rename(graph, name, to), places);
      store.set({ selected: to });
    });
    return make("label", { className: "field" }, "Name ", input);
  };

  const kinds = (vertex: Vertex) => {
    const group = make("fieldset", { className: "choices" }, make("legend", {}, "Decided by"));
    const now = vertex.sink ? "sink" : vertex.owner;
    for (const [kind, words] of KINDS) {
      const radio = keyed(make("input", { type: "radio", name: "kind", value: kind, checked: kind === now }), `kind-${kind}`);
      // A sink becomes something else by an arc that leaves it.
      radio.disabled = vertex.sink && kind !== "sink";
      radio.addEventListener("change", () => {
        const { graph } = store.get();
        actions.commit(kind === "sink" ? edits.makeSink(graph, vertex.name) : edits.setOwner(graph, vertex.name, kind as Owner));
      });
      group.append(make("label", {}, radio, make("span", {}, words)));
    }
    return group;
  };

  const value = (name: string, now: number) => {
    const input = keyed(make("input", { id: "value", type: "number", step: "1", value: String(now) }), "value");
    input.addEventListener("change", () => {
      const number = Number(input.value);
      if (Number.isSafeInteger(number)) actions.commit(edits.setValue(store.get().graph, name, number));
      else tell("A value is a whole number.", true);
    });
    return make("label", { className: "field" }, "Value ", input);
  };

  const order = (vertex: Inner) => {
    const { name, arcs, rotor } = vertex;
    if (arcs.length > MOST_LISTED) return make("p", {}, `${arcs.length} arcs: change them in the tab Text.`);
    const list = make("ol", { id: "order", className: "order", start: 0 });
    arcs.forEach((head, position) => {
      const act = (change: (graph: ReturnType<Store["get"]>["graph"]) => ReturnType<Store["get"]>["graph"]) => () =>
        actions.commit(change(store.get().graph));
      const points = keyed(make("input", { type: "radio", name: "rotor", checked: position === rotor }), `rotor-${position}`);
      points.setAttribute("aria-label", `The rotor points at arc ${position} to ${head}`);
      points.addEventListener("change", act((graph) => edits.setRotor(graph, name, position)));
      const up = keyed(button("↑", "Earlier in the rotor order", act((graph) => edits.moveArc(graph, name, position, position - 1))), `up-${position}`);
      const down = keyed(button("↓", "Later in the rotor order", act((graph) => edits.moveArc(graph, name, position, position + 1))), `down-${position}`);
      up.disabled = position === 0;
      down.disabled = position === arcs.length - 1;
      const remove = keyed(button("✕", "Remove this arc", act((graph) => edits.removeArc(graph, name, position))), `arc-${position}`);
      list.append(make("li", {}, make("label", {}, points, ` ${position} → ${head}`), up, down, remove));
    });
    return make("fieldset", {}, make("legend", {}, "Rotor order"), list);
  };

  const adding = (tail: string) => {
    const choice = keyed(make("select", { id: "head" }), "head");
    choice.append(...store.get().graph.vertices.map(({ name }) => make("option", { value: name }, name)));
    const add = keyed(button("Add arc", "At the end of the rotor order", () => actions.commit(edits.addArc(store.get().graph, tail, choice.value))), "add");
    return make("div", { className: "bar" }, make("label", { className: "field" }, "To ", choice), add);
  };

  store.listen((now, before) => {
    if (now.graph !== before.graph || now.selected !== before.selected) show();
  });
  show();
}
