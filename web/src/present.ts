// The present: what the engine says about a state. Everything on the screen comes from it.

import { type Drawing, drawing, type Scene } from "./board/scene";
import { type Answering, Cancelled, Refused } from "./engine/engine";
import { firstArcs, type Model } from "./state/model";
import type { State } from "./state/state";
import { type Watched, watchedIn } from "./watch/frames";

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
  /** The options of `draw` that the drawing comes from. */
  picture: Picture;
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
  /** The algorithm at work, if one is watched. */
  watched: Watched | undefined;
}

export interface Picture { text: string; [option: string]: unknown }

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

/** `width` is how wide the engine may lay out a graph that has no places yet: on a phone, long paths wrap. */
export async function derive(engine: Answering, state: State, width?: string): Promise<Present> {
  const check = await engine.ask<Check>("check", { text: state.origin });
  if (!check.valid) throw new Flawed(check.flaws ?? []);
  const listed = (check.instance?.vertices ?? 0) <= MOST_LISTED;
  const walked = state.step === "0" ? undefined : await engine.ask<Walk>("walk", { text: state.origin, steps: state.step, final: true });
  const text = walked?.final ?? state.origin;
  const empty: Model = { format: "rotor-graph/1", rule: "move-then-turn", vertices: [] };
  const model = listed ? await engine.ask<Model>("convert", { text, to: "json" }) : empty;
  const at = walked?.at ?? model.start;
  let ahead: Solved | undefined;
  let trouble: string | undefined;
  try {
    ahead = await engine.ask<Solved>("solve", { text });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    trouble = error.message;
  }
  const step = walked?.steps ?? "0";
  const exited = walked?.exit != null;
  const present = { state: { ...state, step }, text, model, at, step, exited, ahead, trouble, trail: new Map<number, number>() };
  const drawn = { ...present, ...(await drawnAt(engine, present, state, width)) };
  const count = drawn.drawing.scene.vertices.length;
  if (step !== "0" && state.watch === "none" && count > 0 && count <= MOST_TRAILED) drawn.trail = await trail(engine, drawn);
  return drawn;
}

/** The same with another frame of the algorithm that is watched; none if more than that has changed. */
export async function reframed(engine: Answering, present: Present, state: State, width?: string): Promise<Present | undefined> {
  if (state.watch === "none" || JSON.stringify({ ...present.state, frame: 0 }) !== JSON.stringify({ ...state, frame: 0 })) return undefined;
  const next = { ...present, state };
  return { ...next, ...(await drawnAt(engine, next, state, width, present)) };
}

type Drawn = Pick<Present, "drawing" | "picture" | "watched">;

/** The drawing, of a frame of an algorithm if one is watched; the one before if it shows the same. */
async function drawnAt(engine: Answering, { text, model, at }: Pick<Present, "text" | "model" | "at">, state: State, width?: string, before?: Drawn): Promise<Drawn> {
  const watched = await watchedIn(engine, state, text, at !== undefined || model.vertices.length === 0);
  const frame = watched && watched.at > 0 ? { frame: watched.at, cycles: state.watch === "pushes" } : {};
  const wanted = { ...pictureOf(watched ? { ...state, overlay: "none" } : state, text, at, width), ...frame };
  if (before && JSON.stringify(before.picture) === JSON.stringify(wanted)) return { drawing: before.drawing, picture: before.picture, watched };
  const [scene, picture] = await sceneOrReason(engine, wanted);
  return { drawing: drawing(scene, state.places), picture, watched };
}

/** The options of `draw` for what is on show. */
function pictureOf(state: State, text: string, at: string | undefined, width: string | undefined): Picture {
  const particles: Record<string, string> = { ...state.particles };
  if (at !== undefined) particles[at] = (BigInt(particles[at] ?? 0) + 1n).toString();
  return {
    text, show: state.overlay === "none" ? [] : [state.overlay], particles, geometry: state.geometry,
    ...(Object.keys(state.places).length > 0 ? { places: state.places } : width === undefined ? {} : { width }),
  };
}

async function sceneOf(engine: Answering, picture: Picture): Promise<[Scene, Picture]> {
  try {
    return [await engine.ask<Scene>("draw", { ...picture, to: "scene" }), picture];
  } catch (error) {
    // An overlay that does not fit this graph is left out; its tab says why.
    if (!(error instanceof Refused) || error instanceof Cancelled || (picture["show"] as string[]).length === 0) throw error;
    const plain = { ...picture, show: [] };
    return [await engine.ask<Scene>("draw", { ...plain, to: "scene" }), plain];
  }
}

/** The same; an empty board and a remark that says why, if the graph is too large to be drawn. */
async function sceneOrReason(engine: Answering, picture: Picture): Promise<[Scene, Picture]> {
  try {
    return await sceneOf(engine, picture);
  } catch (error) {
    const size = error instanceof Refused ? error.message.split(" are too many to be drawn")[0] : undefined;
    if (!(error instanceof Refused) || size === undefined || size === error.message) throw error;
    return [{ ...NOT_DRAWN, title: `A rotor graph of ${size}`, remark: error.message }, picture];
  }
}

/** The board without a picture. */
const NOT_DRAWN: Scene = {
  schema: "arrival.scene/1", title: "", width: 400, height: 200, particle: "#7a1fa0", rectangles: [], arcs: [], vertices: [], words: [], legend: [],
};

/** The arcs that the last steps used. The k-th last departure of a vertex used the k-th arc before its rotor. */
async function trail(engine: Answering, { state, step, model, drawing: { scene } }: Present): Promise<Map<number, number>> {
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
