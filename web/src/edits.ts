// Edits: from a graph to the graph after one change, always a valid one.
//
// A vertex without arcs is a sink. So a new vertex is a sink, an arc that leaves a sink makes it an ordinary vertex, and
// one that loses its last arc becomes a sink.

import type { Graph, Owner, Vertex } from "./model";

function changed(graph: Graph, name: string, change: (vertex: Vertex) => Vertex): Graph {
  return { ...graph, vertices: graph.vertices.map((vertex) => (vertex.name === name ? change(vertex) : vertex)) };
}

/** A name that no vertex has yet. */
export function freshName(graph: Graph): string {
  const taken = new Set(graph.vertices.map((vertex) => vertex.name));
  let number = graph.vertices.length;
  while (taken.has(`v${number}`)) number += 1;
  return `v${number}`;
}

export function addVertex(graph: Graph, name: string): Graph {
  return { ...graph, vertices: [...graph.vertices, { name, sink: true, value: 0 }] };
}

/** A new arc at the end of the tail's rotor order. */
export function addArc(graph: Graph, tail: string, head: string): Graph {
  return changed(graph, tail, (vertex) =>
    vertex.sink
      ? { name: tail, sink: false, arcs: [head], rotor: 0, owner: "rotor" }
      : { ...vertex, arcs: [...vertex.arcs, head] },
  );
}

function withArcs(vertex: Vertex, arcs: readonly string[], rotor: number): Vertex {
  if (vertex.sink) return vertex;
  if (arcs.length === 0) return { name: vertex.name, sink: true, value: 0 };
  return { ...vertex, arcs, rotor: Math.min(rotor, arcs.length - 1) };
}

/** Without the arc at `position`; a rotor that pointed at it points at the next. */
export function removeArc(graph: Graph, tail: string, position: number): Graph {
  return changed(graph, tail, (vertex) => {
    if (vertex.sink) return vertex;
    const arcs = vertex.arcs.filter((_, place) => place !== position);
    const rotor = vertex.rotor > position ? vertex.rotor - 1 : vertex.rotor;
    return withArcs(vertex, arcs, rotor === arcs.length ? 0 : rotor);
  });
}

/** The arc at `from` moves to `to`; the rotor keeps pointing at the same arc. */
export function moveArc(graph: Graph, tail: string, from: number, to: number): Graph {
  return changed(graph, tail, (vertex) => {
    if (vertex.sink || to < 0 || to >= vertex.arcs.length) return vertex;
    const order = vertex.arcs.map((_, place) => place);
    order.splice(to, 0, ...order.splice(from, 1));
    const arcs = order.map((place) => vertex.arcs[place] ?? "");
    return { ...vertex, arcs, rotor: order.indexOf(vertex.rotor) };
  });
}

export function setRotor(graph: Graph, name: string, rotor: number): Graph {
  return changed(graph, name, (vertex) => (vertex.sink ? vertex : { ...vertex, rotor }));
}

export function setOwner(graph: Graph, name: string, owner: Owner): Graph {
  return changed(graph, name, (vertex) => (vertex.sink ? vertex : { ...vertex, owner }));
}

/** A sink keeps no arcs. */
export function makeSink(graph: Graph, name: string): Graph {
  return changed(graph, name, (vertex) => (vertex.sink ? vertex : { name, sink: true, value: 0 }));
}

export function setValue(graph: Graph, name: string, value: number): Graph {
  return changed(graph, name, (vertex) => (vertex.sink ? { ...vertex, value } : vertex));
}

export function setStart(graph: Graph, start: string | null): Graph {
  return { ...graph, start };
}

export function rename(graph: Graph, name: string, to: string): Graph {
  const named = (old: string) => (old === name ? to : old);
  const vertices = graph.vertices.map((vertex) => {
    const renamed = { ...vertex, name: named(vertex.name) };
    return renamed.sink ? renamed : { ...renamed, arcs: renamed.arcs.map(named) };
  });
  return { vertices, start: graph.start === null ? null : named(graph.start) };
}

/** Without the vertex and all arcs that touch it. */
export function removeVertex(graph: Graph, name: string): Graph {
  const vertices = graph.vertices.filter((vertex) => vertex.name !== name).map((vertex) => {
    if (vertex.sink || !vertex.arcs.includes(name)) return vertex;
    const kept = vertex.arcs.map((_, place) => place).filter((place) => vertex.arcs[place] !== name);
    const next = kept.findIndex((place) => place >= vertex.rotor);
    return withArcs(vertex, kept.map((place) => vertex.arcs[place] ?? ""), Math.max(next, 0));
  });
  return { vertices, start: graph.start === name ? null : graph.start };
}

/** With the rotor of every vertex where `rotors` says. */
export function setRotors(graph: Graph, rotors: readonly number[]): Graph {
  const turned = (vertex: Vertex, place: number) =>
    vertex.sink ? vertex : { ...vertex, rotor: rotors[place] ?? vertex.rotor };
  return { ...graph, vertices: graph.vertices.map(turned) };
}
