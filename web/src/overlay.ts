// Overlays: what is drawn upon the graph, each from one answer of the server.

import { asRotors, indexOf, playersOf, startOf, toText, type Graph } from "./model";
import * as server from "./server";
import * as words from "./words";

export const KINDS = ["none", "flows", "exits", "forest", "visits", "strategies"] as const;
export type Kind = (typeof KINDS)[number];

export interface Overlay {
  readonly kind: Kind;
  readonly sentence: words.Sentence;
  /** A label for some arcs. */
  readonly labels: ReadonlyMap<string, string>;
  /** Arcs that stand out. */
  readonly bold: ReadonlySet<string>;
  /** How wide arcs are drawn, 1 being usual. */
  readonly widths: ReadonlyMap<string, number>;
  /** The number of the colour of some vertices. */
  readonly colours: ReadonlyMap<string, number>;
  readonly legend: readonly { colour: number; words: string }[];
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What an arc is called in overlays. */
export const arcKey = (tail: string, position: number): string => `${position} ${tail}`;

const NOTHING = {
  labels: new Map<string, string>(),
  bold: new Set<string>(),
  widths: new Map<string, number>(),
  colours: new Map<string, number>(),
  legend: [],
  headings: [],
  rows: [],
};

export const PLAIN: Overlay = { ...NOTHING, kind: "none", sentence: words.ROTORS };

/** Asks for what `kind` shows of `graph`. */
export async function overlayOf(kind: Kind, graph: Graph, signal: AbortSignal): Promise<Overlay> {
  const from = startOf(graph);
  if (kind === "none" || from === null) return PLAIN;
  if (kind === "flows") return flows(graph, signal);
  if (kind === "exits") return exits(graph, signal);
  if (kind === "forest") return forest(graph, signal);
  return kind === "visits" ? visits(graph, from, signal) : strategies(graph, from, signal);
}

async function flows(graph: Graph, signal: AbortSignal): Promise<Overlay> {
  const rows = await server.flows(toText(graph), signal);
  const labels = new Map<string, string>();
  for (const { from, to, flow } of rows) {
    const vertex = graph.vertices[indexOf(graph).get(from) ?? -1];
    const position = vertex && !vertex.sink ? vertex.arcs.indexOf(to) : -1;
    if (position >= 0) labels.set(arcKey(from, position), flow === "inf" ? "∞" : flow);
  }
  const table = rows.map(({ from, to, flow }) => [from, to, flow]);
  return { ...NOTHING, kind: "flows", sentence: words.FLOWS, labels, headings: ["from", "to", "flow"], rows: table };
}

async function exits(graph: Graph, signal: AbortSignal): Promise<Overlay> {
  const { answers, traps } = await server.solve(toText(asRotors(graph)), { all: true }, signal);
  const ends: string[] = [];
  const colours = new Map<string, number>();
  const endOf = ({ exit, trap }: server.Row) => exit ?? `trap {${(traps[trap ?? 0] ?? []).slice(0, 5).join(", ")}}`;
  for (const row of answers) {
    const end = endOf(row);
    if (!ends.includes(end)) ends.push(end);
    colours.set(row.from, ends.indexOf(end));
  }
  const legend = ends.map((end, colour) => ({ colour, words: end }));
  const rows = answers.map((row) => [row.from, endOf(row)]);
  return { ...NOTHING, kind: "exits", sentence: words.EXITS, colours, legend, headings: ["from", "exit"], rows };
}

async function forest(graph: Graph, signal: AbortSignal): Promise<Overlay> {
  const departures = Object.entries(await server.forest(toText(graph), signal));
  const bold = new Set(departures.flatMap(([u, departure]) => (departure ? [arcKey(u, departure.arc)] : [])));
  const rows = departures.map(([u, departure]) => [u, departure?.head ?? "(trap)", String(departure?.arc ?? "–")]);
  return { ...NOTHING, kind: "forest", sentence: words.FOREST, bold, headings: ["vertex", "leaves for", "arc"], rows };
}

async function visits(graph: Graph, from: string, signal: AbortSignal): Promise<Overlay> {
  const [certificate, answer] = await server.solveCertified(toText(asRotors(graph)), from, signal);
  const departures = certificate.departures ?? {};
  const widths = new Map<string, number>();
  for (const [name, digits] of Object.entries(departures)) {
    const vertex = graph.vertices[indexOf(graph).get(name) ?? -1];
    if (!vertex || vertex.sink) continue;
    const [left, degree] = [BigInt(digits), BigInt(vertex.arcs.length)];
    for (let turn = 0n; turn < degree; turn += 1n) {
      const uses = left > turn ? (left - turn + degree - 1n) / degree : 0n;
      const position = (vertex.rotor + Number(turn)) % vertex.arcs.length;
      widths.set(arcKey(name, position), uses === 0n ? 0.4 : 1 + Math.min(5, uses.toString(2).length / 2));
    }
  }
  const steps = answer.answers[0]?.steps ?? answer.answers[0]?.steps_to_trap ?? "?";
  const rows = Object.entries(departures);
  const sentence = words.visits(from, steps);
  return { ...NOTHING, kind: "visits", sentence, widths, headings: ["vertex", "left so often"], rows };
}

async function strategies(graph: Graph, from: string, signal: AbortSignal): Promise<Overlay> {
  if (playersOf(graph).length === 0) {
    throw new server.Refused(422, ["no vertex has a player; give one to Max or Min in the tab Vertex"]);
  }
  const row = (await server.solve(toText(graph), { from }, signal)).answers[0];
  const choices = Object.entries({ ...row?.max, ...row?.min });
  const bold = new Set(choices.map(([u, position]) => arcKey(u, position)));
  const rows = choices.map(([u, position]) => {
    const vertex = graph.vertices[indexOf(graph).get(u) ?? -1];
    return [u, vertex && !vertex.sink ? (vertex.arcs[position] ?? "?") : "?", String(position)];
  });
  const sentence = words.strategies(from, row?.value ?? null, row?.maxmin, row?.minmax);
  return { ...NOTHING, kind: "strategies", sentence, bold, headings: ["vertex", "switch to", "arc"], rows };
}
