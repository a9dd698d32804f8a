// Layout: a place for every vertex. Trees tidy, paths in a row, other graphs by forces.

import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
import { hierarchy, tree } from "d3-hierarchy";
import { indexOf, startOf, type Graph } from "./model";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Positions = ReadonlyMap<string, Point>;

const ACROSS = 90;
const DOWN = 100;
/** Forces take too long for larger graphs. */
const MOST_BY_FORCES = 400;
/** How many vertices of a path stand in a row. */
const ROW = 16;

/** A place for every vertex; those in `known` stay where they are. */
export function layOut(graph: Graph, known: Positions = new Map()): Positions {
  const places = freshLayout(graph);
  const kept = graph.vertices.filter((vertex) => known.has(vertex.name));
  if (kept.length === 0) return places;
  const positions = new Map<string, Point>();
  for (const { name } of graph.vertices) {
    positions.set(name, known.get(name) ?? besideNeighbour(graph, name, known) ?? places.get(name) ?? { x: 0, y: 0 });
  }
  return positions;
}

/** A free place near a vertex that has one. */
function besideNeighbour(graph: Graph, name: string, known: Positions): Point | null {
  const neighbour = neighboursOf(graph)[indexOf(graph).get(name) ?? 0]?.find((other) => known.has(nameAt(graph, other)));
  const at = neighbour === undefined ? undefined : known.get(nameAt(graph, neighbour));
  if (!at) return null;
  const places = [...known.values()];
  for (let turn = 0; turn < 12; turn += 1) {
    const place = { x: at.x + ACROSS * Math.cos(turn * 2.4), y: at.y + ACROSS * Math.sin(turn * 2.4) };
    if (places.every((other) => Math.hypot(other.x - place.x, other.y - place.y) > 50)) return place;
  }
  return { x: at.x + ACROSS, y: at.y + DOWN };
}

const nameAt = (graph: Graph, place: number): string => graph.vertices[place]?.name ?? "";

/** The neighbours of each vertex, once each, in the order of the arcs. */
function neighboursOf(graph: Graph): number[][] {
  const index = indexOf(graph);
  const neighbours = graph.vertices.map(() => new Set<number>());
  graph.vertices.forEach((vertex, u) => {
    if (vertex.sink) return;
    for (const head of vertex.arcs) {
      const v = index.get(head);
      if (v === undefined || v === u) continue;
      neighbours[u]?.add(v);
      neighbours[v]?.add(u);
    }
  });
  return neighbours.map((set) => [...set]);
}

interface Branch {
  place: number;
  children: Branch[];
}

function freshLayout(graph: Graph): Positions {
  const neighbours = neighboursOf(graph);
  const edges = neighbours.reduce((sum, list) => sum + list.length, 0) / 2;
  const { roots, components } = spanningTrees(graph, neighbours);
  const isForest = edges === graph.vertices.length - components;
  if (isForest && neighbours.every((list) => list.length <= 2)) return rows(graph, neighbours);
  const tidy = tidyTrees(graph, roots);
  return isForest || graph.vertices.length > MOST_BY_FORCES ? tidy : byForces(graph, neighbours, tidy);
}

/** A spanning tree of every component, breadth first, the one of the start first. */
function spanningTrees(graph: Graph, neighbours: number[][]): { roots: Branch[]; components: number } {
  const seen = new Set<number>();
  const start = indexOf(graph).get(startOf(graph) ?? "") ?? 0;
  const roots: Branch[] = [];
  for (const root of [start, ...graph.vertices.keys()]) {
    if (seen.has(root) || root >= graph.vertices.length) continue;
    seen.add(root);
    const top: Branch = { place: root, children: [] };
    const queue = [top];
    for (const branch of queue) {
      for (const next of neighbours[branch.place] ?? []) {
        if (seen.has(next)) continue;
        seen.add(next);
        const child = { place: next, children: [] };
        branch.children.push(child);
        queue.push(child);
      }
    }
    roots.push(top);
  }
  return { roots, components: roots.length };
}

function tidyTrees(graph: Graph, roots: Branch[]): Positions {
  const positions = new Map<string, Point>();
  let left = 0;
  for (const root of roots) {
    const laid = tree<Branch>().nodeSize([ACROSS, DOWN])(hierarchy(root));
    const all = laid.descendants();
    const least = all.reduce((value, node) => Math.min(value, node.x), 0);
    const most = all.reduce((value, node) => Math.max(value, node.x), 0);
    for (const node of all) positions.set(nameAt(graph, node.data.place), { x: left + node.x - least, y: node.y });
    left += most - least + ACROSS;
  }
  return positions;
}

/** Paths one below the other, each from end to end, turning back after a row. */
function rows(graph: Graph, neighbours: number[][]): Positions {
  const positions = new Map<string, Point>();
  const seen = new Set<number>();
  let y = 0;
  const ends = [...graph.vertices.keys()].filter((place) => (neighbours[place]?.length ?? 0) < 2);
  for (const end of ends) {
    if (seen.has(end)) continue;
    let count = 0;
    for (let at: number | undefined = end; at !== undefined; count += 1) {
      seen.add(at);
      const [row, column] = [Math.floor(count / ROW), count % ROW];
      const x = row % 2 === 0 ? column : ROW - 1 - column;
      positions.set(nameAt(graph, at), { x: x * ACROSS * 1.3, y: y + row * DOWN });
      at = neighbours[at]?.find((next) => !seen.has(next));
    }
    y += Math.ceil(count / ROW) * DOWN;
  }
  return positions;
}

function byForces(graph: Graph, neighbours: number[][], from: Positions): Positions {
  const nodes = graph.vertices.map(({ name }, place) => ({ ...(from.get(name) ?? { x: 0, y: 0 }), index: place }));
  const links = neighbours.flatMap((list, u) => list.filter((v) => u < v).map((v) => ({ source: u, target: v })));
  const simulation = forceSimulation(nodes)
    .force("link", forceLink(links).distance(ACROSS * 1.4))
    .force("apart", forceManyBody().strength(-900))
    .force("room", forceCollide(40))
    .force("x", forceX(0).strength(0.03))
    .force("y", forceY(0).strength(0.05))
    .stop();
  simulation.tick(250);
  return new Map(nodes.map(({ x, y }, place) => [nameAt(graph, place), { x, y }]));
}
