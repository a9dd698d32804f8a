// The pointer: mouse, finger and pen on the board. One finger does what the tool says, two pinch and pan.

import { announce } from "../dom";
import type { Page } from "../page";
import { act, actOnArc, draw } from "./tools";
import type { Point } from "./scene";
import { LEAST, MOST, toBoard, type View } from "./view";

/** A press that moves less than this is a tap. */
const TAP = 6;

interface Press {
  start: Point;
  last: Point;
  vertex: string | undefined;
  view: View;
  moved: boolean;
}

export function listen(page: Page): void {
  const { board } = page;
  const { canvas } = board;
  const pointers = new Map<number, Point>();
  let press: Press | undefined;
  let pinch: { distance: number; middle: Point; view: View } | undefined;

  const at = (event: MouseEvent): Point => {
    const frame = canvas.getBoundingClientRect();
    return { x: event.clientX - frame.left, y: event.clientY - frame.top };
  };
  const room = (event: PointerEvent) => (event.pointerType === "mouse" ? 2 : 12);
  const two = (): readonly [Point, Point] => [...pointers.values()] as [Point, Point];
  const between = ([a, b]: readonly [Point, Point]) => ({ distance: Math.hypot(a.x - b.x, a.y - b.y), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } });

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    pointers.set(event.pointerId, at(event));
    if (pointers.size === 2) {
      // The second finger turns whatever the first began into a pinch.
      board.mark({ dragging: undefined, rubber: undefined });
      press = undefined;
      pinch = { ...between(two()), view: board.view };
      return;
    }
    const vertex = board.vertexAt(at(event), room(event));
    press = { start: at(event), last: at(event), vertex: vertex?.name, view: board.view, moved: false };
  });

  canvas.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) return;
    pointers.set(event.pointerId, at(event));
    if (pinch && pointers.size >= 2) {
      const now = between(two());
      const { view } = pinch;
      const scale = Math.max(LEAST, Math.min(MOST, view.scale * (now.distance / Math.max(1, pinch.distance))));
      const ratio = scale / view.scale;
      board.move({ scale, x: now.middle.x - (pinch.middle.x - view.x) * ratio, y: now.middle.y - (pinch.middle.y - view.y) * ratio });
      return;
    }
    if (!press) return;
    press.last = at(event);
    const by = { x: press.last.x - press.start.x, y: press.last.y - press.start.y };
    if (!press.moved && Math.hypot(by.x, by.y) < TAP) return;
    press.moved = true;
    if (press.vertex === undefined) {
      board.move({ ...press.view, x: press.view.x + by.x, y: press.view.y + by.y });
    } else if (page.tool === "arc") {
      board.mark({ rubber: [toBoard(board.view, press.start), toBoard(board.view, press.last)] });
    } else {
      const { scale } = board.view;
      board.mark({ dragging: { name: press.vertex, by: { x: by.x / scale, y: by.y / scale } } });
    }
  });

  const lift = (event: PointerEvent, cancelled: boolean) => {
    if (!pointers.delete(event.pointerId)) return;
    if (pinch) {
      if (pointers.size < 2) pinch = undefined;
      return;
    }
    const done = press;
    press = undefined;
    if (!done || cancelled) {
      board.mark({ dragging: undefined, rubber: undefined });
      return;
    }
    const place = toBoard(board.view, done.last);
    if (!done.moved) {
      const arc = done.vertex === undefined ? board.arcAt(done.last, room(event)) : undefined;
      if (arc && page.tool !== "vertex") actOnArc(page, arc);
      else void act(page, done.vertex, place);
      return;
    }
    if (done.vertex === undefined) return;
    if (page.tool === "arc") {
      board.mark({ rubber: undefined });
      // Where the finger was lifted, not where it went down (F33).
      const head = board.vertexAt(done.last, room(event));
      if (head) void draw(page, done.vertex, head.name);
      else announce("An arc ends on a vertex; nothing was drawn.");
      return;
    }
    const { places } = page;
    const from = places[done.vertex];
    const by = board.marks.dragging?.by;
    if (from && by && page.isCurrent) page.store.change({ places: { ...places, [done.vertex]: [from[0] + by.x, from[1] + by.y] } });
  };
  canvas.addEventListener("pointerup", (event) => lift(event, false));
  canvas.addEventListener("pointercancel", (event) => lift(event, true));

  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    board.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), at(event));
  }, { passive: false });

  canvas.addEventListener("dblclick", (event) => {
    if (page.tool !== "move" || board.vertexAt(at(event), 2) || board.arcAt(at(event), 2)) return;
    void page.addVertexAt(toBoard(board.view, at(event)));
  });
}
