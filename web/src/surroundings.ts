// The window around the page: a notebook that shows it in a frame learns what is on show, puts other graphs on the
// board, and has it light or dark.

import { choose } from "./board/colours";
import type { Page } from "./page";
import { sound } from "./state/link";

/** Whether a notebook has written the page into a frame: then that notebook says what to open. */
export const inNotebook = location.href === "about:srcdoc";

/** What the page sends to the window around it. */
type Sent = { arrival: "ready/1" } | { arrival: "shown/1"; text: string; step: string };

/** What it takes: a state, as in a link, of which only the text is needed; or whether all around is dark. */
type Taken = { arrival: "open/1"; state: unknown } | { arrival: "theme/1"; dark: boolean };

/** Keeps the page and the window around it in step. Only for pages in a frame: other windows learn nothing. */
export function keepSurroundings(page: Page): void {
  if (window.parent === window) return;
  // A page in a frame has shown nothing but what the window around it has given it.
  const send = (message: Sent) => window.parent.postMessage(message, "*");
  let sent = "";
  page.subscribe(() => {
    if (!page.present || page.flaws.length > 0) return;
    const { text, step } = page.present;
    if (sent === `${step} ${text}`) return;
    sent = `${step} ${text}`;
    send({ arrival: "shown/1", text, step });
  });
  addEventListener("message", (event: MessageEvent<Taken | undefined>) => {
    if (event.source !== window.parent) return;
    if (event.data?.arrival === "theme/1") choose(Boolean(event.data.dark));
    if (event.data?.arrival !== "open/1") return;
    try {
      page.open(sound(event.data.state));
    } catch (error) {
      page.say(error instanceof Error ? error.message : String(error));
    }
  });
  send({ arrival: "ready/1" });
}
