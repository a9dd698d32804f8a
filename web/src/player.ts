// The walk on the page: step, back, run, skip, and its counters.

import { byId, latest, tellFault } from "./dom";
import { startOf } from "./model";
import type { Store } from "./store";
import { beginWalk, hasEnded, jumpToEnd, lookAhead, stepBack, stepOn, visitsHere, type Walk } from "./walk";
import * as words from "./words";

export interface Player {
  rotors(): readonly number[] | null;
  particle(): string | null;
  step(): void;
}

/** How many steps are asked for at least. */
const CHUNK = 256;
/** The next return is looked for so far ahead; beyond that the walk is not played. */
const MOST_PLAYED = 2_000_000;

export function makePlayer(store: Store, say: (sentence: words.Sentence) => void, repaint: () => void): Player {
  const runButton = byId<HTMLButtonElement>("run");
  const speed = byId<HTMLInputElement>("speed");
  let walk: Walk | null = null;
  let running = false;
  const work = latest();

  const rate = () => 2 ** Number(speed.value);

  /** The walk of the present graph. */
  const current = (): Walk | null => {
    const { graph } = store.get();
    const from = startOf(graph);
    if (walk?.graph !== graph) walk = from === null ? null : beginWalk(graph, from);
    return walk;
  };

  const show = () => {
    const now = current();
    byId("steps").textContent = now ? now.steps.toString() : "0";
    byId("at").textContent = now?.at ?? "–";
    byId("visits").textContent = now ? (visitsHere(now)?.toString() ?? "not known after this jump") : "0";
    if (now && now.steps > 0n) {
      const { from, at, steps, ending } = now;
      if (!hasEnded(now)) say(words.walking(at, steps));
      else say(ending === "sink" ? words.exited(from, at, steps) : words.trapped(from, at, steps));
    }
    repaint();
  };

  const setRunning = (on: boolean) => {
    running = on;
    runButton.textContent = on ? "Pause" : "Run";
    runButton.setAttribute("aria-pressed", String(on));
  };

  /** Does one thing with the walk; what was going on stops. */
  const act = (deed: (now: Walk, signal: AbortSignal) => Promise<void> | void) => {
    setRunning(false);
    const now = current();
    if (!now) return;
    void work(async (signal) => {
      await deed(now, signal);
      if (!signal.aborted) show();
    });
  };

  const step = () =>
    act(async (now, signal) => {
      await lookAhead(now, CHUNK, signal);
      if (!signal.aborted) stepOn(now);
    });

  const nextReturn = async (now: Walk, signal: AbortSignal) => {
    for (let made = 0; made < MOST_PLAYED; ) {
      await lookAhead(now, 1 << 16, signal);
      if (signal.aborted) return;
      while (stepOn(now)) {
        made += 1;
        if (now.at === now.from) return;
      }
      if (now.ending !== null) return;
      show();
    }
  };

  const run = async (now: Walk, signal: AbortSignal) => {
    let [last, owed] = [performance.now(), 1];
    while (running && !signal.aborted && !(hasEnded(now) && now.ahead.length === 0)) {
      await lookAhead(now, Math.max(CHUNK, Math.min(1 << 16, rate() * 2)), signal);
      for (; owed >= 1; owed -= 1) if (!stepOn(now)) break;
      show();
      const time = await new Promise<number>(requestAnimationFrame);
      owed = Math.min(owed, 1) + ((time - last) / 1000) * rate();
      last = time;
    }
    if (!signal.aborted) setRunning(false);
  };

  byId("step").addEventListener("click", step);
  byId("back").addEventListener("click", () => act((now) => void stepBack(now)));
  byId("reset").addEventListener("click", () =>
    act(() => {
      walk = null;
      say(words.ROTORS);
    }),
  );
  byId("return").addEventListener("click", () => act(nextReturn));
  byId("sink").addEventListener("click", () =>
    act(async (now, signal) => {
      if (!hasEnded(now)) await jumpToEnd(now, signal);
    }),
  );
  runButton.addEventListener("click", () => {
    const on = !running;
    act(() => undefined);
    const now = current();
    if (!on || !now) return;
    setRunning(true);
    void work((signal) => run(now, signal).catch((error: unknown) => {
      setRunning(false);
      if (!signal.aborted) tellFault(error);
    }));
  });
  store.listen((state, before) => {
    if (state.graph === before.graph) return;
    setRunning(false);
    void work(() => Promise.resolve());
    show();
  });
  return {
    rotors: () => (walk && walk.graph === store.get().graph ? walk.rotors : null),
    particle: () => current()?.at ?? null,
    step,
  };
}
