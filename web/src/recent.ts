// Recent: the graphs that were made in this browser, to go on with one of them or to forget it.

import { button, byId, make, openDialog } from "./dom";
import { thumbnail } from "./first/gallery";
import type { Page } from "./page";
import type { Keeper } from "./state/keeper";
import type { Kept } from "./state/slots";

/** Longer texts have no picture, which would take long to make. */
const MOST_PICTURED = 20_000;

export function keepRecent(page: Page, keeper: Keeper): void {
  byId("recent", HTMLButtonElement).addEventListener("click", () => list(page, keeper));
}

function list(page: Page, keeper: Keeper): void {
  const all = keeper.recent;
  const hint = make("p", { className: "hint" }, all.length === 0
    ? "Nothing yet. Whatever you draw, type or change is kept in this browser and listed here."
    : "What you have drawn, typed or changed in this browser.");
  openDialog("Recent", hint, make("ul", { className: "cards" }, ...all.map((kept) => entry(page, keeper, kept))));
}

function entry(page: Page, keeper: Keeper, kept: Kept): HTMLElement {
  const { state, slot, saved } = kept;
  const canvas = make("canvas", { width: "440", height: "192", "aria-hidden": "true" });
  const lines = state.text.trim().split("\n");
  const when = new Date(saved).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  const card = make("button", { type: "button", className: "card" }, canvas,
    make("strong", {}, shortened(lines[0] ?? "")), make("span", {}, `${lines.length === 1 ? "1 line" : `${lines.length} lines`}, ${when}`));
  card.addEventListener("click", () => {
    byId("dialog", HTMLDialogElement).close();
    keeper.reopen(kept, (opened) => page.open(opened));
  });
  // A text with flaws has no picture either.
  if (state.text.length < MOST_PICTURED) void thumbnail(page, state, canvas).catch(() => {});
  const forget = button("Forget", () => {
    keeper.forget(slot);
    list(page, keeper);
  }, { className: "forget", "aria-label": `Forget ${shortened(lines[0] ?? "")}` });
  return make("li", { className: "kept" }, card, forget);
}

const shortened = (words: string): string => (words.length > 40 ? `${words.slice(0, 39)}…` : words);
