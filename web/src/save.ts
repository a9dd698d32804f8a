// Files: opening, dropping, and saving exactly what is on show.

import { button, byId, make, openDialog } from "./dom";
import { type Engine, Refused } from "./engine/engine";
import type { Page } from "./page";
import type { Present } from "./present";
import { beginning } from "./state/state";
import { turned } from "./watch/frames";

const FORMATS: [format: string, ending: string, words: string][] = [
  ["svg", "svg", "SVG: for the web and for drawing programs"],
  ["png", "png", "PNG: pixels, twice as many as on the screen"],
  ["pdf", "pdf", "PDF: a page of its own"],
  ["tikz", "tikz", "TikZ: to be \\input into LaTeX"],
  ["rotor", "rotor", "The graph as .rotor text, with the rotors on the board"],
];

interface Saved { media_type: string; text?: string; base64?: string; remark?: string }

export function keepFiles(page: Page): void {
  const input = byId("file", HTMLInputElement);
  byId("open", HTMLButtonElement).addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    input.value = "";
    if (file) void read(page, file);
  });
  const frame = page.board.canvas.parentElement;
  addEventListener("dragover", (event) => {
    event.preventDefault();
    frame?.classList.add("dropping");
  });
  addEventListener("dragleave", () => frame?.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    frame?.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (file) void read(page, file);
  });
  byId("save", HTMLButtonElement).addEventListener("click", () => {
    const dialog = openDialog("Save what is on the board", make("div", { className: "sharing" }, ...FORMATS.map(([format, ending, words]) =>
      button(words, () => {
        dialog.close();
        void save(page, format, ending);
      }, { "data-format": format }))));
  });
}

/** Text as it is; what browsers can unpack is unpacked. */
async function read(page: Page, file: File): Promise<void> {
  const before = page.store.document;
  try {
    const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
    const isPacked = head[0] === 0x1f && head[1] === 0x8b;
    const text = isPacked ? await new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).text() : await file.text();
    // What was opened while this file was read is the later wish.
    if (before !== page.store.document) return;
    page.open(beginning(text));
    const { document } = page.store;
    await page.settled();
    if (document === page.store.document) page.say(`Opened ${file.name}.`);
  } catch (error) {
    page.say(`${file.name}: ${String(error)}`);
  }
}

async function save(page: Page, format: string, ending: string): Promise<void> {
  await page.settled();
  const { present } = page;
  if (!present) return;
  try {
    const [bytes, remark] = await bytesOf(page, format);
    download(bytes, `graph.${ending}`);
    if (remark !== undefined) page.say(`Saved graph.${ending}; ${remark}.`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    page.say(error.message);
  }
}

/** The file, and what should be known beside it. */
async function bytesOf({ present, engine }: Page, format: string): Promise<[Blob, string | undefined]> {
  if (!present) throw new Refused("there is nothing to save");
  if (format === "rotor") return [new Blob([await graphOf(present, engine)], { type: "text/plain" }), undefined];
  const { media_type, text, base64 = "", remark } = await engine.ask<Saved>("draw", { ...present.picture, to: format });
  const bytes = text ?? Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return [new Blob([bytes], { type: media_type }), remark];
}

/** The graph on the board, with the rotors that an algorithm has turned if one is watched. */
async function graphOf({ model, text, watched }: Present, engine: Engine): Promise<string> {
  if (!watched || model.vertices.length === 0) return text;
  return (await engine.ask<{ text: string }>("convert", { text: JSON.stringify(turned(model, watched)), to: "rotor" })).text;
}

function download(bytes: Blob, name: string): void {
  const link = make("a", { href: URL.createObjectURL(bytes), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
