// The state: one immutable value that everything shown comes from.

export type Place = readonly [number, number];
export type Overlay = "none" | "exits" | "flows" | "forest" | "visits" | "strategies" | "values";
export type Side = "max" | "min";
/** Which algorithm is watched: the one that finds the answer, or the pushes that lead to the destination forest. */
export type Watch = "none" | "answer" | "pushes";

export interface State {
  /** The graph with its initial rotors, as it was typed, drawn or opened. */
  readonly text: string;
  /** The same graph with the rotors and the start that the walk on show began with: after a push or a route not the initial ones. */
  readonly origin: string;
  /** How many steps the walk has made from there, in decimal digits. */
  readonly step: string;
  /** Where vertices stand, by name; those that are missing are placed by the engine. */
  readonly places: Readonly<Record<string, Place>>;
  /** The geometry of a family, until there are places. */
  readonly geometry: string;
  /** Particles besides the one that walks, by vertex. */
  readonly particles: Readonly<Record<string, string>>;
  readonly overlay: Overlay;
  /** An index into the speeds of the player. */
  readonly speed: number;
  /** Whose switches are set by hand in a game. */
  readonly side: Side;
  readonly watch: Watch;
  /** Which frame of that algorithm is on show; the first is 1. */
  readonly frame: number;
}

export const EMPTY: State = {
  text: "", origin: "", step: "0", places: {}, geometry: "free", particles: {}, overlay: "none", speed: 1, side: "max", watch: "none", frame: 1,
};

/** A state that begins with `text`, its rotors as they are written. */
export const beginning = (text: string, more: Partial<State> = {}): State => ({ ...EMPTY, text, origin: text, ...more });

/** `state` after a change. An algorithm works on the rotors that it began with: other rotors, or an overlay instead of its frames, end it. */
export function changed(state: State, change: Partial<State>): State {
  const ends = ["text", "origin", "step", "overlay"].some((part) => part in change);
  return { ...state, ...(ends ? { watch: "none", frame: 1 } : {}), ...change };
}

/** Whether a change makes something that somebody would miss: not a step, nor what is shown of the graph. */
export const makes = (before: State, after: State): boolean =>
  (["text", "origin", "places", "particles"] as const).some((part) => before[part] !== after[part] && JSON.stringify(before[part]) !== JSON.stringify(after[part]));

/** Back to the initial rotors, everything else as it is. */
export const initial = (state: State): State => ({ ...state, origin: state.text, step: "0", particles: {}, watch: "none", frame: 1 });

/** Whether the rotors on show are the initial ones. */
export const isInitial = (state: State): boolean => state.origin === state.text && state.step === "0";
