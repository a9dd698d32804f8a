// Sharing: a link that holds everything, the same in a frame, and the command line that gives the same answer.

import { button, byId, make, openDialog } from "./dom";
import type { Page } from "./page";
import { packed } from "./state/link";
import type { State } from "./state/state";

/** Where the page can be opened by others: its own address, without what opens a graph. */
const address = (): string => location.href.replace(/[?#].*$/, "");

export async function linkTo(state: State, embed = false): Promise<string> {
  return `${address()}${embed ? "?embed" : ""}#${await packed(state)}`;
}

/** A command that gives the answer on the board. */
export function commandFor(state: State, text: string): string {
  const commands: Record<State["overlay"], string> = {
    none: "solve -", exits: "solve - --all", flows: "flows -", forest: "forest -", visits: "draw - -o visits.svg --show visits", strategies: "solve -", values: "solve - --all",
  };
  const watching: Record<State["watch"], string> = { none: commands[state.overlay], answer: "explain - --frames", pushes: "explain - --cycles --frames" };
  return `arrival ${watching[state.watch]} <<'END'\n${text.trimEnd()}\nEND`;
}

export function keepShare(page: Page): void {
  byId("share", HTMLButtonElement).addEventListener("click", () => void open(page));
}

async function open(page: Page): Promise<void> {
  await page.settled();
  const { state } = page.store;
  const [link, embedded] = [await linkTo(state), await linkTo(state, true)];
  const frame = `<iframe src="${embedded}" width="720" height="480" title="A rotor walk"></iframe>`;
  openDialog("Share what is on the board", make("div", { className: "sharing" },
    row("Link: it holds the graph, the places, the step and what is shown", "share-link", link, ...sending(link)),
    row("Frame, for a lecture or a notebook", "share-frame", frame),
    row("Command line with the same answer", "share-command", commandFor(state, page.present?.text ?? state.text))));
}

function row(words: string, id: string, value: string, ...more: HTMLElement[]): HTMLElement {
  const area = make("textarea", { id, readonly: true, value, spellcheck: "false" });
  const copy = button("Copy", () => {
    void copied(area).then((isCopied) => {
      if (isCopied) copy.textContent = "Copied";
    });
  });
  return make("div", { className: "shared" }, make("label", { for: id, className: "name" }, words), area, make("div", { className: "buttons-row" }, copy, ...more));
}

/** Puts the words of a field on the clipboard, or at least selects them. */
async function copied(area: HTMLTextAreaElement): Promise<boolean> {
  area.select();
  try {
    await navigator.clipboard.writeText(area.value);
    return true;
  } catch {
    // Browsers have no clipboard on pages that came over plain http, but most still have this.
    return document.execCommand("copy");
  }
}

/** A button that hands the link to another program, where the system can do that: phones can. */
function sending(link: string): HTMLElement[] {
  if (typeof navigator.share !== "function") return [];
  // Closing the menu of the system without choosing is not a fault.
  return [button("Send", () => void navigator.share({ title: "A rotor walk", url: link }).catch(() => {}), { id: "share-send" })];
}
