// Autosave: the state stays in this browser until New.

import { sound } from "./link";
import type { State } from "./state";

const KEY = "arrival.page/1";
const PAUSE = 400;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps `state` when nothing has changed for a moment. */
export function keep(state: State): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(state));
    } catch {
      // Private windows and full disks keep nothing; the page works all the same.
    }
  }, PAUSE);
}

export function kept(): State | undefined {
  try {
    const text = localStorage.getItem(KEY);
    return text === null ? undefined : sound(JSON.parse(text));
  } catch {
    return undefined;
  }
}
