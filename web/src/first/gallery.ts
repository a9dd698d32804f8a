// The gallery: twelve graphs with a question each.

import { drawing, type Scene } from "../board/scene";
import { present as presentInk } from "../board/colours";
import { paint } from "../board/painter";
import { fitted } from "../board/view";
import { byId, make, openDialog } from "../dom";
import type { Page } from "../page";
import { beginning, type State } from "../state/state";

export interface Exhibit {
  title: string;
  question: string;
  example?: string;
  family?: string;
  values?: Record<string, string>;
  more?: Partial<State>;
}

export const EXHIBITS: readonly Exhibit[] = [
  { title: "Three in a ring", question: "Two ways out, seven steps. Which one will it be?", example: "fig-rotor-routing" },
  { title: "The slow path", question: "One sink, five vertices, 125 steps. What takes so long?", example: "fig-exponential-path-5" },
  { title: "2⁶¹ − 3 steps", question: "Too many to walk. What does the last one look like?", family: "expchain", values: { n: "60" }, more: { speed: 10 } },
  { title: "Two ends of a path", question: "Where is the border between those who leave left and right?", example: "fig-simple-path-4", more: { overlay: "exits" } },
  { title: "Return flows", question: "How many can be sent along an arc until one does not come back?", example: "fig-calc-rn", more: { overlay: "flows" } },
  { title: "Last departures", question: "By which arc does each vertex see the particle for the last time?", example: "fig-revolving-example", more: { overlay: "forest" } },
  { title: "Left or right", question: "The particle starts in the middle of a grid. Guess the side!", family: "grid", values: { w: "5", h: "4" } },
  { title: "A binary tree", question: "Two sinks share all leaves. Turn one rotor: who changes sides?", family: "binary-tree", values: { n: "15" }, more: { overlay: "exits" } },
  { title: "Forty vertices", question: "Which sink draws the most starts?", family: "tree", values: { n: "40", seed: "3" }, more: { overlay: "exits" } },
  { title: "One player", question: "Max sets two switches. Can it bring the particle to a sink of value 1?", example: "fig-one-player" },
  { title: "Values", question: "Zero, one or two: what can Max secure?", example: "fig-integer-game", more: { overlay: "values" } },
  { title: "No equilibrium", question: "Whatever the two choose, one of them regrets it. Why?", example: "fig-no-equilibrium" },
];

interface Begin { examples: { name: string; text: string }[] }

/** The state that an exhibit opens with. */
export async function exhibited(page: Page, { example, family, values = {}, more = {} }: Exhibit): Promise<State> {
  if (family !== undefined) {
    const { text } = await page.engine.ask<{ text: string }>("generate", { family, ...values, to: "rotor" });
    return beginning(text, { geometry: family === "grid" ? `grid:${values["w"]}x${values["h"]}` : "free", ...more });
  }
  const { examples } = await page.engine.ask<Begin>("begin", {});
  return beginning(examples.find(({ name }) => name === example)?.text ?? "", more);
}

export function keepGallery(page: Page): void {
  byId("gallery", HTMLButtonElement).addEventListener("click", () => openGallery(page));
}

export function openGallery(page: Page): void {
  const cards = EXHIBITS.map((exhibit) => {
    const canvas = make("canvas", { width: "440", height: "192", "aria-hidden": "true" });
    const card = make("button", { type: "button", className: "card" }, canvas, make("strong", {}, exhibit.title), make("span", {}, exhibit.question));
    card.addEventListener("click", () => {
      byId("dialog", HTMLDialogElement).close();
      void open(page, exhibit);
    });
    void thumbnail(page, exhibit, canvas);
    return make("li", {}, card);
  });
  openDialog("Gallery", make("ul", { className: "cards" }, ...cards));
}

async function open(page: Page, exhibit: Exhibit): Promise<void> {
  page.open(await exhibited(page, exhibit));
  await page.settled();
  page.say(exhibit.question);
}

async function thumbnail(page: Page, exhibit: Exhibit, canvas: HTMLCanvasElement): Promise<void> {
  const state = await exhibited(page, exhibit);
  const show = state.overlay === "none" ? [] : [state.overlay];
  const scene = await page.engine.ask<Scene>("draw", { text: state.text, to: "scene", show, geometry: state.geometry, width: "640" });
  const picture = drawing(scene, {});
  const ratio = canvas.width / Math.max(1, canvas.clientWidth || 210);
  paint(canvas, picture, fitted(picture, canvas.width / ratio, canvas.height / ratio), { trail: new Map() }, presentInk());
}
