// The view: which part of the board is on the screen. Screen = board × scale + offset.

import type { Drawing, Point } from "./scene";

export interface View { scale: number; x: number; y: number }
/** A part of the screen. */
export interface Area { left: number; top: number; right: number; bottom: number }

export const MOST = 8;
/** A tree of five thousand vertices is seen whole. */
export const LEAST = 0.005;
/** On a board narrower than this, pictures are laid out to be at most this wide at their full size. */
export const NARROW = 500;
export const NARROW_PICTURE = "640";
/** A small graph is not blown up beyond this. */
const MOST_FITTED = 1.6;

export const toBoard = (view: View, at: Point): Point => ({ x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale });
export const toScreen = (view: View, at: Point): Point => ({ x: at.x * view.scale + view.x, y: at.y * view.scale + view.y });

/** The view in which all of the drawing is seen, in the middle of an area. */
export function fitted({ scene, shift }: Drawing, { left, top, right, bottom }: Area): View {
  const [across, down] = [right - left, bottom - top];
  const scale = Math.max(LEAST, Math.min(MOST_FITTED, (across - 16) / scene.width, (down - 16) / scene.height));
  return {
    scale,
    x: left + (across - scene.width * scale) / 2 + shift.x * scale,
    y: top + (down - scene.height * scale) / 2 + shift.y * scale,
  };
}

/** Zooms by `factor` around a point of the screen. */
export function zoomed(view: View, factor: number, at: Point): View {
  const scale = Math.max(LEAST, Math.min(MOST, view.scale * factor));
  const ratio = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio };
}
