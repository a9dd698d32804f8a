// The board: a canvas with a drawing, a view of it, and what is marked; it finds what lies under a point.

import { onChange, present as presentInk } from "./colours";
import type { FrameMarks } from "./marks";
import { type Marks, paint } from "./painter";
import { type Drawing, placesOf, type Point, pointOn, type SceneArc, type SceneVertex } from "./scene";
import { type Area, fitted, NARROW, NARROW_PICTURE, toBoard, toScreen, type View, zoomed } from "./view";

/** The tools cover this much on the left, or above on a phone. */
const TOOLS = 84;
const TOOLS_ABOVE = 60;

export class Board {
  drawing: Drawing | undefined;
  view: View = { scale: 1, x: 0, y: 0 };
  marks: Marks = { trail: new Map() };
  #frame = 0;
  #follow = true;

  constructor(readonly canvas: HTMLCanvasElement) {
    new ResizeObserver(() => this.#resized()).observe(canvas);
    onChange(() => this.repaint());
  }

  /** How wide pictures may be that are laid out for this board; none if it does not matter. */
  get pictureWidth(): string | undefined {
    return this.canvas.clientWidth < NARROW ? NARROW_PICTURE : undefined;
  }

  show(drawing: Drawing, trail: ReadonlyMap<number, number>, frame?: FrameMarks): void {
    this.drawing = drawing;
    const { vertex, arc } = this.marks;
    const stays = drawing.scene.vertices.some(({ name }) => name === vertex);
    this.marks = { ...this.marks, trail, frame, vertex: stays ? vertex : undefined, arc: drawing.scene.arcs.some((mark) => mark.arc === arc) ? arc : undefined };
    if (this.marks.dragging) {
      // The vertex has arrived where it was dragged, unless it is still on its way.
      this.marks = { ...this.marks, dragging: undefined };
    }
    this.repaint();
  }

  mark(marks: Partial<Marks>): void {
    this.marks = { ...this.marks, ...marks };
    this.repaint();
  }

  select(vertex?: string, arc?: number): void {
    this.mark({ vertex, arc });
  }

  /** Whether the view is still the one that shows everything: nobody has moved it or put anything at a place. */
  get follows(): boolean {
    return this.#follow;
  }

  /** Whether every vertex that an earlier drawing did not have, or had elsewhere, is in sight. */
  seesNew(before: Drawing | undefined): boolean {
    if (!this.drawing || this.drawing.scene.vertices.length === 0) return false;
    const places = new Map(Object.entries(before ? placesOf(before) : {}));
    const areas = this.#free();
    return Object.entries(placesOf(this.drawing)).every(([name, [x, y]]) => {
      const earlier = places.get(name);
      if (earlier && Math.hypot(x - earlier[0], y - earlier[1]) < 1) return true;
      const at = toScreen(this.view, { x, y });
      return areas.some(({ left, top, right, bottom }) => left <= at.x && at.x <= right && top <= at.y && at.y <= bottom);
    });
  }

  /** Shows everything, and goes on doing so when the window changes. */
  fit(): void {
    this.#follow = true;
    const { drawing } = this;
    if (drawing) this.view = this.#free().map((area) => fitted(drawing, area)).reduce((best, view) => (view.scale > best.scale ? view : best));
    this.repaint();
  }

  /** The areas that nothing covers: the buttons of the view stand in a corner, beside or below which there is room. */
  #free(): Area[] {
    const { clientWidth: right, clientHeight: height } = this.canvas;
    const [left, top] = document.body.classList.contains("embed") ? [0, 0] : innerWidth > 859 ? [TOOLS, 0] : [0, TOOLS_ABOVE];
    const whole = { left, top, right, bottom: height - this.#covered() };
    const [own, box] = [this.canvas.getBoundingClientRect(), document.querySelector(".zoom")?.getBoundingClientRect()];
    if (!box || box.top - own.top > whole.bottom) return [whole];
    const isAbove = box.top - own.top < height / 2;
    const vertical = isAbove ? { ...whole, top: Math.max(top, box.bottom - own.top) } : { ...whole, bottom: Math.min(whole.bottom, box.top - own.top) };
    return [{ ...whole, right: box.left - own.left }, vertical];
  }

  /** How much of the board is covered from below, by the welcome, the tour, or the panel of a phone. */
  #covered(): number {
    const own = this.canvas.getBoundingClientRect();
    const tops = [...document.querySelectorAll(".hero, .panel")].map((box) => {
      const { top, left, height } = box.getBoundingClientRect();
      return height > 0 && left < own.right - 1 ? top : own.bottom;
    });
    return Math.min(own.height * 0.8, Math.max(0, own.bottom - Math.min(...tops)));
  }

  /** From now on the view stays where it is when the window or the words below change: somebody puts things at places. */
  hold(): void {
    this.#follow = false;
  }

  move(view: View): void {
    this.hold();
    this.view = view;
    this.repaint();
  }

  zoom(factor: number, at: Point = { x: this.canvas.clientWidth / 2, y: this.canvas.clientHeight / 2 }): void {
    this.move(zoomed(this.view, factor, at));
  }

  repaint(): void {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.paintNow();
    });
  }

  paintNow(): void {
    if (this.drawing) paint(this.canvas, this.drawing, this.view, this.marks, presentInk());
  }

  #resized(): void {
    const ratio = Math.min(devicePixelRatio, 2);
    this.canvas.width = Math.round(this.canvas.clientWidth * ratio);
    this.canvas.height = Math.round(this.canvas.clientHeight * ratio);
    if (this.#follow) this.fit();
    // At once: an empty frame would flicker.
    this.paintNow();
  }

  /** The place of a vertex on the canvas. */
  screenPlace(name: string): Point | undefined {
    const vertex = this.vertex(name);
    if (!vertex || !this.drawing) return undefined;
    const { shift } = this.drawing;
    return toScreen(this.view, { x: vertex.x - shift.x, y: vertex.y - shift.y });
  }

  vertex(name: string | undefined): SceneVertex | undefined {
    return this.drawing?.scene.vertices.find((vertex) => vertex.name === name);
  }

  /** The vertex under a point of the canvas, with some room around it for fingers. */
  vertexAt(at: Point, room: number): SceneVertex | undefined {
    if (!this.drawing) return undefined;
    const { scene, shift } = this.drawing;
    const board = toBoard(this.view, at);
    const [x, y, more] = [board.x + shift.x, board.y + shift.y, room / this.view.scale];
    let best: SceneVertex | undefined;
    let least = Infinity;
    for (const vertex of scene.vertices) {
      const [across, down] = [Math.abs(vertex.x - x), Math.abs(vertex.y - y)];
      if (across > vertex.half_width + more || down > vertex.half_height + more) continue;
      const distance = Math.hypot(across, down);
      if (distance < least) [best, least] = [vertex, distance];
    }
    return best;
  }

  /** The arc under a point of the canvas. */
  arcAt(at: Point, room: number): SceneArc | undefined {
    if (!this.drawing) return undefined;
    const { scene, shift, curves } = this.drawing;
    const board = toBoard(this.view, at);
    const [x, y] = [board.x + shift.x, board.y + shift.y];
    let best: SceneArc | undefined;
    let least = (4 + room) / this.view.scale;
    scene.arcs.forEach((arc, index) => {
      const curve = curves[index];
      if (!curve) return;
      for (let part = 0; part <= 24; part++) {
        const point = pointOn(curve, part / 24);
        const distance = Math.hypot(point.x - x, point.y - y);
        if (distance < least) [best, least] = [arc, distance];
      }
    });
    return best;
  }
}
