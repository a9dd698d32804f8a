// The board: the canvas with its eye, what lies under the mouse, and a new picture when something changed.

import { select } from "d3-selection";
import { zoom, zoomIdentity, type ZoomTransform } from "d3-zoom";
import { curvesOf, distanceTo, RADIUS, type Curve } from "./geometry";
import type { Positions } from "./layout";
import { coloursOf, paint, type Scene } from "./painter";
import type { Graph } from "./model";
import type { Store } from "./store";

/** Larger graphs are answered, not drawn. */
export const MOST_DRAWN = 5000;

export interface Board {
  readonly canvas: HTMLCanvasElement;
  /** Draws once more, soon. */
  repaint(): void;
  /** Shows all of the graph. */
  fit(): void;
  zoomBy(factor: number): void;
  /** From the corner of the canvas to the graph, and back. */
  toGraph(x: number, y: number): { x: number; y: number };
  toCanvas(x: number, y: number): { x: number; y: number };
  vertexAt(x: number, y: number): string | null;
  arcAt(x: number, y: number): Curve | null;
  drag(arc: Scene["dragged"]): void;
  /** How long the last pictures took to draw, in milliseconds. */
  readonly times: number[];
}

/** What the walk adds to the picture. */
export interface Shown {
  rotors(): readonly number[] | null;
  particle(): string | null;
}

export function makeBoard(canvas: HTMLCanvasElement, store: Store, shown: Shown): Board {
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("this browser cannot draw");
  let eye: ZoomTransform = zoomIdentity;
  let colours = coloursOf(canvas);
  let dragged: Scene["dragged"] = null;
  let curves: Curve[] = [];
  let known: { graph: Graph; positions: Positions } | null = null;
  let due = false;
  const times: number[] = [];

  const curvesNow = () => {
    const { graph, positions } = store.get();
    if (known?.graph !== graph || known.positions !== positions) {
      curves = graph.vertices.length > MOST_DRAWN ? [] : curvesOf(graph, positions);
      known = { graph, positions };
    }
    return curves;
  };

  const draw = () => {
    due = false;
    const began = performance.now();
    const { graph, positions, overlay, selected, tail, pushed } = store.get();
    const own = graph.vertices.map((vertex) => (vertex.sink ? 0 : vertex.rotor));
    const scene: Scene = {
      graph: graph.vertices.length > MOST_DRAWN ? { vertices: [], start: null } : graph,
      positions, overlay, selected, tail, pushed, dragged,
      curves: curvesNow(),
      rotors: shown.rotors() ?? own,
      particle: shown.particle(),
    };
    paint(pen, canvas.clientWidth, canvas.clientHeight, devicePixelRatio, eye, scene, colours);
    times.push(performance.now() - began);
    if (times.length > 240) times.shift();
  };

  const repaint = () => {
    if (!due) requestAnimationFrame(draw);
    due = true;
  };

  const behaviour = zoom<HTMLCanvasElement, unknown>()
    .scaleExtent([0.02, 6])
    .filter((event: MouseEvent | WheelEvent | TouchEvent) => {
      if (event.type === "wheel" || event.type.startsWith("touch")) return true;
      // Dragging the ground moves the picture; everything else belongs to the tools.
      const { offsetX, offsetY, button } = event as MouseEvent;
      return button === 0 && ["select", "push"].includes(store.get().mode) && vertexAt(offsetX, offsetY) === null;
    })
    .on("zoom", (event: { transform: ZoomTransform }) => {
      eye = event.transform;
      repaint();
    });
  const selection = select(canvas).call(behaviour).on("dblclick.zoom", null);

  const toGraph = (x: number, y: number) => ({ x: eye.invertX(x), y: eye.invertY(y) });

  const vertexAt = (x: number, y: number): string | null => {
    const point = toGraph(x, y);
    let [nearest, least] = [null as string | null, Math.max(RADIUS + 3, 10 / eye.k)];
    for (const [name, at] of store.get().positions) {
      const distance = Math.hypot(at.x - point.x, at.y - point.y);
      if (distance < least) [nearest, least] = [name, distance];
    }
    return nearest;
  };

  const resize = () => {
    const { clientWidth, clientHeight } = canvas;
    canvas.width = Math.round(clientWidth * devicePixelRatio);
    canvas.height = Math.round(clientHeight * devicePixelRatio);
    draw();
  };
  let fitted: { width: number; height: number } | null = null;
  new ResizeObserver(() => {
    resize();
    // A picture that nobody has moved stays whole.
    if (fitted && (fitted.width !== canvas.clientWidth || fitted.height !== canvas.clientHeight)) board.fit();
  }).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    colours = coloursOf(canvas);
    repaint();
  });

  const board: Board = {
    canvas,
    repaint,
    times,
    fit() {
      const places = [...store.get().positions.values()];
      const [width, height] = [canvas.clientWidth, canvas.clientHeight];
      fitted = { width, height };
      if (places.length === 0 || width === 0) return;
      const bound = (value: (place: { x: number; y: number }) => number, better: (a: number, b: number) => number) =>
        places.map(value).reduce((a, b) => better(a, b));
      const [left, right] = [bound(({ x }) => x, Math.min) - 95, bound(({ x }) => x, Math.max) + 95];
      const [top, bottom] = [bound(({ y }) => y, Math.min) - 70, bound(({ y }) => y, Math.max) + 60];
      const k = Math.min(1.6, width / (right - left), height / (bottom - top));
      const [x, y] = [width / 2 - (k * (left + right)) / 2, height / 2 - (k * (top + bottom)) / 2];
      behaviour.transform(selection, zoomIdentity.translate(x, y).scale(k));
    },
    zoomBy: (factor) => behaviour.scaleBy(selection, factor),
    toGraph,
    toCanvas: (x, y) => ({ x: eye.applyX(x), y: eye.applyY(y) }),
    vertexAt,
    arcAt(x, y) {
      const point = toGraph(x, y);
      let [nearest, least] = [null as Curve | null, 12 / Math.min(1, eye.k)];
      const rotors = shown.rotors();
      const index = new Map(store.get().graph.vertices.map(({ name }, place) => [name, place]));
      for (const curve of curvesNow()) {
        const vertex = store.get().graph.vertices[index.get(curve.tail) ?? -1];
        const rotor = rotors?.[index.get(curve.tail) ?? -1] ?? (vertex && !vertex.sink ? vertex.rotor : -1);
        // Where arcs cross, the rotor is meant.
        const distance = distanceTo(curve, point.x, point.y) + (curve.position === rotor ? 0 : 6);
        if (distance < least) [nearest, least] = [curve, distance];
      }
      return nearest;
    },
    drag(arc) {
      dragged = arc;
      repaint();
    },
  };
  store.listen(repaint);
  return board;
}
