// The keyboard: every action of the board, and the keys that work everywhere.

import { announce, byId } from "./dom";
import { act, type Tool } from "./board/tools";
import { toBoard } from "./board/view";
import type { Page } from "./page";
import type { Player } from "./player";
import type { Watcher } from "./watch/watcher";
import { removeArc, removeVertex } from "./state/model";

const TOOLS: Record<string, Tool> = { v: "move", a: "vertex", r: "arc", p: "push", c: "particle" };
const STEP = 20;

export function listen(page: Page, player: Player, watcher: Watcher, setTool: (tool: Tool) => void): void {
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !typing) {
      event.preventDefault();
      player.stop();
      watcher.stop();
      if (event.shiftKey) page.redo();
      else page.undo();
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
      event.preventDefault();
      byId("save", HTMLButtonElement).click();
    }
  });

  page.board.canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { board } = page;
    const vertex = board.marks.vertex;
    const handle = (): boolean => {
      if (event.shiftKey && event.key.startsWith("Arrow")) return moved(page, vertex, event.key);
      if (watcher.watching && watched(watcher, event.key)) return true;
      switch (event.key) {
        case "w": void watcher.watch("answer"); return true;
        case " ": player.toggle(); return true;
        case "ArrowRight": void player.step(); return true;
        case "ArrowLeft": void player.back(); return true;
        case "Home": void player.to(0n); return true;
        case "End": void player.toEnd(); return true;
        case "ArrowDown": return chosen(page, 1);
        case "ArrowUp": return chosen(page, -1);
        case "Enter": return entered(page);
        case "Delete": case "Backspace": return removed(page);
        case "Escape": page.choose(undefined); return true;
        case "+": case "=": board.zoom(1.25); return true;
        case "-": board.zoom(0.8); return true;
        case "0": board.fit(); return true;
      }
      const tool = TOOLS[event.key];
      if (tool) setTool(tool);
      return tool !== undefined;
    };
    if (handle()) event.preventDefault();
  });
}

/** While an algorithm is watched, the keys of the walk are those of its frames. */
function watched(watcher: Watcher, key: string): boolean {
  switch (key) {
    case " ": watcher.toggle(); return true;
    case "ArrowRight": watcher.go(1); return true;
    case "ArrowLeft": watcher.go(-1); return true;
    case "Home": watcher.to(1); return true;
    case "End": watcher.to(Infinity); return true;
    case "Escape": watcher.leave(); return true;
  }
  return false;
}

/** The next vertex in the order of the file (F39: it is announced). */
function chosen(page: Page, by: number): boolean {
  const vertices = page.board.drawing?.scene.vertices ?? [];
  if (vertices.length === 0) return true;
  const at = vertices.findIndex(({ name }) => name === page.board.marks.vertex);
  const next = at < 0 ? (by > 0 ? 0 : vertices.length - 1) : (at + by + vertices.length) % vertices.length;
  page.choose(vertices[next]?.name);
  return true;
}

function entered(page: Page): boolean {
  const { board } = page;
  const middle = toBoard(board.view, { x: board.canvas.clientWidth / 2, y: board.canvas.clientHeight / 2 });
  if (page.tool === "vertex") void page.addVertexAt(middle);
  else if (board.marks.vertex !== undefined) void act(page, board.marks.vertex, middle);
  return true;
}

function moved(page: Page, vertex: string | undefined, key: string): boolean {
  const { places } = page;
  const place = vertex === undefined ? undefined : places[vertex];
  if (vertex === undefined || !place || !page.isCurrent) return true;
  const [x, y] = ({ ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] } as Record<string, [number, number]>)[key] ?? [0, 0];
  page.store.change({ places: { ...places, [vertex]: [place[0] + x, place[1] + y] } });
  announce(`${vertex} moved.`);
  return true;
}

/** Removes the chosen arc, or else the chosen vertex. */
export function removed(page: Page): boolean {
  const { vertex, arc } = page.board.marks;
  if (vertex === undefined) return true;
  const scene = page.board.drawing?.scene;
  const mark = scene?.arcs.find((one) => one.arc === arc);
  if (mark) {
    const first = scene?.arcs.find((one) => one.tail === mark.tail)?.arc ?? mark.arc;
    void page.edit(removeArc(vertex, mark.arc - first));
    announce(`Removed an arc of ${vertex}.`);
  } else {
    void page.edit(removeVertex(vertex), { [vertex]: null });
    announce(`Removed ${vertex}.`);
  }
  return true;
}
