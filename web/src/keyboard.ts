// Keys: everything the mouse can do on the board, and undo everywhere.

import type { Actions } from "./actions";
import type { Board } from "./board";
import { addArc, removeVertex } from "./edits";
import { startOf } from "./model";
import { placeVertex } from "./pointer";
import type { Store } from "./store";

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function listenToKeys(board: Board, store: Store, actions: Actions, step: () => void, save: () => void): void {
  document.addEventListener("keydown", (event) => {
    const command = event.ctrlKey || event.metaKey;
    const typing = event.target instanceof HTMLElement && event.target.matches("textarea, input:not([type=radio], [type=range])");
    const key = event.key.toLowerCase();
    if (command && key === "s") {
      event.preventDefault();
      save();
    } else if (command && !typing && (key === "z" || key === "y")) {
      event.preventDefault();
      if (key === "y" || event.shiftKey) actions.redo();
      else actions.undo();
    }
  });

  board.canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = WAYS[event.key];
    if (way) {
      if (event.shiftKey) nudge(store, actions, way);
      else go(store, way);
    } else if (event.key === "Enter") enter(board, store, actions);
    else if (event.key === "Delete" || event.key === "Backspace") remove(store, actions);
    else if (event.key === " ") step();
    else if (event.key === "Escape") store.set({ selected: null, tail: null });
    else if (event.key === "+" || event.key === "=") board.zoomBy(1.25);
    else if (event.key === "-") board.zoomBy(0.8);
    else if (event.key === "0") board.fit();
    else return;
    event.preventDefault();
  });
}

/** Selects the vertex that is nearest in this way. */
function go(store: Store, [dx, dy]: [number, number]): void {
  const { graph, positions, selected } = store.get();
  const at = selected === null ? undefined : positions.get(selected);
  if (!at) return store.set({ selected: startOf(graph) });
  let [nearest, least] = [null as string | null, Infinity];
  for (const [name, place] of positions) {
    const [x, y] = [place.x - at.x, place.y - at.y];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (name === selected || along <= 0 || aside > 2 * along) continue;
    const distance = along + 2 * aside;
    if (distance < least) [nearest, least] = [name, distance];
  }
  if (nearest !== null) store.set({ selected: nearest });
}

function nudge(store: Store, actions: Actions, [dx, dy]: [number, number]): void {
  const { positions, selected } = store.get();
  const at = selected === null ? undefined : positions.get(selected);
  if (!at || selected === null) return;
  store.set({ positions: new Map(positions).set(selected, { x: at.x + 15 * dx, y: at.y + 15 * dy }) });
  actions.moved(positions);
}

function enter(board: Board, store: Store, actions: Actions): void {
  const { mode, selected, tail, graph } = store.get();
  if (mode === "vertex") {
    const at = selected === null ? undefined : store.get().positions.get(selected);
    const middle = board.toGraph(board.canvas.clientWidth / 2, board.canvas.clientHeight / 2);
    placeVertex(store, actions, at ? { x: at.x + 90, y: at.y } : middle);
  } else if (selected === null) return;
  else if (mode === "push") void actions.push(selected);
  else if (mode === "arc" && tail === null) store.set({ tail: selected });
  else if (mode === "arc" && tail !== null) {
    actions.commit(addArc(graph, tail, selected));
    store.set({ tail: null });
  }
}

function remove(store: Store, actions: Actions): void {
  const { graph, selected } = store.get();
  if (selected !== null) actions.commit(removeVertex(graph, selected));
}
