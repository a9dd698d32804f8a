// The gallery: twelve graphs with a question each.

import { texts } from "virtual:first";
import { drawing, type Scene } from "../board/scene";
import { present as presentInk } from "../board/colours";
import { paint } from "../board/painter";
import { fitted } from "../board/view";
import { button, byId, make, openDialog } from "../dom";
import type { Page } from "../page";
import { beginning, type State } from "../state/state";
import exhibits from "./exhibits.json";

interface Exhibit { title: string; question: string; more?: Partial<State> }

const EXHIBITS = exhibits as readonly Exhibit[];

/** The state that an exhibit opens with. Its graph came with the page: the gallery needs nothing else. */
export const exhibited = (at: number): State => beginning(texts[at] ?? "", EXHIBITS[at]?.more);

export function keepGallery(page: Page): void {
  byId("gallery", HTMLButtonElement).addEventListener("click", () => openGallery(page));
}

export function openGallery(page: Page): void {
  const cards = EXHIBITS.map((exhibit, at) => {
    const canvas = make("canvas", { width: "440", height: "192", "aria-hidden": "true" });
    const card = make("button", { type: "button", className: "card" }, canvas, make("strong", {}, exhibit.title), make("span", {}, exhibit.question));
    card.addEventListener("click", () => {
      byId("dialog", HTMLDialogElement).close();
      void open(page, at, exhibit.question);
    });
    void thumbnail(page, exhibited(at), canvas);
    return make("li", {}, card);
  });
  // On a phone, the bar has no room for one more button.
  const recent = button("Recent: what you have made", () => byId("recent", HTMLButtonElement).click(), { className: "narrow", "aria-haspopup": "dialog" });
  openDialog("Gallery", recent, make("ul", { className: "cards" }, ...cards));
}

async function open(page: Page, at: number, question: string): Promise<void> {
  page.open(exhibited(at));
  const { document } = page.store;
  await page.settled();
  if (document === page.store.document) page.say(question);
}

/** A small picture of the graph that a state begins with. */
export async function thumbnail(page: Page, state: State, canvas: HTMLCanvasElement): Promise<void> {
  const show = state.overlay === "none" ? [] : [state.overlay];
  const where = Object.keys(state.places).length > 0 ? { places: state.places } : { width: "640" };
  const scene = await page.engine.ask<Scene>("draw", { text: state.text, to: "scene", show, geometry: state.geometry, ...where });
  const picture = drawing(scene, {});
  const ratio = canvas.width / Math.max(1, canvas.clientWidth || 210);
  paint(canvas, picture, fitted(picture, { left: 0, top: 0, right: canvas.width / ratio, bottom: canvas.height / ratio }), { trail: new Map() }, presentInk());
}
