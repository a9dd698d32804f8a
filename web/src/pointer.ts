// The mouse on the board: select, drag, add vertices and arcs, push cycles.

import type { Actions } from "./actions";
import type { Board } from "./board";
import { addArc, addVertex, freshName } from "./edits";
import type { Positions } from "./layout";
import type { Store } from "./store";

/** Moving less than this is a click. */
const STILL = 4;

export function listenToPointer(board: Board, store: Store, actions: Actions): void {
  const { canvas } = board;
  let held: { name: string; x: number; y: number; before: Positions; moved: boolean } | null = null;

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const { offsetX: x, offsetY: y } = event;
    const { mode, positions } = store.get();
    const name = board.vertexAt(x, y);
    canvas.focus();
    if (mode === "vertex" && name === null) return placeVertex(store, actions, board.toGraph(x, y));
    if (name === null) {
      if (mode === "select") store.set({ selected: null });
      if (mode === "push") pushAt(x, y);
      return;
    }
    if (mode === "push") return void actions.push(name);
    store.set({ selected: name, tail: mode === "arc" ? name : null });
    held = { name, x, y, before: positions, moved: false };
    canvas.setPointerCapture(event.pointerId);
  });

  canvas.addEventListener("pointermove", (event) => {
    if (!held) return;
    const { offsetX: x, offsetY: y } = event;
    if (!held.moved && Math.hypot(x - held.x, y - held.y) < STILL) return;
    held.moved = true;
    const { mode, positions } = store.get();
    const to = board.toGraph(x, y);
    if (mode === "arc") {
      const from = positions.get(held.name);
      if (from) board.drag({ x0: from.x, y0: from.y, x1: to.x, y1: to.y });
    } else {
      store.set({ positions: new Map(positions).set(held.name, to) });
    }
  });

  const release = (event: PointerEvent, done: boolean) => {
    if (!held) return;
    const { name, before, moved } = held;
    held = null;
    board.drag(null);
    if (store.get().mode !== "arc") {
      if (moved) actions.moved(before);
      return;
    }
    const head = board.vertexAt(event.offsetX, event.offsetY);
    store.set({ tail: null });
    // A click alone makes no loop: the mouse has to leave the vertex and come back, or go elsewhere.
    if (done && moved && head !== null) actions.commit(addArc(store.get().graph, name, head));
  };
  canvas.addEventListener("pointerup", (event) => release(event, true));
  canvas.addEventListener("pointercancel", (event) => release(event, false));

  const pushAt = (x: number, y: number) => {
    const arc = board.arcAt(x, y);
    if (arc) void actions.push(arc.tail);
  };
}

/** A new vertex where the mouse is. */
export function placeVertex(store: Store, actions: Actions, at: { x: number; y: number }): void {
  const { graph, positions } = store.get();
  const name = freshName(graph);
  actions.commit(addVertex(graph, name), new Map(positions).set(name, at));
  store.set({ selected: name });
}
