// Scenes as the engine gives them (arrival.scene/1), ready to be painted: paths parsed once, places in board coordinates.

import type { Place } from "../state/state";
import type { Marked, MarkStyle } from "./marks";

export interface Words { text: string; x: number; y: number; anchor: "start" | "middle" | "end"; size: number; colour: string }
export interface Arrow { path: string; arrow: string; width: number }
export interface SceneArc extends Arrow {
  arc: number; count: number; tail: number; head: number; colour: string; dashed: boolean; chosen: boolean;
  number: Words; label: Words | null; marked?: Marked; about: string;
}
export interface SceneVertex {
  vertex: number; name: string; x: number; y: number; half_width: number; half_height: number; shape: string; sink: boolean;
  borders: string[]; fill: string; words: Words[]; start: Arrow | null;
  particles: { disc: string; fill: string; count: Words } | null; marked?: Marked; about: string;
}
export interface Scene {
  schema: "arrival.scene/1"; title: string; width: number; height: number; particle: string;
  rectangles: { x: number; y: number; width: number; height: number; fill: string; about: string }[];
  arcs: SceneArc[]; vertices: SceneVertex[]; words: Words[];
  legend: { colour: string; meaning: string; vertices: number }[];
  /** How the marks of an algorithm look that the picture has, the widest first. */
  marks?: MarkStyle[];
  /** What should be known beside the picture: why there is none, or why an answer in it is unchecked. */
  remark?: string;
}

export interface Point { x: number; y: number }
/** The four points of a cubic curve. */
export type Cubic = readonly [Point, Point, Point, Point];

/** A scene with what the painter and the pointer need of it. */
export interface Drawing {
  scene: Scene;
  /** How far the engine has moved everything from the places that it was given. */
  shift: Point;
  curves: Cubic[];
  paths: Path2D[];
  arrows: Path2D[];
  borders: Path2D[][];
}

/** The curve of a path such as `M1 2 C3 4 5 6 7 8`. */
export function cubic(path: string): Cubic {
  const numbers = path.match(/-?[\d.]+/g)?.map(Number) ?? [];
  const at = (index: number): Point => ({ x: numbers[2 * index] ?? 0, y: numbers[2 * index + 1] ?? 0 });
  return [at(0), at(1), at(2), at(3)];
}

export function drawing(scene: Scene, places: Readonly<Record<string, Place>>): Drawing {
  const known = scene.vertices.find((vertex) => Object.hasOwn(places, vertex.name));
  const place = known && places[known.name];
  return {
    scene,
    shift: known && place ? { x: known.x - place[0], y: known.y - place[1] } : { x: 0, y: 0 },
    curves: scene.arcs.map((arc) => cubic(arc.path)),
    paths: scene.arcs.map((arc) => new Path2D(arc.path)),
    arrows: scene.arcs.map((arc) => new Path2D(arc.arrow)),
    borders: scene.vertices.map((vertex) => vertex.borders.map((border) => new Path2D(border))),
  };
}

/** The places of all vertices in board coordinates. */
export const placesOf = ({ scene, shift }: Drawing): Record<string, Place> =>
  Object.fromEntries(scene.vertices.map((vertex) => [vertex.name, [round(vertex.x - shift.x), round(vertex.y - shift.y)]]));

const round = (length: number) => Math.round(length * 100) / 100;

export function pointOn([a, b, c, d]: Cubic, t: number): Point {
  const s = 1 - t;
  const weights = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t] as const;
  const part = (axis: "x" | "y") => weights[0] * a[axis] + weights[1] * b[axis] + weights[2] * c[axis] + weights[3] * d[axis];
  return { x: part("x"), y: part("y") };
}

/** A curve whose ends were dragged: the ends go all the way, the handles in between part of it. */
export function dragged([a, b, c, d]: Cubic, tail: Point, head: Point): Cubic {
  const moved = (point: Point, share: number): Point => ({
    x: point.x + tail.x * (1 - share) + head.x * share,
    y: point.y + tail.y * (1 - share) + head.y * share,
  });
  return [moved(a, 0), moved(b, 1 / 3), moved(c, 2 / 3), moved(d, 1)];
}
