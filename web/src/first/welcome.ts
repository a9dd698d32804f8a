// The first screen: one sentence, a picture that moves, three things to press.

import { byId } from "../dom";
import type { Page } from "../page";
import type { Player } from "../player";
import { EMPTY } from "../state/state";
import { openGallery } from "./gallery";

export function welcome(page: Page, player: Player, setTool: (tool: "vertex") => void): void {
  const hero = byId("hero", HTMLElement);
  hero.hidden = false;
  page.board.fit();
  const close = () => {
    hero.hidden = true;
    page.board.fit();
    player.stop();
  };
  const on = (id: string, act: () => void) => byId(id, HTMLButtonElement).addEventListener("click", () => {
    close();
    act();
  });
  on("hero-close", () => {});
  const { document: first } = page.store;
  const run = () => {
    if (page.store.document === first) void player.run();
  };
  on("hero-watch", () => void player.to(0n).then(run));
  on("hero-guess", () => openGallery(page));
  on("hero-draw", () => {
    page.open(EMPTY);
    setTool("vertex");
    page.board.canvas.focus();
  });
  // The picture moves by itself, unless that is not wanted.
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) void page.settled().then(() => {
    if (!hero.hidden) run();
  });
}
