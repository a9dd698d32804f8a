// Tools: what a tap on a vertex, an arc or the ground does.

import { announce, byId } from "../dom";
import { Refused } from "../engine/engine";
import type { Page } from "../page";
import { tapped } from "../panel/game";
import { addArc, find, nextArc } from "../state/model";
import type { Point, SceneArc } from "./scene";

export type Tool = "move" | "vertex" | "arc" | "push" | "particle";

/** A tap on a vertex, or on the ground at `place`. */
export async function act(page: Page, vertex: string | undefined, place: Point): Promise<void> {
  if (page.tool === "vertex" && vertex === undefined) return page.addVertexAt(place);
  if (vertex === undefined) {
    page.arcFrom = undefined;
    page.choose(undefined);
    return;
  }
  if (page.tool === "arc") {
    // Without dragging: the first tap names the tail, the second the head.
    if (page.arcFrom === undefined) {
      page.arcFrom = vertex;
      page.choose(vertex);
      announce(`Arc from ${vertex}: now its head.`);
      return;
    }
    const tail = page.arcFrom;
    page.arcFrom = undefined;
    return draw(page, tail, vertex);
  }
  if (page.tool === "push") return push(page, vertex);
  if (page.tool === "particle") {
    const { particles } = page.store.state;
    page.store.change({ particles: { ...particles, [vertex]: (BigInt(particles[vertex] ?? 0) + 1n).toString() } });
    announce(`One more particle on ${vertex}.`);
    return;
  }
  if (!tapped(page, vertex)) byId("tab-edit", HTMLButtonElement).click();
  page.choose(vertex);
}

export function actOnArc(page: Page, arc: SceneArc): void {
  const tail = page.board.drawing?.scene.vertices[arc.tail]?.name;
  if (tail === undefined) return;
  if (page.tool === "push") void push(page, tail);
  else page.choose(tail, arc.arc);
}

export async function draw(page: Page, tail: string, head: string): Promise<void> {
  await page.edit(addArc(tail, head));
  announce(tail === head ? `A loop at ${tail}.` : `An arc from ${tail} to ${head}.`);
}

/** Pushes the cycle of rotors through a vertex, as they are on the board (F30). */
export async function push(page: Page, vertex: string): Promise<void> {
  const { document } = page.store;
  await page.settled();
  const { present } = page;
  if (!present || document !== page.store.document) return;
  try {
    const { cycle, text } = await page.engine.ask<{ cycle: string[]; text: string }>("push", { text: present.text, cycle: vertex });
    if (document !== page.store.document) return;
    page.store.change({ origin: text, step: "0" });
    page.say(`Pushed the cycle ${[...cycle, cycle[0]].join(" → ")}: each of its rotors has turned once, and every exit stays what it was.`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    page.say(error.message);
  }
}

/** A vertex in words, for those who do not see it. */
export function described(page: Page, name: string): string {
  const { present } = page;
  const vertex = present && find(present.model, name);
  if (!present || !vertex) return name;
  const about = page.board.vertex(name)?.about ?? name;
  const here = present.at === name ? ", the particle is here" : "";
  if (vertex.sink) return `${about}, sink${here}`;
  const arcs = vertex.arcs ?? [];
  const owner = vertex.owner === "max" ? ", switch of Max" : vertex.owner === "min" ? ", switch of Min" : "";
  return `${about}${owner}, ${arcs.length === 1 ? "1 arc" : `${arcs.length} arcs`}, next to ${arcs[nextArc(present.model, vertex)]}${here}`;
}
