// The state of the page: one value, and whoever wants to hear of its changes.

import { EMPTY, type Graph } from "./model";
import type { Overlay } from "./overlay";
import { PLAIN } from "./overlay";
import type { Positions } from "./layout";

export type Mode = "select" | "vertex" | "arc" | "push";

export interface State {
  readonly name: string;
  readonly graph: Graph;
  readonly positions: Positions;
  readonly selected: string | null;
  /** The tail of an arc that is being made by keyboard or mouse. */
  readonly tail: string | null;
  readonly mode: Mode;
  readonly overlay: Overlay;
  /** The cycle that was pushed last, while it is shown. */
  readonly pushed: readonly string[];
}

export interface Store {
  get(): State;
  set(change: Partial<State>): void;
  /** Calls `hear` after every change with the state before it. */
  listen(hear: (now: State, before: State) => void): void;
}

export function makeStore(): Store {
  let state: State = {
    name: "graph",
    graph: EMPTY,
    positions: new Map(),
    selected: null,
    tail: null,
    mode: "select",
    overlay: PLAIN,
    pushed: [],
  };
  const listeners: ((now: State, before: State) => void)[] = [];
  return {
    get: () => state,
    set(change) {
      const before = state;
      state = { ...state, ...change };
      for (const hear of listeners) hear(state, before);
    },
    listen: (hear) => void listeners.push(hear),
  };
}
