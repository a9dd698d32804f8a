// Graphs as the page holds them: the program's JSON, with names for vertices and positions for arcs.

export type Owner = "rotor" | "max" | "min";

export interface Inner {
  readonly name: string;
  readonly sink: false;
  readonly arcs: readonly string[];
  readonly rotor: number;
  readonly owner: Owner;
}

export interface Sink {
  readonly name: string;
  readonly sink: true;
  readonly value: number;
}

export type Vertex = Inner | Sink;

export interface Graph {
  readonly vertices: readonly Vertex[];
  readonly start: string | null;
}

interface VertexJson {
  name: string;
  sink?: boolean;
  value?: number;
  arcs?: string[];
  rotor?: number;
  owner?: Owner;
}

export interface GraphJson {
  format: string;
  rule?: string;
  start?: string;
  vertices: VertexJson[];
}

export const EMPTY: Graph = { vertices: [], start: null };

/** The graph in an answer of `convert`. */
export function fromJson(json: GraphJson): Graph {
  const vertices = json.vertices.map(
    ({ name, sink, value = 0, arcs = [], rotor = 0, owner = "rotor" }): Vertex =>
      sink ? { name, sink, value } : { name, sink: false, arcs, rotor, owner },
  );
  return { vertices, start: json.start ?? null };
}

/** The text of a graph that every request takes; `rotors` replace the graph's own, one for each vertex. */
export function toText(graph: Graph, rotors?: readonly number[]): string {
  const vertices = graph.vertices.map((vertex, index) =>
    vertex.sink
      ? { name: vertex.name, sink: true, value: vertex.value }
      : { name: vertex.name, arcs: vertex.arcs, rotor: rotors?.[index] ?? vertex.rotor, owner: vertex.owner },
  );
  const start = graph.start === null ? {} : { start: graph.start };
  return JSON.stringify({ format: "rotor-graph/1", rule: "move-then-turn", ...start, vertices });
}

const indices = new WeakMap<Graph, Map<string, number>>();

/** Where each name stands. */
export function indexOf(graph: Graph): Map<string, number> {
  let index = indices.get(graph);
  if (!index) {
    index = new Map(graph.vertices.map((vertex, place) => [vertex.name, place]));
    indices.set(graph, index);
  }
  return index;
}

export function vertexOf(graph: Graph, name: string | null): Vertex | null {
  const place = name === null ? undefined : indexOf(graph).get(name);
  return place === undefined ? null : (graph.vertices[place] ?? null);
}

/** Where a particle is put if nobody says: on the start, or on the first vertex that is no sink. */
export function startOf(graph: Graph): string | null {
  return graph.start ?? graph.vertices.find((vertex) => !vertex.sink)?.name ?? graph.vertices[0]?.name ?? null;
}

/** The players that own a vertex. */
export function playersOf(graph: Graph): Owner[] {
  const owns = (player: Owner) => graph.vertices.some((vertex) => !vertex.sink && vertex.owner === player);
  return (["max", "min"] as const).filter(owns);
}

/** The same graph with the vertices of these players as rotors; all of them if none is named. */
export function asRotors(graph: Graph, players: readonly Owner[] = ["max", "min"]): Graph {
  const vertices = graph.vertices.map((vertex) =>
    !vertex.sink && players.includes(vertex.owner) ? { ...vertex, owner: "rotor" as const } : vertex,
  );
  return { ...graph, vertices };
}
