// A walk as the page shows it: where the particle is, where the rotors point, how often each vertex was left.
//
// The steps come from the server; this file only keeps the books, so that steps can be taken back.

import { asRotors, indexOf, toText, type Graph } from "./model";
import * as server from "./server";

export interface Walk {
  readonly graph: Graph;
  readonly from: string;
  at: string;
  steps: bigint;
  readonly rotors: number[];
  /** How often each vertex was left; null after a jump whose profile is not known. */
  departures: bigint[] | null;
  /** The vertices that come next, as the server said. */
  ahead: string[];
  /** Whether the walk ends when `ahead` is used up, and how. */
  ending: "sink" | "trap" | null;
  readonly past: Past[];
}

/** A step is known by its tail; a jump by all that was before it. */
type Past = number | { at: string; steps: bigint; rotors: number[]; departures: bigint[] | null };

export function beginWalk(graph: Graph, from: string): Walk {
  const rotors = graph.vertices.map((vertex) => (vertex.sink ? 0 : vertex.rotor));
  const departures = graph.vertices.map(() => 0n);
  return { graph, from, at: from, steps: 0n, rotors, departures, ahead: [], ending: null, past: [] };
}

export const hasEnded = (walk: Walk): boolean => walk.ending !== null && walk.ahead.length === 0;

/** How often the particle has been where it is, this time included. */
export function visitsHere(walk: Walk): bigint | null {
  return walk.departures === null ? null : (walk.departures[indexOf(walk.graph).get(walk.at) ?? -1] ?? 0n) + 1n;
}

/** Asks for the next steps, if none are known and the walk goes on. */
export async function lookAhead(walk: Walk, steps: number, signal: AbortSignal): Promise<void> {
  if (walk.ahead.length > 0 || walk.ending !== null) return;
  const answer = await server.walk(toText(walk.graph, walk.rotors), walk.at, steps, signal);
  walk.ahead = answer.trace.slice(1);
  walk.ending = !answer.stopped ? null : answer.exit === null ? "trap" : "sink";
}

/** Makes a step that is known; false if none is. */
export function stepOn(walk: Walk): boolean {
  const next = walk.ahead.shift();
  if (next === undefined) return false;
  const place = indexOf(walk.graph).get(walk.at) ?? -1;
  const vertex = walk.graph.vertices[place];
  if (!vertex || vertex.sink || vertex.arcs[walk.rotors[place] ?? -1] !== next) {
    throw new Error(`the rotor of ${walk.at} does not point to ${next}`);
  }
  turn(walk, place, 1n);
  walk.steps += 1n;
  walk.past.push(place);
  walk.at = next;
  return true;
}

function turn(walk: Walk, place: number, times: bigint): void {
  const vertex = walk.graph.vertices[place];
  if (!vertex || vertex.sink) return;
  const degree = BigInt(vertex.arcs.length);
  const turned = (BigInt(walk.rotors[place] ?? 0) + times) % degree;
  walk.rotors[place] = Number((turned + degree) % degree);
  if (walk.departures) walk.departures[place] = (walk.departures[place] ?? 0n) + times;
}

/** Takes the last step or jump back; false at the beginning. */
export function stepBack(walk: Walk): boolean {
  const last = walk.past.pop();
  if (last === undefined) return false;
  if (typeof last === "number") {
    walk.ahead.unshift(walk.at);
    turn(walk, last, -1n);
    walk.steps -= 1n;
    walk.at = walk.graph.vertices[last]?.name ?? walk.at;
  } else {
    walk.at = last.at;
    walk.steps = last.steps;
    walk.rotors.splice(0, walk.rotors.length, ...last.rotors);
    walk.departures = last.departures;
    walk.ahead = [];
    walk.ending = null;
  }
  return true;
}

/** Jumps to the end, however far it is: the server knows the exact number of steps and how often each vertex is left. */
export async function jumpToEnd(walk: Walk, signal: AbortSignal): Promise<void> {
  const text = toText(asRotors(walk.graph), walk.rotors);
  const [certificate, answer] = await server.solveCertified(text, walk.at, signal);
  const row = answer.answers[0];
  const digits = row?.steps ?? row?.steps_to_trap;
  if (!row || digits === undefined) throw new server.Refused(503, ["the length of the walk was not found in time"]);
  const { at, steps, rotors, departures } = walk;
  walk.past.push({ at, steps, rotors: [...rotors], departures: departures && [...departures] });
  const profile = Object.entries(certificate.departures ?? {}).map(([name, count]) => [name, BigInt(count)] as const);
  const total = profile.reduce((sum, [, count]) => sum + count, 0n);
  if (total === BigInt(digits)) {
    for (const [name, count] of profile) turn(walk, indexOf(walk.graph).get(name) ?? -1, count);
  } else {
    // The flow that proves the exit goes round more often than the walk itself.
    walk.departures = null;
  }
  walk.steps += BigInt(digits);
  walk.at = row.exit ?? (answer.traps[row.trap ?? 0] ?? [])[0] ?? walk.at;
  walk.ahead = [];
  walk.ending = row.exit === null ? "trap" : "sink";
}
