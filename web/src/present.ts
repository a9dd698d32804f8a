// The present: what the engine says about a state. Everything on the screen comes from it.

import { type Drawing, drawing, type Scene } from "./board/scene";
import { Cancelled, type Engine, Refused } from "./engine/engine";
import { firstArcs, type Model } from "./state/model";
import type { State } from "./state/state";

export interface Flaw { line?: number; column?: number; rule: string; message: string; remedy: string }
interface Check { valid: boolean; flaws?: Flaw[]; instance?: { vertices: number } }
interface Walk { at: string; exit: string | null; steps: string; stopped: boolean; final: string; checked?: boolean; unchecked_because?: string; trace?: string[] }
export interface Solved {
  checked: boolean; unchecked_because?: string; traps: string[][]; instance: { class: string; vertices: number };
  answers: { from: string; exit?: string | null; trap?: number; steps?: string; steps_to_trap?: string; value?: number | null; maxmin?: number; minmax?: number; max?: Record<string, unknown>; min?: Record<string, unknown> }[];
}

export interface Present {
  state: State;
  /** The graph with the rotors on show, the particle as its start. */
  text: string;
  model: Model;
  drawing: Drawing;
  /** Where the particle is, if there is one. */
  at: string | undefined;
  /** The steps made: fewer than asked for if a sink came first. */
  step: string;
  exited: boolean;
  /** Where the walk goes from here, or why that is not known. */
  ahead: Solved | undefined;
  trouble: string | undefined;
  /** Places of arcs in the scene that were used lately, the last one 1. */
  trail: Map<number, number>;
}

/** A text that is not a graph, with everything that is wrong with it. */
export class Flawed extends Error {
  constructor(readonly flaws: Flaw[]) {
    super("the text has flaws");
  }
}

/** A trail is this long, and only shown on graphs where it costs nothing. */
const TRAIL = 10;
const MOST_TRAILED = 400;
/** Beyond this, the graph cannot be edited by hand and is not listed. */
export const MOST_LISTED = 5000;

export async function derive(engine: Engine, state: State): Promise<Present> {
  const check = await engine.ask<Check>("check", { text: state.origin });
  if (!check.valid) throw new Flawed(check.flaws ?? []);
  const listed = (check.instance?.vertices ?? 0) <= MOST_LISTED;
  const walked = state.step === "0" ? undefined : await engine.ask<Walk>("walk", { text: state.origin, steps: state.step, final: true });
  const text = walked?.final ?? state.origin;
  const empty: Model = { format: "rotor-graph/1", rule: "move-then-turn", vertices: [] };
  const model = listed ? await engine.ask<Model>("convert", { text, to: "json" }) : empty;
  const at = walked?.at ?? model.start;
  const scene = await sceneOf(engine, state, text, at);
  let ahead: Solved | undefined;
  let trouble: string | undefined;
  try {
    ahead = await engine.ask<Solved>("solve", { text });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    trouble = error.message;
  }
  const step = walked?.steps ?? "0";
  const present: Present = {
    state: { ...state, step }, text, model, drawing: drawing(scene, state.places), at, step,
    exited: walked?.exit != null, ahead, trouble, trail: new Map(),
  };
  if (step !== "0" && scene.vertices.length > 0 && scene.vertices.length <= MOST_TRAILED) present.trail = await trail(engine, present);
  return present;
}

/** The options of `draw` for what is on show. */
export function pictureOf(state: State, text: string, at: string | undefined): Record<string, unknown> {
  const particles: Record<string, string> = { ...state.particles };
  if (at !== undefined) particles[at] = (BigInt(particles[at] ?? 0) + 1n).toString();
  return {
    text, show: state.overlay === "none" ? [] : [state.overlay], particles, geometry: state.geometry,
    ...(Object.keys(state.places).length > 0 ? { places: state.places } : {}),
  };
}

async function sceneOf(engine: Engine, state: State, text: string, at: string | undefined): Promise<Scene> {
  const options = { ...pictureOf(state, text, at), to: "scene" };
  try {
    return await engine.ask<Scene>("draw", options);
  } catch (error) {
    // An overlay that does not fit this graph is left out; its tab says why.
    if (!(error instanceof Refused) || error instanceof Cancelled || state.overlay === "none") throw error;
    return engine.ask<Scene>("draw", { ...options, show: [] });
  }
}

/** The arcs that the last steps used. The k-th last departure of a vertex used the k-th arc before its rotor. */
async function trail(engine: Engine, { state, step, model, drawing: { scene } }: Present): Promise<Map<number, number>> {
  const made = BigInt(step);
  const length = made < TRAIL ? made : BigInt(TRAIL);
  const before = await engine.ask<Walk>("walk", { text: state.origin, steps: (made - length).toString(), final: true });
  const { trace = [] } = await engine.ask<Walk>("walk", { text: before.final, steps: length.toString(), trace: true });
  const [first, vertices] = [firstArcs(model), new Map(model.vertices.map((vertex) => [vertex.name, vertex]))];
  const shown = new Map<number, number>();
  scene.arcs.forEach(({ arc, count }, at) => {
    for (let one = 0; one < count; one++) shown.set(arc + one, at);
  });
  const departures = new Map<string, number>();
  const used = new Map<number, number>();
  trace.slice(0, -1).reverse().forEach((name, age) => {
    const vertex = vertices.get(name);
    const degree = vertex?.arcs?.length ?? 1;
    const number = (departures.get(name) ?? 0) + 1;
    departures.set(name, number);
    const last = model.rule === "turn-then-move" ? (vertex?.rotor ?? 0) + 1 : (vertex?.rotor ?? 0);
    const position = (((last - number) % degree) + degree) % degree;
    const at = shown.get((first.get(name) ?? 0) + position);
    if (at !== undefined && !used.has(at)) used.set(at, 1 - age / TRAIL);
  });
  return used;
}
