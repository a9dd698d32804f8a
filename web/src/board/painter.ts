// The painter: paints a scene on a canvas, moved and scaled, with what is marked on top.

import type { Ink } from "./colours";
import { type FrameMarks, MarkPainter } from "./marks";
import { type Cubic, type Drawing, dragged, type Point, type SceneVertex, type Words } from "./scene";
import type { View } from "./view";

/** What is painted besides the scene. */
export interface Marks {
  vertex?: string | undefined;
  arc?: number | undefined;
  /** Arcs used lately, by their place in the scene, the last one 1, older ones less. */
  trail: ReadonlyMap<number, number>;
  /** The particle between two vertices, in coordinates of the scene. */
  moving?: Point | undefined;
  /** A vertex on its way, in coordinates of the board. */
  dragging?: { name: string; by: Point } | undefined;
  /** An arc being drawn, in coordinates of the board. */
  rubber?: readonly [Point, Point] | undefined;
  /** What an algorithm at work marks and writes. */
  frame?: FrameMarks | undefined;
  /** How far the marks of a new frame have grown, from 0 to 1. */
  grown?: number | undefined;
}

/** Words smaller than this on the screen are left out: they come with zooming in. */
const LEGIBLE = 5;
const FAMILY = "DejaVu Sans, Verdana, sans-serif";
const NOWHERE: Point = { x: 0, y: 0 };

export function paint(canvas: HTMLCanvasElement, drawing: Drawing, view: View, marks: Marks, ink: Ink): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const ratio = canvas.width / Math.max(1, canvas.clientWidth || canvas.width);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  const { scene, shift } = drawing;
  const scale = view.scale * ratio;
  context.setTransform(scale, 0, 0, scale, ratio * view.x - shift.x * scale, ratio * view.y - shift.y * scale);
  const painter = new Painter(context, drawing, view, marks, ink);
  painter.all();
  if (marks.rubber) {
    const [from, to] = marks.rubber;
    context.beginPath();
    context.moveTo(from.x + shift.x, from.y + shift.y);
    context.lineTo(to.x + shift.x, to.y + shift.y);
    painter.stroke(scene.particle, 2 / view.scale, [6, 4]);
  }
  if (marks.moving) painter.particle(marks.moving);
}

class Painter {
  readonly #moved: Point;
  readonly #window: { left: number; top: number; right: number; bottom: number };

  constructor(
    readonly context: CanvasRenderingContext2D, readonly drawing: Drawing, readonly view: View, readonly marks: Marks, readonly ink: Ink,
  ) {
    this.#moved = marks.dragging?.by ?? NOWHERE;
    const corner = (x: number, y: number) => new DOMPoint(x, y).matrixTransform(context.getTransform().inverse());
    const [least, most] = [corner(0, 0), corner(context.canvas.width, context.canvas.height)];
    this.#window = { left: least.x - 60, top: least.y - 60, right: most.x + 60, bottom: most.y + 60 };
  }

  all(): void {
    const { scene } = this.drawing;
    for (const { x, y, width, height, fill } of scene.rectangles) {
      this.context.fillStyle = this.ink(fill);
      // A little wider: between two that touch, the ground would shine through.
      this.context.fillRect(x, y, width + 0.5 / this.view.scale, height);
    }
    this.#outlines();
    scene.arcs.forEach((_, at) => this.arc(at));
    scene.vertices.forEach((vertex, at) => this.vertex(vertex, at));
    scene.words.forEach((words) => this.words(words, this.ink(words.colour)));
    this.#labels();
  }

