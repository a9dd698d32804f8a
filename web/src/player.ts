// The player: steps, runs, and the slider over the whole walk; exact at every position, because the engine finds any moment.

import { byId, grouped, superscript } from "./dom";
import { Refused } from "./engine/engine";
import { pointOn } from "./board/scene";
import type { Page } from "./page";
import type { Solved } from "./present";
import { find, firstArcs, type Model, nextArc } from "./state/model";
import { initial, isInitial } from "./state/state";

/** Steps a second, as powers: from one by one to more than anything could walk. */
const SPEEDS: readonly bigint[] = [1n, 2n, 4n, 8n, 32n, 10n ** 3n, 10n ** 4n, 10n ** 6n, 10n ** 9n, 10n ** 12n, 10n ** 20n, 10n ** 30n, 10n ** 60n];
/** Beyond this many a second, the particle jumps. */
const SHOWN = 8n;
/** An endless walk has no end to slide to; this far is far enough. */
const ENDLESS = 10n ** 60n;
const PARTS = 1000;

export const speedWords = (index: number): string => {
  const speed = SPEEDS[index] ?? 1n;
  if (speed === 1n) return "1 step a second";
  return speed < 10_000n ? `${speed} steps a second` : `10${superscript(String(speed).length - 1)} steps a second`;
};

export class Player {
  /** The run that goes on; each has a number of its own, so that one that was stopped does not go on in the next. */
  #run: number | undefined;
  #runs = 0;
  /** Counts jumps and documents: a step that was on its way before is not finished. */
  #jumps = 0;
  #total: { origin: string; steps: bigint } | undefined;
  #reduced = matchMedia("(prefers-reduced-motion: reduce)");
  readonly #slider = byId("slider", HTMLInputElement);
  readonly #speed = byId("speed", HTMLInputElement);

