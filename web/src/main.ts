// The page begins: what to show first, and who listens to what.

import "./style/base.css";
import "./style/layout.css";
import "./style/panel.css";
import * as pointer from "./board/pointer";
import type { Tool } from "./board/tools";
import { byId } from "./dom";
import { exhibited, keepGallery } from "./first/gallery";
import { keepTour } from "./first/tour";
import { welcome } from "./first/welcome";
import * as keyboard from "./keyboard";
import { Page } from "./page";
import { keepEdit } from "./panel/edit";
import { keepGame } from "./panel/game";
import { keepParticles } from "./panel/particles";
import { keepSentence } from "./panel/sentence";
import { keepShow } from "./panel/show";
import { keepTabs } from "./panel/tabs";
import { keepText } from "./panel/text";
import { keepWhy } from "./panel/why";
import { Player } from "./player";
import { keepRecent } from "./recent";
import { keepFiles } from "./save";
import { keepShare } from "./share";
import { Keeper } from "./state/keeper";
import { damage, unpacked } from "./state/link";
import { beginning, EMPTY } from "./state/state";
import { inNotebook, keepSurroundings } from "./surroundings";
import { Watcher } from "./watch/watcher";

const page = new Page();
const parameters = new URLSearchParams(location.search);
const embedded = inNotebook || parameters.has("embed");
document.body.classList.toggle("embed", embedded);

function setTool(tool: Tool): void {
  // The other tools act on the graph, not on a frame of an algorithm.
  if (tool !== "move") watcher.leave();
  page.tool = tool;
  page.arcFrom = undefined;
  for (const one of tools) one.setAttribute("aria-checked", String(one.dataset["tool"] === tool));
}
const tools = [...document.querySelectorAll<HTMLButtonElement>("[data-tool]")];
tools.forEach((one) => one.addEventListener("click", () => setTool(one.dataset["tool"] as Tool)));

const player = new Player(page);
const watcher = new Watcher(page, () => {
  player.stop();
  setTool("move");
  // On a phone the panel lies on the buttons.
  if (byId("panel", HTMLElement).classList.contains("open")) byId("more", HTMLButtonElement).click();
});
/** A frame in somebody's document keeps nothing: it is that document's. */
const keeper = embedded ? undefined : new Keeper(page.store, () =>
  page.say("This browser has no room left to keep this graph: save it, or forget others under Recent."));
keepTabs(() => page.board.fit());
keepSentence(page);
keepText(page);
keepShow(page);
keepEdit(page);
keepParticles(page);
keepGame(page);
keepWhy(page, watcher);
keepFiles(page);
keepShare(page);
if (keeper) keepRecent(page, keeper);
keepGallery(page);
keepTour(page);
pointer.listen(page);
keyboard.listen(page, player, watcher, setTool);

const on = (id: string, act: () => void) => byId(id, HTMLButtonElement).addEventListener("click", act);
on("new", () => page.open(EMPTY));
on("undo", () => page.undo());
on("redo", () => page.redo());
on("zoom-in", () => page.board.zoom(1.25));
on("zoom-out", () => page.board.zoom(0.8));
on("fit", () => page.board.fit());
on("again", () => {
  page.store.change({ places: {} });
  void page.settled().then(() => page.board.fit());
});
on("cancel", () => page.engine.cancel());

const refreshUndo = () => {
  byId("undo", HTMLButtonElement).disabled = !page.store.canUndo;
  byId("redo", HTMLButtonElement).disabled = !page.store.canRedo;
};
page.store.subscribe(refreshUndo);
refreshUndo();

page.engine.onProgress = (words) => {
  byId("busy", HTMLDivElement).hidden = words === "";
  byId("busy-words", HTMLSpanElement).textContent = words;
};
/** The text of the file that `arrival serve` was started with. */
async function served(): Promise<string | undefined> {
  const reply = (await (await fetch("api/v1/begin")).json()) as { opened: { text: string } | null };
  return reply.opened?.text;
}

/** Opens what the address holds. Returns whether there was anything, whole or damaged. */
async function follow(isFirst: boolean): Promise<boolean> {
  // A place in the page, such as the board that the first link leads to.
  if (document.getElementById(location.hash.slice(1))) return false;
  const arrive = (open: () => void) => (keeper ? keeper.arrive(open) : open());
  try {
    const state = await unpacked(location.hash);
    if (state) arrive(() => page.open(state));
    return state !== undefined;
  } catch (error) {
    // Whatever can be shown instead comes first: another document would take the warning away.
    if (isFirst) arrive(() => keep() || example());
    page.warn(damage(error));
    return true;
  }
}

/** Opens what this tab had on show, else the last thing that was made in this browser. */
function keep(file?: string): boolean {
  if (!keeper) return false;
  if (keeper.resume((state, isMade) => page.open(state, isMade), file)) return true;
  const [latest] = file === undefined ? keeper.recent : [];
  if (latest) keeper.reopen(latest, (state) => page.open(state));
  return latest !== undefined;
}

function example(): void {
  page.open(exhibited(0));
  keeper?.unasked();
}

/** What the address holds, else what this browser kept, else the first picture. */
async function begin(): Promise<void> {
  if (embedded) keepSurroundings(page);
  if (inNotebook || (await follow(true))) return;
  const file = parameters.has("opened") ? await served() : undefined;
  if (keep(file)) return;
  if (file !== undefined) {
    const open = () => page.open(beginning(file));
    if (keeper) keeper.arrive(open, file);
    else open();
    return;
  }
  example();
  if (!embedded) welcome(page, player, setTool);
}
void begin();
addEventListener("hashchange", () => void follow(false));
// After the listeners that say what is still to be kept.
addEventListener("pagehide", () => keeper?.write());
document.addEventListener("visibilitychange", () => document.hidden && keeper?.write());

// For tests and for pages that embed this one: what is on show, and where.
Object.assign(globalThis, {
  arrivalPage: {
    state: () => page.store.state,
    present: () => page.present,
    settled: () => page.settled(),
    placeOf: (name: string) => page.board.screenPlace(name),
    view: () => page.board.view,
    running: () => player.running,
    playing: () => watcher.playing,
    marks: () => page.board.marks,
    moving: () => page.board.marks.moving,
    ask: (name: string, body: Record<string, unknown>) => page.engine.ask(name, body),
    cancel: () => page.engine.cancel(),
    hasEngine: () => page.engine.isReady,
    isWhole: () => page.engine.isWhole,
  },
});
