// The graph as the page edits it: the JSON format of the engine, and changes that return another graph.

export interface Vertex {
  name: string;
  sink?: boolean;
  value?: number;
  arcs?: string[];
  rotor?: number;
  owner?: "rotor" | "max" | "min";
}

export interface Model {
  format: "rotor-graph/1";
  rule: "move-then-turn" | "turn-then-move";
  start?: string;
  vertices: Vertex[];
}

export const find = (model: Model, name: string): Vertex | undefined => model.vertices.find((vertex) => vertex.name === name);

/** The position of the arc that the particle on a vertex takes next. */
export function nextArc(model: Model, vertex: Vertex): number {
  const rotor = vertex.rotor ?? 0;
  const degree = vertex.arcs?.length ?? 1;
  return model.rule === "turn-then-move" ? (rotor + 1) % degree : rotor;
}

/** The number of the first arc of each vertex, as scenes count them. */
export function firstArcs(model: Model): Map<string, number> {
  let at = 0;
  return new Map(model.vertices.map((vertex) => {
    const first = at;
    at += vertex.arcs?.length ?? 0;
    return [vertex.name, first];
  }));
}

export type Edit = (model: Model) => Model;

const changing = (name: string, change: (vertex: Vertex) => Vertex): Edit => (model) => ({
  ...model,
  vertices: model.vertices.map((vertex) => (vertex.name === name ? change(vertex) : vertex)),
});

/** A name that is not taken: u0, u1, … */
export function freshName(model: Model): string {
  const taken = new Set(model.vertices.map((vertex) => vertex.name));
  for (let number = 0; ; number++) if (!taken.has(`u${number}`)) return `u${number}`;
}

export const addVertex = (name: string): Edit => (model) => ({ ...model, vertices: [...model.vertices, { name, sink: true }] });

const rotorVertex = (vertex: Vertex, arcs: string[], rotor: number): Vertex =>
  arcs.length === 0
    ? { name: vertex.name, sink: true }
    : { name: vertex.name, arcs, rotor: Math.min(rotor, arcs.length - 1), owner: vertex.owner ?? "rotor" };

export const addArc = (tail: string, head: string): Edit =>
  changing(tail, (vertex) => rotorVertex(vertex, [...(vertex.arcs ?? []), head], vertex.rotor ?? 0));

export const removeArc = (tail: string, position: number): Edit =>
  changing(tail, (vertex) => {
    const rotor = vertex.rotor ?? 0;
    return rotorVertex(vertex, (vertex.arcs ?? []).filter((_, at) => at !== position), rotor > position ? rotor - 1 : rotor);
  });

export const moveArc = (tail: string, position: number, by: number): Edit =>
  changing(tail, (vertex) => {
    const arcs = [...(vertex.arcs ?? [])];
    const to = (position + by + arcs.length) % arcs.length;
    const rotor = vertex.rotor ?? 0;
    [arcs[position], arcs[to]] = [arcs[to] as string, arcs[position] as string];
    return { ...vertex, arcs, rotor: rotor === position ? to : rotor === to ? position : rotor };
  });

export const setRotor = (tail: string, position: number): Edit => changing(tail, (vertex) => ({ ...vertex, rotor: position }));

export const setOwner = (name: string, owner: "rotor" | "max" | "min"): Edit => changing(name, (vertex) => ({ ...vertex, owner }));

export const setValue = (name: string, value: number): Edit => changing(name, (vertex) => ({ ...vertex, value }));

export const setStart = (name: string): Edit => (model) => ({ ...model, start: name });

export const rename = (from: string, to: string): Edit => (model) => {
  const renamed = (name: string) => (name === from ? to : name);
  const vertices = model.vertices.map((vertex) => {
    const arcs = vertex.arcs ? { arcs: vertex.arcs.map(renamed) } : {};
    return { ...vertex, ...arcs, name: renamed(vertex.name) };
  });
  return { ...model, ...(model.start ? { start: renamed(model.start) } : {}), vertices };
};

/** Without a vertex and all arcs to it; what then has no arc is a sink. */
export const removeVertex = (name: string): Edit => (model) => {
  const { start, ...rest } = model;
  const vertices = model.vertices.filter((vertex) => vertex.name !== name).map((vertex) => {
    if (!vertex.arcs?.includes(name)) return vertex;
    const before = vertex.arcs.slice(0, vertex.rotor ?? 0).filter((head) => head !== name).length;
    const arcs = vertex.arcs.filter((head) => head !== name);
    return rotorVertex(vertex, arcs, arcs.length > 0 ? before % arcs.length : 0);
  });
  return { ...rest, ...(start !== undefined && start !== name ? { start } : {}), vertices };
};
