// Marks of an algorithm at work: outlines along arcs and around vertices, told apart by width and dashes as well as colour.

import { grouped } from "../dom";
import { type Cubic, pointOn, type Point } from "./scene";

export type Mark = "now" | "used" | "passed" | "chosen" | "cycle" | "won" | "lost";

/** What stands at a vertex or an arc in a frame. */
export interface Marked {
  marks: readonly Mark[];
  label: string | null;
  /** Whether the label came with this frame. */
  is_new: boolean;
}
/** How a mark looks: a line that shows on both sides of what it marks; the widest come first. */
export interface MarkStyle { mark: Mark; words: string; outer: number; inner: number; dashes: number[] | null }
export interface FrameMarks {
  vertices: ReadonlyMap<string, Marked>;
  /** By place in the scene. */
  arcs: ReadonlyMap<number, Marked>;
  styles: readonly MarkStyle[];
}

const SIZE = 13;
/** Labels of the frame on show are never smaller than this on the screen. */
const LEAST = 10;
const FAMILY = "DejaVu Sans, Verdana, sans-serif";

/** The colours are those of the style sheet, which has them for light and dark. */
export class MarkPainter {
  readonly #style: CSSStyleDeclaration;

  /** `grown` is how far the outlines of a new frame have grown, from 0 to 1. */
  constructor(readonly context: CanvasRenderingContext2D, readonly styles: readonly MarkStyle[], readonly scale: number, readonly grown = 1) {
    this.#style = getComputedStyle(context.canvas);
  }

  #colour(name: string): string {
    return this.#style.getPropertyValue(`--${name}`);
  }

  /** An outline along a path that is `width` wide. */
  outline(marks: readonly Mark[], path: Path2D, width: number): void {
    const { context } = this;
    // On a small picture outlines keep a width that can be seen.
    const more = Math.max(1, 0.6 / this.scale) * this.grown;
    for (const { mark, outer, inner, dashes } of this.styles) {
      if (!marks.includes(mark)) continue;
      context.lineCap = "butt";
      context.setLineDash(dashes ?? []);
      context.strokeStyle = this.#colour(`mark-${mark}`);
      context.lineWidth = width + outer * more;
      context.stroke(path);
      context.setLineDash([]);
      context.strokeStyle = this.#colour("card");
      context.lineWidth = width + inner * more;
      context.stroke(path);
    }
  }

  /** A label on an arc. */
  arcLabel(marked: Marked, curve: Cubic): void {
    if (marked.label !== null) this.#label(marked, shown(marked.label), pointOn(curve, 0.5));
  }

  /** A label on the right of a vertex, where few arcs leave: its own, or who wins there. */
  vertexLabel(marked: Marked, { x, y, half_width }: Point & { half_width: number }): void {
    const outcome = marked.marks.find((mark) => mark === "won" || mark === "lost");
    const words = marked.label ?? outcome;
    if (words !== undefined) this.#label(marked, shown(words), { x: x + half_width + 10, y }, "start");
  }

  #label({ is_new: isNew, marks }: Marked, text: string, { x, y }: Point, anchor: "middle" | "start" = "middle"): void {
    const { context, scale } = this;
    const isNow = isNew || marks.length > 0;
    if (!isNow && SIZE * scale < 5) return;
    const size = isNow ? Math.max(SIZE, LEAST / scale) : SIZE;
    context.font = `${isNew ? "bold " : ""}${size}px ${FAMILY}`;
    const width = context.measureText(text).width + size * 0.7;
    const middle = anchor === "start" ? x + width / 2 : x;
    const box = new Path2D();
    box.roundRect(middle - width / 2, y - size * 0.68, width, size * 1.36, size * 0.4);
    context.fillStyle = this.#colour("card");
    context.fill(box);
    context.lineWidth = Math.max(1, 1 / scale) * (isNew ? 2 : 1);
    context.strokeStyle = this.#colour(isNew ? "mark-now" : "line");
    context.stroke(box);
    context.fillStyle = this.#colour("ink");
    context.textAlign = "center";
    context.fillText(text, middle, y + size * 0.36);
  }
}

const shown = (label: string): string => (label === "inf" ? "∞" : /^\d+$/.test(label) ? grouped(label) : label);
