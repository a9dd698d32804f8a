// Words: one sentence for whatever is shown, with the paper's word for it.

export interface Sentence {
  readonly words: string;
  /** What the paper calls it. */
  readonly term: string;
}

const say = (words: string, term: string): Sentence => ({ words, term });

export const ROTORS = say(
  "Every vertex has a rotor (dashed): the particle leaves along it, then the rotor turns to the next arc.",
  "rotor configuration ρ",
);
export const FLOWS = say(
  "On an arc from u to v: how often the particle leaves u towards v before it stays behind v, ∞ if it always comes back.",
  "return flow r(u, v)",
);
export const EXITS = say(
  "Each vertex has the colour of the sink where a particle put on it ends.",
  "exit pattern",
);
export const FOREST = say(
  "The thick arc of a vertex is the one by which a particle leaves it for the last time.",
  "destination forest D(ρ)",
);

export const visits = (from: string, steps: string): Sentence =>
  say(`The wider an arc, the more often the walk from ${from} uses it (log scale); it has ${steps} steps.`, "run profile");

export const strategies = (from: string, value: number | null, maxmin?: number, minmax?: number): Sentence =>
  value === null
    ? say(`From ${from} Max secures ${maxmin} and Min holds him to ${minmax}: neither can settle on switches.`, "no pure strategy equilibrium")
    : say(`With the thick switches neither player gains by changing alone; ${from} is worth ${value}.`, "pure strategy equilibrium");

export const walking = (at: string, steps: bigint): Sentence =>
  say(`After ${counted(steps)} the particle is on ${at}; next it moves along the dashed arc, which then turns.`, "rotor walk");

export const exited = (from: string, at: string, steps: bigint): Sentence =>
  say(`From ${from} the particle ends on ${at} after ${counted(steps)}.`, "exit sink of the maximal rotor walk");

export const trapped = (from: string, at: string, steps: bigint): Sentence =>
  say(`From ${from} the particle enters a trap on ${at} after ${counted(steps)}: no sink can be reached any more.`, "sink component");

export const pushed = (cycle: readonly string[]): Sentence =>
  say(`The rotors of ${list(cycle)} formed a cycle and turned once; no exit has changed.`, "cycle push");

export const noCycleLeft = say("No cycle of rotors is left to push: the rotors are the forest.", "destination forest D(ρ)");

export const routed = (steps: string | undefined): Sentence =>
  say(
    `So many particles end on each sink, in whatever order they move${steps === undefined ? "" : `; ${counted(BigInt(steps))} in all`}.`,
    "multiple particles",
  );

/** A number of steps, long ones with how long they are. */
export function counted(steps: bigint): string {
  const digits = steps.toString();
  if (digits.length > 24) return `${digits.slice(0, 6)}…${digits.slice(-6)} steps (a number of ${digits.length} digits)`;
  return steps === 1n ? "1 step" : `${digits} steps`;
}

function list(names: readonly string[]): string {
  return names.length > 6 ? `${names.slice(0, 5).join(", ")} and ${names.length - 5} more` : names.join(", ");
}
