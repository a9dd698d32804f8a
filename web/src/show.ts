// The tab Show: choose what is drawn upon the graph, and read it as a table.

import type { Actions } from "./actions";
import { byId, latest, make, table, tell, tellFault } from "./dom";
import { asRotors, indexOf, startOf, toText, type Graph } from "./model";
import { overlayOf, PLAIN, type Kind } from "./overlay";
import { EXIT_COLOURS } from "./painter";
import * as server from "./server";
import type { Store } from "./store";
import * as words from "./words";

export function makeShow(store: Store, actions: Actions, say: (sentence: words.Sentence) => void): void {
  const run = latest();
  let kind: Kind = "none";

  const refresh = () =>
    run(async (signal) => {
      try {
        const { graph } = store.get();
        const overlay = await overlayOf(kind, graph, signal);
        if (signal.aborted) return;
        store.set({ overlay });
        byId("shown").textContent = "";
      } catch (error) {
        if (signal.aborted) return;
        store.set({ overlay: PLAIN });
        byId("shown").textContent = error instanceof Error ? error.message : String(error);
      }
    });

  for (const radio of document.querySelectorAll<HTMLInputElement>("input[name=overlay]")) {
    radio.addEventListener("change", () => {
      kind = radio.value as Kind;
      void refresh();
    });
  }

  store.listen((now, before) => {
    if (now.graph !== before.graph && kind !== "none") {
      // What was shown is of another graph; it goes until the new answer is there.
      store.set({ overlay: PLAIN });
      void refresh();
    }
    if (now.overlay === before.overlay) return;
    const { legend, headings, rows, sentence } = now.overlay;
    byId("table").replaceChildren(...table(headings, rows));
    byId("legend").replaceChildren(...legend.slice(0, 12).map(entry));
    say(sentence);
  });

  byId("why").addEventListener("click", () => {
    const { graph } = store.get();
    const from = startOf(graph);
    if (from === null) return;
    void server.explain(toText(graph), from).then((text) => {
      byId("table").replaceChildren(make("pre", { className: "explanation" }, text));
    }, tellFault);
  });

  growForest(store, actions, say);
}

function entry({ colour, words: end }: { colour: number; words: string }): HTMLElement {
  return make("li", {}, make("span", { className: `swatch swatch-${colour % EXIT_COLOURS}` }), end);
}

/** The button that pushes cycle after cycle until the rotors are the destination forest. */
function growForest(store: Store, actions: Actions, say: (sentence: words.Sentence) => void): void {
  const press = byId<HTMLButtonElement>("grow");
  let growing = false;
  const setGrowing = (on: boolean) => {
    growing = on;
    press.setAttribute("aria-pressed", String(on));
    press.textContent = on ? "Stop pushing" : "Watch the forest appear";
  };
  press.addEventListener("click", () => {
    if (growing) return setGrowing(false);
    setGrowing(true);
    void grow().catch(tellFault).finally(() => setGrowing(false));
  });
  const grow = async () => {
    const speed = byId<HTMLInputElement>("speed");
    // In a trap the rotors are on a cycle for ever.
    const departures = await server.forest(toText(asRotors(store.get().graph)));
    for (let pushes = 0; growing; pushes += 1) {
      const cycle = someCycle(store.get().graph, (name) => departures[name] !== null);
      if (cycle === null) {
        store.set({ pushed: [] });
        say(words.noCycleLeft);
        tell(`The forest is there after ${pushes} ${pushes === 1 ? "push" : "pushes"}.`);
        return;
      }
      if (!(await actions.push(cycle))) return;
      await new Promise((resolve) => setTimeout(resolve, 1000 / 2 ** Number(speed.value)));
    }
  };
}

/** A vertex on a cycle of rotors among those that `counts`. */
function someCycle(graph: Graph, counts: (name: string) => boolean): string | null {
  const index = indexOf(graph);
  const round = new Map<string, number>();
  for (const [number, { name }] of graph.vertices.entries()) {
    let at: string | undefined = name;
    while (at !== undefined && !round.has(at) && counts(at)) {
      round.set(at, number);
      const vertex: Graph["vertices"][number] | undefined = graph.vertices[index.get(at) ?? -1];
      at = vertex && !vertex.sink ? vertex.arcs[vertex.rotor] : undefined;
      if (at !== undefined && round.get(at) === number) return at;
    }
  }
  return null;
}
