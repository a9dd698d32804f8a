// The tab Text: the graph as text, its flaws at their place, and members of families.

import { byId, button, make } from "../dom";
import { Refused } from "../engine/engine";
import type { Page } from "../page";
import { beginning } from "../state/state";
import type { Document } from "../state/store";

const PAUSE = 250;
/** Longer texts are not put into the editor, which would take seconds. */
const MOST_TYPED = 400_000;

interface Parameter { name: string; meaning: string; default: number; least: number; most: number; whole: boolean }
interface Begin { families: { id: string; sentence: string; parameters: Parameter[] }[] }

export function keepText(page: Page): void {
  const area = byId("text", HTMLTextAreaElement);
  const list = byId("flaws", HTMLOListElement);
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The document and the graph that the box stands for: it is written again when either comes from elsewhere. */
  let known: { document: Document; origin: string } | undefined;
  const take = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    const text = area.value;
    known = { document: page.store.document, origin: text };
    page.retype(text);
  };
  area.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(take, PAUSE);
  });
  // Whoever leaves the box, the document or the page does not wait for a timer.
  area.addEventListener("blur", take);
  page.onLeaving(take);
  addEventListener("pagehide", take);
  page.subscribe(() => {
    const { present, flaws, store } = page;
    byId("board", HTMLCanvasElement).parentElement?.classList.toggle("stale", flaws.length > 0);
    const text = flaws.length > 0 || !present || store.state.origin !== present.state.origin || present.step === "0" ? store.state.origin : present.text;
    const isLong = text.length > MOST_TYPED;
    area.readOnly = isLong;
    const shown = isLong ? `# ${text.length} characters are too many to edit here.` : text;
    // While someone types, the box is ahead of what is on show.
    const isAhead = timer !== undefined || (document.activeElement === area && known?.document === store.document && known.origin === store.state.origin);
    if (!isAhead) {
      known = { document: store.document, origin: store.state.origin };
      if (area.value !== shown) area.value = shown;
    }
    list.hidden = flaws.length === 0;
    area.setAttribute("aria-invalid", String(flaws.length > 0));
    list.replaceChildren(...flaws.map((flaw) => {
      const place = flaw.line === undefined ? "" : `line ${flaw.line}, column ${flaw.column ?? 1}: `;
      return make("li", {}, button(`${place}${flaw.message}; ${flaw.remedy}`, () => lead(area, flaw.line ?? 1, flaw.column ?? 1)));
    }));
  });
  // They come with the whole engine, which is not loaded before somebody looks for them.
  const details = byId("families", HTMLDetailsElement);
  details.addEventListener("toggle", () => {
    if (!details.open || byId("family", HTMLSelectElement).length > 0) return;
    families(page).catch((error: unknown) => page.say(error instanceof Error ? error.message : String(error)));
  });
}

/** Puts the cursor at a place in the text. */
function lead(area: HTMLTextAreaElement, line: number, column: number): void {
  const lines = area.value.split("\n");
  const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  area.focus();
  area.setSelectionRange(at, at + 1);
}

async function families(page: Page): Promise<void> {
  const { families: all } = await page.engine.ask<Begin>("begin", {});
  const select = byId("family", HTMLSelectElement);
  const fields = byId("parameters", HTMLDivElement);
  select.replaceChildren(...all.map(({ id }) => make("option", { value: id }, id)));
  const chosen = () => all.find(({ id }) => id === select.value);
  const list = () => {
    const family = chosen();
    byId("family-sentence", HTMLParagraphElement).textContent = family?.sentence ?? "";
    fields.replaceChildren(...(family?.parameters ?? []).map((parameter) => make("label", { title: parameter.meaning },
      make("span", { className: "name" }, parameter.name),
      make("input", { type: "text", inputmode: "decimal", value: String(parameter.default), "data-name": parameter.name }))));
  };
  select.addEventListener("change", list);
  list();
  byId("generate", HTMLButtonElement).addEventListener("click", () => {
    const values = Object.fromEntries([...fields.querySelectorAll("input")].map((input) => [input.dataset["name"] ?? "", input.value]));
    void generate(page, select.value, values);
  });
}

/** Opens a member of a family, in its own geometry. */
export async function generate(page: Page, family: string, values: Record<string, string>, more = {}): Promise<void> {
  const before = page.store.document;
  try {
    const { text } = await page.engine.ask<{ text: string }>("generate", { family, ...values, to: "rotor" });
    if (before !== page.store.document) return;
    page.open(beginning(text, { geometry: geometry(family, values), ...more }));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    page.say(error.message);
  }
}

/** A family with columns and rows is drawn as it is numbered; one along a line with arcs back, as a row. */
function geometry(family: string, values: Record<string, string>): string {
  if ("w" in values && "h" in values) return `grid:${values["w"]}x${values["h"]}`;
  return family === "chain" || family === "back" ? "chain" : "free";
}
