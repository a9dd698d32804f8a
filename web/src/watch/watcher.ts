// The watcher: an algorithm at work on the board, frame by frame, by mouse, finger and keyboard.

import { announce, byId, make } from "../dom";
import { onChange } from "../board/colours";
import { MarkPainter, type MarkStyle } from "../board/marks";
import type { Page } from "../page";
import type { Watch } from "../state/state";

/** How long a frame stays while playing: a moment to look, and time to read its words. */
const LOOK = 1200;
const READ = 35;
const GROW = 260;

export class Watcher {
  #playing: ReturnType<typeof setTimeout> | undefined;
  #reduced = matchMedia("(prefers-reduced-motion: reduce)");
  #shown: unknown;
  readonly #slider = byId("frame-slider", HTMLInputElement);

  /** `begin` is called before something is watched: a walk has to stop. */
  constructor(readonly page: Page, readonly begin: () => void) {
    const on = (id: string, act: () => void) => byId(id, HTMLButtonElement).addEventListener("click", act);
    on("frame-first", () => this.to(1));
    on("frame-back", () => this.go(-1));
    on("frame-play", () => this.toggle());
    on("frame-next", () => this.go(1));
    on("frame-last", () => this.to(this.#count));
    on("frame-leave", () => this.leave());
    this.#slider.addEventListener("input", () => this.to(Number(this.#slider.value)));
    page.store.onDocument(() => this.stop());
    page.subscribe(() => this.#refresh());
    onChange(() => {
      this.#shown = undefined;
      this.#refresh();
    });
  }

  get watching(): boolean {
    return this.page.store.state.watch !== "none";
  }

  get playing(): boolean {
    return this.#playing !== undefined;
  }

  get #count(): number {
    return this.page.present?.watched?.frames.length ?? 0;
  }

  async watch(watch: Watch): Promise<void> {
    // The sentence lists the flaws; there is nothing to compute until they are mended.
    if (this.page.flaws.length > 0) return;
    this.begin();
    this.stop();
    const { document } = this.page.store;
    this.page.store.amend({ watch, frame: 1 });
    await this.page.settled();
    if (document !== this.page.store.document) return;
    this.page.board.canvas.focus({ preventScroll: true });
    if (this.#count > 0) announce(`${this.#count === 1 ? "1 frame" : `${this.#count} frames`}. Left and Right go from one to the next, Space plays, Escape ends it.`);
  }

  leave(): void {
    if (!this.watching) return;
    this.stop();
    this.page.store.amend({ watch: "none", frame: 1 });
    announce("The walk again.");
  }

  go(by: number): void {
    this.to(this.page.store.state.frame + by);
  }

  to(frame: number): void {
    this.stop();
    this.#set(frame);
  }

  #set(frame: number): void {
    const within = Math.max(1, Math.min(this.#count, frame));
    if (within !== this.page.store.state.frame) this.page.store.amend({ frame: within });
  }

  toggle(): void {
    if (this.playing) this.stop();
    else this.#play();
  }

  stop(): void {
    clearTimeout(this.#playing);
    this.#playing = undefined;
    this.#refresh();
  }

  #play(): void {
    // At the end it begins again.
    if (this.page.store.state.frame >= this.#count) this.#set(1);
    this.#next();
  }

  #next(): void {
    const { frame } = this.page.store.state;
    const words = this.page.present?.watched?.frames[frame - 1]?.words ?? "";
    this.#playing = setTimeout(() => {
      if (!this.watching || frame >= this.#count) return this.stop();
      this.#set(frame + 1);
      void this.page.settled().then(() => {
        if (this.playing) this.#next();
      });
    }, LOOK + READ * words.length);
    this.#refresh();
  }

  /** Lets the marks of a new frame grow, unless motion is not wanted. */
  #grow(): void {
    const begin = performance.now();
    const shown = this.#shown;
    const step = () => {
      const grown = this.#reduced.matches ? 1 : Math.min(1, (performance.now() - begin) / GROW);
      this.page.board.mark({ grown });
      if (grown < 1 && shown === this.#shown) requestAnimationFrame(step);
    };
    step();
  }

  #refresh(): void {
    const { watched } = this.page.present ?? {};
    byId("walk-row", HTMLDivElement).hidden = this.watching;
    byId("watch-row", HTMLDivElement).hidden = !this.watching;
    byId("frame-legend", HTMLParagraphElement).hidden = !this.watching || !watched || watched.frames.length === 0;
    byId("frame-play", HTMLButtonElement).textContent = this.playing ? "Pause" : "Play";
    if (!this.watching || !watched) return;
    const { at, frames } = watched;
    for (const id of ["frame-first", "frame-back"]) byId(id, HTMLButtonElement).disabled = at <= 1;
    for (const id of ["frame-next", "frame-last"]) byId(id, HTMLButtonElement).disabled = at >= frames.length;
    byId("frame-play", HTMLButtonElement).disabled = frames.length < 2;
    this.#slider.disabled = frames.length < 2;
    this.#slider.max = String(Math.max(1, frames.length));
    this.#slider.value = String(at);
    this.#slider.setAttribute("aria-valuetext", `frame ${at} of ${frames.length}`);
    if (this.#shown === watched) return;
    this.#shown = watched;
    legend(this.page.present?.drawing.scene.marks ?? []);
    this.#grow();
  }
}

/** What the marks of a frame mean, each beside a piece of it. */
function legend(styles: readonly MarkStyle[]): void {
  const entries = styles.map((style) => {
    const piece = make("canvas", { width: "72", height: "40", "data-mark": style.mark, "aria-hidden": "true" });
    return [piece, make("span", { className: "entry" }, piece, style.words), style] as const;
  });
  byId("frame-marks", HTMLSpanElement).replaceChildren(...entries.map(([, entry]) => entry));
  for (const [piece, , style] of entries) {
    const context = piece.getContext("2d");
    if (!context) continue;
    context.scale(2, 2);
    new MarkPainter(context, [style], 1).outline([style.mark], new Path2D("M2 10H34"), 1);
  }
}
