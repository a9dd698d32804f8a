// Frames of an algorithm, as `explain` answers them: asked for once, and added up to what stands on the board at one of them.

import type { FrameMarks, Mark, Marked } from "../board/marks";
import type { Scene } from "../board/scene";
import { type Engine, Refused } from "../engine/engine";
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
export async function watchedIn(engine: Engine, { watch, frame }: State, text: string, hasStart: boolean): Promise<Watched | undefined> {
  if (watch === "none") return undefined;
  if (watch === "answer" && !hasStart) return { frames: [], leftOut: 0, at: 0, trouble: "No particle yet: choose a vertex and press Start here, then watch." };
  const key = `${watch} ${text}`;
  if (last?.key !== key) last = { key, told: await told(engine, watch === "pushes", text) };
  const { told: found } = last;
  return { ...found, at: Math.min(frame, found.frames.length) };
}

async function told(engine: Engine, cycles: boolean, text: string): Promise<Told> {
  try {
    const reply = await engine.ask<Explanation>("explain", { text, frames: true, ...(cycles ? { cycles } : {}) });
    const nothing = cycles ? "The rotors form no cycle: there is nothing to push." : "The particle is where it ends: there is nothing to compute.";
    return { frames: reply.frames, leftOut: reply.frames_left_out ?? 0, trouble: reply.frames.length === 0 ? nothing : undefined };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { frames: [], leftOut: 0, trouble: error.message };
  }
}

/** The graph with the rotors that the algorithm has turned until the frame on show. */
export function turned(model: Model, { frames, at }: Watched): Model | undefined {
  const rotors = new Map(frames.slice(0, at).flatMap((frame) => Object.entries(frame.rotors)));
  if (rotors.size === 0 || model.vertices.length === 0) return undefined;
  return { ...model, vertices: model.vertices.map((vertex) => (rotors.has(vertex.name) ? { ...vertex, rotor: rotors.get(vertex.name) ?? 0 } : vertex)) };
}

/** What is marked and written: labels stay until another one replaces them, marks last one frame. */
export function marksOf({ frames, at }: Watched, scene: Scene): FrameMarks {
  const place = new Map<number, number>();
  scene.arcs.forEach(({ arc, count }, index) => {
    for (let one = 0; one < count; one++) place.set(arc + one, index);
  });
  const [vertices, arcs] = [new Map<string, Marked>(), new Map<number, Marked>()];
  frames.slice(0, at).forEach((frame, number) => {
    const isNow = number === at - 1;
    const add = <K>(all: Map<K, Marked>, key: K | undefined, mark: Mark, label: string | undefined) => {
      if (key === undefined || (!isNow && label === undefined)) return;
      const before = all.get(key) ?? { marks: [], label: undefined, isNew: false };
      all.set(key, { marks: isNow ? [...before.marks, mark] : [], label: label ?? before.label, isNew: isNow && (label !== undefined || before.isNew) });
    };
    frame.vertices.forEach(({ vertex, mark, label }) => add(vertices, vertex, mark, label));
    frame.arcs.forEach(({ arc, mark, label }) => add(arcs, place.get(arc), mark, label));
  });
  return { vertices, arcs };
}
