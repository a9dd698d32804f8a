// The painter: the whole drawing on a canvas, in the colours of the page.

import { freeSide, pointOn, RADIUS, touching, type Curve } from "./geometry";
import type { Positions } from "./layout";
import type { Graph, Vertex } from "./model";
import { arcKey, type Overlay } from "./overlay";

export interface Colours {
  readonly ink: string;
  readonly paper: string;
  readonly faint: string;
  readonly rotor: string;
  readonly bold: string;
  readonly chosen: string;
  readonly particle: string;
  readonly exits: readonly string[];
}

/** Eight colours that colour-blind people tell apart (Okabe and Ito); more ends than that share them. */
export const EXIT_COLOURS = 8;

/** The colours that the style sheet has set. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ink: colour("ink"),
    paper: colour("paper"),
    faint: colour("faint"),
    rotor: colour("rotor"),
    bold: colour("bold"),
    chosen: colour("chosen"),
    particle: colour("particle"),
    exits: Array.from({ length: EXIT_COLOURS }, (_, number) => colour(`exit-${number}`)),
  };
}

export interface Scene {
  readonly graph: Graph;
  readonly positions: Positions;
  readonly curves: readonly Curve[];
  readonly rotors: readonly number[];
  readonly overlay: Overlay;
  readonly selected: string | null;
  readonly tail: string | null;
  readonly pushed: readonly string[];
  readonly particle: string | null;
  /** An arc on its way from its tail to the mouse. */
  readonly dragged: { x0: number; y0: number; x1: number; y1: number } | null;
}

export interface Eye {
  readonly x: number;
  readonly y: number;
  readonly k: number;
}

type Pen = CanvasRenderingContext2D;

/** Draws the scene as `eye` sees it. Time O(|V| + |A|). */
export function paint(pen: Pen, width: number, height: number, ratio: number, eye: Eye, scene: Scene, colours: Colours): void {
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.setTransform(ratio * eye.k, 0, 0, ratio * eye.k, ratio * eye.x, ratio * eye.y);
  const seen = (x: number, y: number, margin: number) => {
    const [sx, sy] = [x * eye.k + eye.x, y * eye.k + eye.y];
    return sx > -margin && sy > -margin && sx < width + margin && sy < height + margin;
  };
  const arcs = scene.curves.filter((curve) => seen((curve.x0 + curve.x3) / 2, (curve.y0 + curve.y3) / 2, 1000));
  paintArcs(pen, arcs, scene, colours, eye.k);
  const fine = eye.k > 0.35;
  const sides = fine ? touching(arcs, scene.positions) : new Map<string, number[]>();
  scene.graph.vertices.forEach((vertex) => {
    const at = scene.positions.get(vertex.name);
    if (at && seen(at.x, at.y, 60)) paintVertex(pen, vertex, at.x, at.y, scene, colours, fine ? (sides.get(vertex.name) ?? []) : null);
  });
  if (fine) for (const curve of arcs) paintLabel(pen, curve, scene, colours);
  if (scene.dragged) {
    pen.strokeStyle = colours.chosen;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(scene.dragged.x0, scene.dragged.y0);
    pen.lineTo(scene.dragged.x1, scene.dragged.y1);
    pen.stroke();
  }
}

function paintArcs(pen: Pen, curves: readonly Curve[], scene: Scene, colours: Colours, k: number): void {
  const { overlay, pushed } = scene;
  const rotorOf = new Map(scene.graph.vertices.map(({ name }, place) => [name, scene.rotors[place] ?? 0]));
  const onCycle = new Set(pushed);
  const plain: Curve[] = [];
  const turning: Curve[] = [];
  const special: [Curve, string, number, boolean][] = [];
  for (const curve of curves) {
    const key = arcKey(curve.tail, curve.position);
    const width = overlay.widths.get(key);
    const isRotor = rotorOf.get(curve.tail) === curve.position;
    if (onCycle.has(curve.tail) && isRotor) special.push([curve, colours.chosen, 4, false]);
    else if (overlay.bold.has(key)) special.push([curve, colours.bold, 4, isRotor]);
    else if (width !== undefined) special.push([curve, isRotor ? colours.rotor : colours.ink, width, isRotor]);
    else if (isRotor) turning.push(curve);
    else plain.push(curve);
  }
  paintBundle(pen, plain, colours.ink, 1.3, false, k);
  paintBundle(pen, turning, colours.rotor, 2.2, true, k);
  for (const [curve, colour, width, dashed] of special) paintBundle(pen, [curve], colour, width, dashed, k);
}

