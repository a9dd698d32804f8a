// Frames of an algorithm, as `explain` answers them: asked for once, and added up to what stands on the board at one of them.

import type { FrameMarks, Mark } from "../board/marks";
import type { Scene } from "../board/scene";
import { type Answering, Refused } from "../engine/engine";
import type { Model } from "../state/model";
import type { State } from "../state/state";

export interface Frame {
  step: "return-flow" | "routine" | "push" | "binary-game" | "pair";
  words: string;
  vertices: { vertex: string; mark: Mark; label?: string }[];
  arcs: { tail: string; head: string; arc: number; mark: Mark; label?: string }[];
  rotors: Record<string, number>;
}
interface Explanation { frames: Frame[]; frames_left_out?: number; cycles?: string[][] }

/** An algorithm at work. */
export interface Watched {
  frames: readonly Frame[];
  /** How many more there are than are shown. */
  leftOut: number;
  /** The frame on show; the first is 1, and 0 if there is none. */
  at: number;
  /** Why there is nothing to watch. */
  trouble: string | undefined;
}

type Told = Omit<Watched, "at">;
/** The last answer: frames are asked for once, however often one goes back and forth. */
let last: { key: string; told: Told } | undefined;

/** The algorithm that is watched on `text`. `hasStart` is false if there is no particle whose answer could be found. */
export async function watchedIn(engine: Answering, { watch, frame }: State, text: string, hasStart: boolean): Promise<Watched | undefined> {
  if (watch === "none") return undefined;
  if (watch === "answer" && !hasStart) return { frames: [], leftOut: 0, at: 0, trouble: "No particle yet: go back to the walk, choose the vertex where it starts, then watch." };
  const key = `${watch} ${text}`;
  if (last?.key !== key) last = { key, told: await told(engine, watch === "pushes", text) };
  const { told: found } = last;
  return { ...found, at: Math.min(frame, found.frames.length) };
}

async function told(engine: Answering, cycles: boolean, text: string): Promise<Told> {
  try {
    const reply = await engine.ask<Explanation>("explain", { text, frames: true, ...(cycles ? { cycles } : {}) });
    const nothing = cycles ? "The rotors form no cycle: there is nothing to push." : "The particle is where it ends: there is nothing to compute.";
    return { frames: reply.frames, leftOut: reply.frames_left_out ?? 0, trouble: reply.frames.length === 0 ? nothing : undefined };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { frames: [], leftOut: 0, trouble: error.message };
  }
}

/** The graph with the rotors that the algorithm has turned until the frame on show, as a file has them. */
export function turned(model: Model, { frames, at }: Watched): Model {
  const rotors = new Map(frames.slice(0, at).flatMap((frame) => Object.entries(frame.rotors)));
  // Frames name the arc that is used next; files of the other rule the one that was used last.
  const back = model.rule === "turn-then-move" ? 1 : 0;
  return {
    ...model,
    vertices: model.vertices.map((vertex) => {
      const [rotor, degree] = [rotors.get(vertex.name), vertex.arcs?.length ?? 1];
      return rotor === undefined ? vertex : { ...vertex, rotor: (rotor + degree - back) % degree };
    }),
  };
}

/** What is marked and written in a scene. */
export function marksOf(scene: Scene): FrameMarks {
  const vertices = new Map(scene.vertices.flatMap(({ name, marked }) => (marked ? [[name, marked] as const] : [])));
  const arcs = new Map(scene.arcs.flatMap(({ marked }, at) => (marked ? [[at, marked] as const] : [])));
  return { vertices, arcs, styles: scene.marks ?? [] };
}
