// Geometry: the curve of every arc, parallel and opposite ones apart, loops visible.

import type { Point, Positions } from "./layout";
import { indexOf, type Graph, type Vertex } from "./model";

export const RADIUS = 20;

/** How far the rim of a vertex is from its middle in the direction (dx, dy), a unit vector. */
export function rimOf(vertex: Vertex, dx: number, dy: number): number {
  const owner = vertex.sink ? "rotor" : vertex.owner;
  if (owner === "max") return (RADIUS * 0.9) / Math.max(Math.abs(dx), Math.abs(dy));
  if (owner === "min") return (RADIUS * 1.2) / (Math.abs(dx) + Math.abs(dy));
  return RADIUS;
}

/** A cubic curve from the rim of the tail to the rim of the head. */
export interface Curve {
  readonly tail: string;
  readonly position: number;
  readonly head: string;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly x3: number;
  readonly y3: number;
}

const GAP = 26;

/** The arcs between two vertices, as pairs of tail and position, in an order that both directions share. */
function bundles(graph: Graph): Map<string, { tail: number; position: number; head: number }[]> {
  const index = indexOf(graph);
  const all = new Map<string, { tail: number; position: number; head: number }[]>();
  graph.vertices.forEach((vertex, tail) => {
    if (vertex.sink) return;
    vertex.arcs.forEach((name, position) => {
      const head = index.get(name);
      if (head === undefined) return;
      const key = tail < head ? `${tail} ${head}` : `${head} ${tail}`;
      const bundle = all.get(key);
      if (bundle) bundle.push({ tail, position, head });
      else all.set(key, [{ tail, position, head }]);
    });
  });
  return all;
}

/** Where arcs are not told apart any more: the hundredth parallel arc lies on the others. */
const MOST_APART = 24;

/** The curves of all arcs that have a place. */
export function curvesOf(graph: Graph, positions: Positions): Curve[] {
  const curves: Curve[] = [];
  const nameAt = (place: number) => graph.vertices[place]?.name ?? "";
  for (const bundle of bundles(graph).values()) {
    const gap = GAP * Math.min(1, MOST_APART / bundle.length / 2);
    bundle.forEach(({ tail, position, head }, number) => {
      const [from, to] = [positions.get(nameAt(tail)), positions.get(nameAt(head))];
      const [source, target] = [graph.vertices[tail], graph.vertices[head]];
      if (!from || !to || !source || !target) return;
      const ends = { tail: nameAt(tail), position, head: nameAt(head) };
      if (tail === head) curves.push({ ...ends, ...loop(from.x, from.y, number, gap) });
      else {
        const offset = (number - (bundle.length - 1) / 2) * gap * (tail < head ? 1 : -1);
        curves.push({ ...ends, ...bow(source, from, target, to, offset) });
      }
    });
  }
  return curves;
}

function bow(tail: Vertex, { x: ax, y: ay }: Point, head: Vertex, { x: bx, y: by }: Point, offset: number) {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const [dx, dy] = [(bx - ax) / length, (by - ay) / length];
  const [nx, ny] = [-dy, dx];
  const lean = Math.max(-0.9, Math.min(0.9, offset / 55));
  const rim = (vertex: Vertex, x: number, y: number, along: number): [number, number] => {
    const [c, s] = [Math.cos(lean), Math.sin(lean)];
    const [ex, ey] = [along * dx * c + nx * s, along * dy * c + ny * s];
    const far = rimOf(vertex, ex, ey);
    return [x + far * ex, y + far * ey];
  };
  const [x0, y0] = rim(tail, ax, ay, 1);
  const [x3, y3] = rim(head, bx, by, -1);
  const [bend, third] = [offset * 1.1, length / 3];
  return {
    x0, y0,
    x1: ax + dx * third + nx * bend, y1: ay + dy * third + ny * bend,
    x2: bx - dx * third + nx * bend, y2: by - dy * third + ny * bend,
    x3, y3,
  };
}

function loop(x: number, y: number, number: number, gap: number) {
  const size = RADIUS + 26 + number * gap * 0.7;
  return {
    x0: x - RADIUS * 0.6, y0: y - RADIUS * 0.8,
    x1: x - size, y1: y - size * 1.5,
    x2: x + size, y2: y - size * 1.5,
    x3: x + RADIUS * 0.6, y3: y - RADIUS * 0.8,
  };
}

/** The point at `t` of a curve. */
export function pointOn(curve: Curve, t: number): { x: number; y: number } {
  const s = 1 - t;
  const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return {
    x: a * curve.x0 + b * curve.x1 + c * curve.x2 + d * curve.x3,
    y: a * curve.y0 + b * curve.y1 + c * curve.y2 + d * curve.y3,
  };
}

/** How far a point is from a curve, to a few pixels. */
export function distanceTo(curve: Curve, x: number, y: number): number {
  let least = Infinity;
  for (let part = 0; part <= 16; part += 1) {
    const point = pointOn(curve, part / 16);
    least = Math.min(least, Math.hypot(point.x - x, point.y - y));
  }
  return least;
}

/** For every vertex the directions in which arcs touch it. */
export function touching(curves: readonly Curve[], positions: Positions): Map<string, number[]> {
  const all = new Map<string, number[]>();
  const add = (name: string, x: number, y: number) => {
    const at = positions.get(name);
    if (!at) return;
    const angles = all.get(name) ?? [];
    angles.push(Math.atan2(y - at.y, x - at.x));
    all.set(name, angles);
  };
  for (const curve of curves) {
    add(curve.tail, curve.x0, curve.y0);
    add(curve.head, curve.x3, curve.y3);
  }
  return all;
}

/** The direction, below first, in which no arc is near; never that of the particle, on the upper right. */
export function freeSide(angles: readonly number[]): number {
  const apart = (a: number, b: number) => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));
  const room = (side: number) => angles.reduce((least, angle) => Math.min(least, apart(angle, side)), Math.PI);
  const sides = [0.5, 0, 1, -0.5, 0.25, 0.75, -0.75].map((part) => part * Math.PI);
  return sides.reduce((best, side) => (room(side) > room(best) + 0.2 ? side : best));
}
