// The sentence below the board: where the particle is, where it goes, and whether that was checked.

import { button, byId, make, grouped, steps } from "../dom";
import type { Page } from "../page";
import type { Present, Solved } from "../present";
import { setStart } from "../state/model";
import type { Watched } from "../watch/frames";

const strong = (words: string) => make("b", {}, words);

export function keepSentence(page: Page): void {
  const element = byId("sentence", HTMLParagraphElement);
  let shown = "";
  page.subscribe(() => {
    const parts = partsOf(page);
    // The same words again would be read out again.
    const words = parts.map((part) => (typeof part === "string" ? part : part.textContent)).join("");
    if (words === shown) return;
    shown = words;
    element.replaceChildren(...parts);
  });
}

function partsOf(page: Page): (string | HTMLElement)[] {
  const { warning } = page;
  return [...(warning === undefined ? [] : [make("span", { className: "bad", id: "warning" }, warning), " "]), ...aboutShown(page)];
}

function aboutShown(page: Page): (string | HTMLElement)[] {
  const { present, flaws, trouble, remark } = page;
  if (flaws.length > 0) {
    const count = flaws.length === 1 ? "a flaw" : `${flaws.length} flaws`;
    return [`The text has ${count}; the board shows the last graph that had none.`];
  }
  if (trouble !== undefined) return [trouble];
  if (!present) return ["The engine is on its way."];
  const parts = remark === undefined ? [] : [`${remark} `];
  if (present.watched) return [...parts, ...frameWords(present.watched)];
  return [...parts, ...walkWords(page, present), ...standing(present), ...pictureWords(present.drawing.scene.remark)];
}

/** What the engine remarks about the picture on the board. */
const pictureWords = (remark: string | undefined): (string | HTMLElement)[] =>
  remark === undefined ? [] : [" ", make("span", { className: "bad", id: "remark" }, `The picture: ${remark}.`)];

function frameWords({ frames, at, leftOut, trouble }: Watched): (string | HTMLElement)[] {
  if (trouble !== undefined) return [trouble];
  const more = at === frames.length && leftOut > 0 ? ` ${grouped(String(leftOut))} more frames are not shown.` : "";
  return [strong(`${at} of ${frames.length}: `), (frames[at - 1]?.words ?? "") + more];
}

function walkWords(page: Page, present: Present): (string | HTMLElement)[] {
  const { ahead, at, step, exited, state } = present;
  const scene = present.drawing.scene;
  if (present.model.vertices.length === 0 && scene.remark === undefined) return ["An empty board: add a vertex, or open something from the gallery."];
  if (exited && at !== undefined) return ["The particle came out at ", strong(at), ` after ${steps(step)}.`];
  if (at === undefined) {
    // The remark about the picture says why there is none.
    if (scene.vertices.length === 0) return [scene.title, "."];
    const { vertex } = page.board.marks;
    if (vertex === undefined) return ["No particle yet: choose the vertex where it starts."];
    // Beside the board, so that a finger need not open the panel first.
    return ["No particle yet. ", button(`Start on ${vertex}`, () => void page.turn(setStart(vertex)), { id: "sentence-start" })];
  }
  const here = state.step === "0" ? `The particle starts on ${at}` : `After ${steps(step)} the particle is on ${at}`;
  return [`${here}; `, ...aheadWords(ahead), "."];
}

function aheadWords(ahead: Solved | undefined): (string | HTMLElement)[] {
  const answer = ahead?.answers[0];
  if (!ahead || !answer || ahead.answers.length !== 1) return ["where it goes is not known"];
  if (answer.value !== undefined && (answer.value !== null || answer.maxmin !== undefined)) {
    if (answer.value === null) return [`without a pure equilibrium: Max secures ${answer.maxmin}, Min holds it to ${answer.minmax}`];
    return ["with best play on both sides the value is ", strong(String(answer.value)), ...(answer.exit ? [`, at ${answer.exit}`] : [])];
  }
  if (answer.exit != null) {
    if (answer.steps === "0") return ["it is out"];
    return ["it will come out at ", strong(answer.exit), ...(answer.steps === undefined ? [] : [` in ${steps(answer.steps)}`])];
  }
  const trap = ahead.traps[answer.trap ?? 0] ?? [];
  const named = trap.length > 5 ? `${trap.slice(0, 5).join(", ")} and ${grouped(String(trap.length - 5))} more` : trap.join(", ");
  return ["it ", strong("never comes out"), `: it stays in ${named}`];
}

/** Whether the judge has checked what is said, or why not. */
function standing({ ahead, trouble, at }: Present): (string | HTMLElement)[] {
  if (trouble !== undefined) return [" ", make("span", { className: "bad" }, trouble)];
  if (!ahead || at === undefined) return [];
  return ahead.checked
    ? [" ", make("span", { className: "good", title: "A judge that shares no code with the solver has checked this." }, "✓ checked")]
    : [" ", make("span", { className: "bad" }, `unchecked: ${ahead.unchecked_because ?? "no reason given"}`)];
}
