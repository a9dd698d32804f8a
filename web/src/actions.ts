// Actions: changes of the graph that can be undone.

import { tell, tellFault } from "./dom";
import { layOut, type Positions } from "./layout";
import { makeHistory, type Moment } from "./history";
import { toText, vertexOf, type Graph } from "./model";
import { setRotors } from "./edits";
import * as server from "./server";
import type { Store } from "./store";
import { pushed as pushedWords, type Sentence } from "./words";

export interface Actions {
  /** Makes `graph` the graph; vertices keep their places unless `positions` says otherwise. */
  commit(graph: Graph, positions?: Positions): void;
  /** Another graph altogether, laid out anew. */
  replace(graph: Graph, name: string): void;
  /** Moves vertices; `before` is where they were, to undo it. */
  moved(before: Positions): void;
  undo(): void;
  redo(): void;
  /** Pushes the cycle of rotors through a vertex; whether there was one. */
  push(name: string): Promise<boolean>;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

export function makeActions(store: Store, say: (sentence: Sentence) => void): Actions {
  const history = makeHistory();
  const now = (): Moment => ({ graph: store.get().graph, positions: store.get().positions });
  const restore = (moment: Moment | null) => {
    if (!moment) return;
    const { selected } = store.get();
    store.set({ ...moment, selected: vertexOf(moment.graph, selected) && selected, tail: null, pushed: [] });
  };
  const actions: Actions = {
    commit(graph, positions) {
      history.remember(now());
      const { selected } = store.get();
      const places = positions ?? layOut(graph, store.get().positions);
      store.set({ graph, positions: places, selected: vertexOf(graph, selected) && selected, pushed: [] });
    },
    replace(graph, name) {
      history.remember(now());
      store.set({ graph, positions: layOut(graph), selected: null, tail: null, pushed: [], name });
    },
    moved(before) {
      history.remember({ graph: store.get().graph, positions: before });
    },
    undo: () => restore(history.undo(now())),
    redo: () => restore(history.redo(now())),
    async push(name) {
      const { graph } = store.get();
      try {
        const { cycle, text } = await server.push(toText(graph), name);
        const after = await server.graphOf(text);
        if (store.get().graph !== graph) return false;
        const rotors = after.vertices.map((vertex) => (vertex.sink ? 0 : vertex.rotor));
        actions.commit(setRotors(graph, rotors), store.get().positions);
        store.set({ pushed: cycle });
        say(pushedWords(cycle));
        tell(`Pushed ${cycle.join(" → ")}.`);
        return true;
      } catch (error) {
        tellFault(error);
        return false;
      }
    },
    get canUndo() {
      return history.canUndo;
    },
    get canRedo() {
      return history.canRedo;
    },
  };
  return actions;
}