function paintBundle(pen: Pen, curves: readonly Curve[], colour: string, width: number, dashed: boolean, k: number): void {
  if (curves.length === 0) return;
  // Far away, an arc is a line: nobody sees its bend, its dashes or its head.
  const near = k > 0.2;
  pen.strokeStyle = colour;
  pen.fillStyle = colour;
  pen.lineWidth = near ? width : width * 1.5;
  pen.setLineDash(dashed && near ? [7, 4] : []);
  pen.beginPath();
  for (const curve of curves) {
    pen.moveTo(curve.x0, curve.y0);
    if (near) pen.bezierCurveTo(curve.x1, curve.y1, curve.x2, curve.y2, curve.x3, curve.y3);
    else pen.lineTo(curve.x3, curve.y3);
  }
  pen.stroke();
  pen.setLineDash([]);
  if (!near) return;
  pen.beginPath();
  const size = 7 + width;
  for (const { x2, y2, x3, y3 } of curves) {
    const angle = Math.atan2(y3 - y2, x3 - x2);
    pen.moveTo(x3, y3);
    pen.lineTo(x3 - size * Math.cos(angle - 0.4), y3 - size * Math.sin(angle - 0.4));
    pen.lineTo(x3 - size * Math.cos(angle + 0.4), y3 - size * Math.sin(angle + 0.4));
    pen.closePath();
  }
  pen.fill();
}

function outline(pen: Pen, vertex: Vertex, x: number, y: number, radius: number): void {
  pen.beginPath();
  const owner = vertex.sink ? "rotor" : vertex.owner;
  if (owner === "max") pen.rect(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8);
  else if (owner === "min") {
    pen.moveTo(x, y - radius * 1.2);
    pen.lineTo(x + radius * 1.2, y);
    pen.lineTo(x, y + radius * 1.2);
    pen.lineTo(x - radius * 1.2, y);
    pen.closePath();
  } else pen.arc(x, y, radius, 0, 2 * Math.PI);
}

function paintVertex(pen: Pen, vertex: Vertex, x: number, y: number, scene: Scene, colours: Colours, sides: readonly number[] | null): void {
  const { name } = vertex;
  const exit = scene.overlay.colours.get(name);
  const fill = exit === undefined ? colours.paper : (colours.exits[exit % EXIT_COLOURS] ?? colours.paper);
  outline(pen, vertex, x, y, RADIUS);
  pen.fillStyle = fill;
  pen.fill();
  pen.strokeStyle = colours.ink;
  pen.lineWidth = 1.6;
  pen.stroke();
  if (vertex.sink) {
    outline(pen, vertex, x, y, RADIUS - 4);
    pen.stroke();
  }
  if (name === scene.selected || name === scene.tail) {
    outline(pen, vertex, x, y, RADIUS + 5);
    pen.strokeStyle = colours.chosen;
    pen.lineWidth = 3;
    pen.stroke();
  }
  if (name === scene.particle) {
    pen.beginPath();
    pen.arc(x + RADIUS * 0.75, y - RADIUS * 0.75, 8, 0, 2 * Math.PI);
    pen.fillStyle = colours.particle;
    pen.fill();
    pen.strokeStyle = colours.ink;
    pen.lineWidth = 1.5;
    pen.stroke();
  }
  if (sides === null) return;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const inside = name.length <= 4;
  pen.font = `${inside ? 13 : 12}px system-ui, sans-serif`;
  pen.fillStyle = inside && exit !== undefined ? "#000" : colours.ink;
  const shown = name.length > 18 ? `${name.slice(0, 17)}…` : name;
  if (inside) pen.fillText(shown, x, y);
  const notes = [
    inside ? "" : shown,
    name === scene.graph.start ? "start" : "",
    vertex.sink && vertex.value !== 0 ? `value ${vertex.value}` : "",
  ].filter((part) => part !== "");
  if (notes.length > 0) paintNote(pen, notes.join(", "), x, y, freeSide(sides), colours);
}

/** A note beside a vertex, where no arc is. */
function paintNote(pen: Pen, note: string, x: number, y: number, side: number, colours: Colours): void {
  const [dx, dy] = [Math.cos(side), Math.sin(side)];
  pen.font = "12px system-ui, sans-serif";
  pen.fillStyle = colours.ink;
  pen.textAlign = dx > 0.3 ? "left" : dx < -0.3 ? "right" : "center";
  const far = RADIUS + (Math.abs(dy) > 0.9 ? 13 : 9);
  haloed(pen, note, x + far * dx, y + far * dy, colours);
}

/** Text that can be read upon lines. */
function haloed(pen: Pen, text: string, x: number, y: number, colours: Colours): void {
  pen.strokeStyle = colours.paper;
  pen.lineWidth = 4;
  pen.lineJoin = "round";
  pen.strokeText(text, x, y);
  pen.fillText(text, x, y);
}

function paintLabel(pen: Pen, curve: Curve, scene: Scene, colours: Colours): void {
  const label = scene.overlay.labels.get(arcKey(curve.tail, curve.position));
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  if (label !== undefined) {
    const { x, y } = pointOn(curve, 0.38);
    pen.font = "bold 13px system-ui, sans-serif";
    pen.fillStyle = colours.bold;
    const shown = label.length > 9 ? `${label.slice(0, 4)}…${label.length}` : label;
    haloed(pen, shown, x, y, colours);
    return;
  }
  // The place in the rotor order stands near where the arc begins, beyond the heads of those that end there.
  const { x, y } = pointOn(curve, 0.24);
  pen.font = "10px system-ui, sans-serif";
  pen.fillStyle = colours.faint;
  haloed(pen, String(curve.position), x, y, colours);
}