  constructor(readonly page: Page) {
    const on = (id: string, act: () => unknown) => byId(id, HTMLButtonElement).addEventListener("click", () => void act());
    on("step", () => this.step());
    on("back", () => this.back());
    on("run", () => this.toggle());
    on("first", () => this.to(0n));
    on("last", () => this.toEnd());
    on("initial", () => this.reset());
    this.#slider.addEventListener("input", () => void this.slide(Number(this.#slider.value)));
    this.#speed.addEventListener("input", () => page.store.amend({ speed: Number(this.#speed.value) }));
    page.store.onDocument(() => {
      this.#jumps += 1;
      this.stop();
    });
    page.subscribe(() => this.#refresh());
  }

  get running(): boolean {
    return this.#run !== undefined;
  }

  reset(): void {
    this.stop();
    this.#jumps += 1;
    this.page.store.change(initial(this.page.store.state));
  }

  async to(step: bigint): Promise<void> {
    this.stop();
    this.#jumps += 1;
    this.page.store.amend({ step: step.toString() });
    await this.page.settled();
  }

  async back(): Promise<void> {
    const step = BigInt(this.page.store.state.step);
    if (step > 0n) await this.to(step - 1n);
  }

  async toEnd(): Promise<void> {
    const { document } = this.page.store;
    const length = await this.#length();
    if (document === this.page.store.document) await this.to(length);
  }

  /** One step, with the particle on its way if there is time to watch it. */
  async step(milliseconds = 450): Promise<void> {
    const jumps = this.#jumps;
    await this.page.settled();
    const { present } = this.page;
    if (jumps !== this.#jumps || !this.page.isCurrent || !present || present.exited || present.at === undefined) return;
    const vertex = find(present.model, present.at);
    if (!vertex || vertex.sink) return;
    await this.#travel(present.at, milliseconds);
    if (jumps === this.#jumps && this.page.present === present) {
      this.page.store.amend({ step: (BigInt(this.page.store.state.step) + 1n).toString() });
      await this.page.settled();
    }
    this.page.board.mark({ moving: undefined });
  }

  toggle(): void {
    if (this.running) this.stop();
    else void this.run();
  }

  stop(): void {
    this.#run = undefined;
    this.#refresh();
  }

  async run(): Promise<void> {
    const run = ++this.#runs;
    this.#run = run;
    this.#refresh();
    await this.page.settled();
    if (this.#run === run && this.page.present?.exited) await this.#jump(0n);
    while (this.#run === run) {
      const speed = SPEEDS[this.page.store.state.speed] ?? 1n;
      const before = this.page.store.state.step;
      if (speed <= SHOWN) {
        const pause = 1000 / Number(speed);
        await this.step(pause * 0.75);
        await sleep(pause * 0.25);
      } else {
        await this.#jump(BigInt(before) + (speed + SHOWN - 1n) / SHOWN);
        await sleep(1000 / Number(SHOWN));
      }
      if (this.#run !== run) return;
      const isStuck = this.page.store.state.step === before || this.page.trouble !== undefined;
      if (isStuck || this.page.present?.exited) this.stop();
    }
  }

  async #jump(step: bigint): Promise<void> {
    this.page.store.amend({ step: step.toString() });
    await this.page.settled();
  }

  /** Leads the particle along the arc it takes next. */
  async #travel(name: string, milliseconds: number): Promise<void> {
    const { present, board } = this.page;
    const vertex = present && find(present.model, name);
    if (!present || !vertex || this.#reduced.matches || milliseconds < 60) return;
    const arc = (firstArcs(present.model).get(name) ?? 0) + nextArc(present.model, vertex);
    const { scene, curves } = present.drawing;
    const at = scene.arcs.findIndex((mark) => mark.arc <= arc && arc < mark.arc + mark.count);
    const curve = curves[at];
    const [tail, head] = [scene.arcs[at]?.tail, scene.arcs[at]?.head].map((index) => scene.vertices[index ?? -1]);
    if (!curve || !tail || !head) return;
    const [begin, jumps] = [performance.now(), this.#jumps];
    await new Promise<void>((done) => {
      const frame = () => {
        if (jumps !== this.#jumps) return done();
        const t = Math.min(1, (performance.now() - begin) / milliseconds);
        const eased = t * t * (3 - 2 * t);
        const from = eased < 0.12 ? mixed(tail, curve[0], eased / 0.12) : undefined;
        const to = eased > 0.88 ? mixed(curve[3], head, (eased - 0.88) / 0.12) : undefined;
        board.mark({ moving: from ?? to ?? pointOn(curve, (eased - 0.12) / 0.76) });
        if (t < 1) requestAnimationFrame(frame);
        else done();
      };
      requestAnimationFrame(frame);
    });
  }

  /** The number of steps of the whole walk. */
  async #length(): Promise<bigint> {
    const { origin } = this.page.store.state;
    if (this.#total?.origin === origin) return this.#total.steps;
    let steps = 0n;
    try {
      const { answers } = await this.page.engine.ask<Solved>("solve", { text: await this.#asRotors(origin) });
      const answer = answers.length === 1 ? answers[0] : undefined;
      if (answer?.exit != null && answer.steps !== undefined) steps = BigInt(answer.steps);
      else if (answer) steps = ENDLESS;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    this.#total = { origin, steps };
    return steps;
  }

  /** A walk goes by the switches that are set: for its length, players are rotors. */
  async #asRotors(text: string): Promise<string> {
    const players = this.page.present?.model.vertices.some(({ owner }) => owner === "max" || owner === "min");
    if (!players) return text;
    const model = await this.page.engine.ask<Model>("convert", { text, to: "json" });
    const vertices = model.vertices.map((vertex) => (vertex.owner ? { ...vertex, owner: "rotor" } : vertex));
    return JSON.stringify({ ...model, vertices });
  }

  /** Position 0 is the beginning, the last one the end, in between on a logarithmic scale. */
  async slide(position: number): Promise<void> {
    const { document } = this.page.store;
    const total = await this.#length();
    if (document === this.page.store.document) await this.to(stepAt(position, total));
  }

  #refresh(): void {
    const { present, store } = this.page;
    const { state } = store;
    const run = byId("run", HTMLButtonElement);
    run.textContent = this.running ? "Pause" : "Run";
    this.#speed.value = String(state.speed);
    this.#speed.setAttribute("aria-valuetext", speedWords(state.speed));
    this.#speed.title = speedWords(state.speed);
    byId("pace", HTMLSpanElement).textContent = speedWords(state.speed);
    const count = byId("count", HTMLOutputElement);
    // The sentence has all digits; a longer count would push the buttons into another row.
    count.textContent = `step ${grouped(state.step, 12)}`;
    count.title = state.step;
    const stands = present?.at === undefined;
    for (const id of ["step", "run", "last"]) byId(id, HTMLButtonElement).disabled = stands;
    for (const id of ["first", "back"]) byId(id, HTMLButtonElement).disabled = state.step === "0";
    byId("initial", HTMLButtonElement).disabled = isInitial(state) && Object.keys(state.particles).length === 0;
    this.#slider.disabled = stands;
    if (document.activeElement !== this.#slider) {
      void this.#length().then((total) => {
        if (state !== store.state) return;
        this.#slider.value = String(positionOf(BigInt(state.step), total));
        this.#slider.setAttribute("aria-valuetext", `step ${state.step} of ${total === ENDLESS ? "an endless walk" : total}`);
      });
    } else this.#slider.setAttribute("aria-valuetext", `step ${state.step}`);
  }
}

const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
const mixed = (a: { x: number; y: number }, b: { x: number; y: number }, t: number) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });

/** The number of digits of a large number, with a fraction. */
function digits(number: bigint): number {
  const text = number.toString();
  return text.length <= 15 ? Math.log10(Number(text)) : Math.log10(Number(text.slice(0, 15))) + text.length - 15;
}

export function stepAt(position: number, total: bigint): bigint {
  if (position <= 0) return 0n;
  if (position >= PARTS) return total;
  const exponent = (digits(total + 1n) * position) / PARTS;
  const whole = Math.max(0, Math.floor(exponent) - 14);
  const step = BigInt(Math.round(10 ** (exponent - whole))) * 10n ** BigInt(whole) - 1n;
  return step > total ? total : step;
}

export function positionOf(step: bigint, total: bigint): number {
  if (step <= 0n || total <= 0n) return 0;
  return Math.round((PARTS * digits(step + 1n)) / digits(total + 1n));
}
