// Undo and redo: the graphs there were, with the places of their vertices.

import type { Graph } from "./model";
import type { Positions } from "./layout";

export interface Moment {
  readonly graph: Graph;
  readonly positions: Positions;
}

export interface History {
  /** Remembers `moment` as what came before a change. */
  remember(moment: Moment): void;
  undo(now: Moment): Moment | null;
  redo(now: Moment): Moment | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

const MOST = 200;

export function makeHistory(): History {
  const past: Moment[] = [];
  const future: Moment[] = [];
  const step = (from: Moment[], to: Moment[], now: Moment) => {
    const moment = from.pop();
    if (moment) to.push(now);
    return moment ?? null;
  };
  return {
    remember(moment) {
      past.push(moment);
      if (past.length > MOST) past.shift();
      future.length = 0;
    },
    undo: (now) => step(past, future, now),
    redo: (now) => step(future, past, now),
    get canUndo() {
      return past.length > 0;
    },
    get canRedo() {
      return future.length > 0;
    },
  };
}