  /** The marks of an algorithm, below the scene. */
  #outlines(): void {
    const { frame, grown, dragging } = this.marks;
    if (!frame) return;
    const { scene, paths, borders } = this.drawing;
    const marks = new MarkPainter(this.context, frame.styles, this.view.scale, grown);
    const isMoved = (index: number | undefined) => dragging !== undefined && scene.vertices[index ?? -1]?.name === dragging.name;
    frame.arcs.forEach((marked, at) => {
      const [arc, path] = [scene.arcs[at], paths[at]];
      if (arc && path && !isMoved(arc.tail) && !isMoved(arc.head)) marks.outline(marked.marks, path, arc.width);
    });
    scene.vertices.forEach(({ name }, at) => {
      const [marked, border] = [frame.vertices.get(name), borders[at]?.[0]];
      if (marked && border && name !== dragging?.name) marks.outline(marked.marks, border, 1.4);
    });
  }

  /** Its numbers, on top of everything. */
  #labels(): void {
    const { frame, dragging } = this.marks;
    if (!frame || dragging) return;
    const { scene, curves } = this.drawing;
    const marks = new MarkPainter(this.context, frame.styles, this.view.scale);
    const inOrder = [...frame.arcs].sort(([, one], [, other]) => Number(one.is_new) - Number(other.is_new));
    inOrder.forEach(([at, marked]) => {
      const curve = curves[at];
      if (curve && this.#sees(...curve)) marks.arcLabel(marked, curve);
    });
    scene.vertices.forEach((vertex) => {
      const marked = frame.vertices.get(vertex.name);
      if (marked && this.#sees(vertex)) marks.vertexLabel(marked, vertex);
    });
  }

  #sees(...points: readonly Point[]): boolean {
    const { left, top, right, bottom } = this.#window;
    const xs = points.map((point) => point.x);
    const ys = points.map((point) => point.y);
    return Math.max(...xs) >= left && Math.min(...xs) <= right && Math.max(...ys) >= top && Math.min(...ys) <= bottom;
  }

  arc(at: number): void {
    const { scene, curves, paths, arrows } = this.drawing;
    const arc = scene.arcs[at];
    let curve = curves[at];
    let path = paths[at];
    let arrow = arrows[at];
    if (!arc || !curve || !path || !arrow) return;
    const name = this.marks.dragging?.name;
    const [tail, head] = [arc.tail, arc.head].map((index) => (name !== undefined && scene.vertices[index]?.name === name ? this.#moved : NOWHERE)) as [Point, Point];
    const isMoved = tail !== NOWHERE || head !== NOWHERE;
    if (isMoved) {
      curve = dragged(curve, tail, head);
      path = pathOf(curve);
      const tip = new Path2D();
      tip.addPath(arrow, new DOMMatrix([1, 0, 0, 1, head.x, head.y]));
      arrow = tip;
    }
    if (!this.#sees(...curve)) return;
    if (arc.chosen) this.stroke("#f0e442", arc.width + 9, [], path);
    const trail = this.marks.trail.get(at);
    if (trail !== undefined) this.stroke(scene.particle, arc.width + 3 + 5 * trail, [], path, 0.12 + 0.4 * trail);
    if (this.marks.arc === arc.arc) this.stroke("#2b7de9", arc.width + 7, [], path, 0.5);
    this.stroke(arc.colour, arc.width, arc.dashed ? [6, 3] : [], path);
    this.context.fillStyle = this.ink(arc.colour);
    this.context.fill(arrow);
    if (isMoved) return;
    this.words(arc.number, this.ink(arc.number.colour));
    if (arc.label) this.words(arc.label, this.ink(arc.label.colour));
  }

  vertex(vertex: SceneVertex, at: number): void {
    if (!this.#sees(vertex)) return;
    const { context } = this;
    const isMoved = this.marks.dragging?.name === vertex.name;
    context.save();
    if (isMoved) context.translate(this.#moved.x, this.#moved.y);
    if (vertex.start) {
      this.stroke("#222222", vertex.start.width, [], new Path2D(vertex.start.path));
      context.fillStyle = this.ink("#222222");
      context.fill(new Path2D(vertex.start.arrow));
    }
    const [border, inner] = this.drawing.borders[at] ?? [];
    if (border) {
      if (this.marks.vertex === vertex.name) this.stroke("#2b7de9", 9, [], border, 0.55);
      context.fillStyle = this.ink(vertex.fill);
      context.fill(border);
      this.stroke("#222222", 1.4, [], border);
    }
    const isColoured = vertex.fill !== "#ffffff";
    if (inner) {
      context.lineWidth = 1.4;
      context.strokeStyle = isColoured ? (vertex.words[0]?.colour ?? "#222222") : this.ink("#222222");
      context.stroke(inner);
    }
    vertex.words.forEach((words) => this.words(words, isColoured ? words.colour : this.ink(words.colour)));
    if (vertex.particles && !(this.marks.moving && vertex.particles.count.text === "")) {
      const disc = new Path2D(vertex.particles.disc);
      context.fillStyle = this.ink(vertex.particles.fill);
      context.fill(disc);
      this.stroke("#ffffff", 1, [], disc);
      this.words(vertex.particles.count, this.ink("#ffffff"));
    }
    context.restore();
  }

  particle({ x, y }: Point): void {
    const disc = new Path2D();
    disc.arc(x, y, Math.max(8, 5 / this.view.scale), 0, 2 * Math.PI);
    this.context.fillStyle = this.ink(this.drawing.scene.particle);
    this.context.fill(disc);
    this.stroke("#ffffff", 1.5, [], disc);
  }

  stroke(colour: string, width: number, dashes: number[], path?: Path2D, alpha = 1): void {
    const { context } = this;
    context.globalAlpha = alpha;
    context.strokeStyle = this.ink(colour);
    context.lineWidth = Math.max(width, 0.6 / this.view.scale);
    context.lineCap = alpha < 1 ? "round" : "butt";
    context.setLineDash(dashes);
    if (path) context.stroke(path);
    else context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  words({ text, x, y, anchor, size }: Words, colour: string): void {
    if (size * this.view.scale < LEGIBLE || text === "") return;
    const { context } = this;
    context.font = `${size}px ${FAMILY}`;
    context.textAlign = anchor === "middle" ? "center" : anchor;
    context.fillStyle = colour;
    context.fillText(text, x, y);
  }
}

function pathOf([a, b, c, d]: Cubic): Path2D {
  return new Path2D(`M${a.x} ${a.y} C${b.x} ${b.y} ${c.x} ${c.y} ${d.x} ${d.y}`);
}

