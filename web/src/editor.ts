// The text of the graph: typed text becomes the graph, and every change of the graph becomes text.

import type { Actions } from "./actions";
import { byId, latest, make, tell } from "./dom";
import { layOut } from "./layout";
import { toText, type Graph } from "./model";
import * as server from "./server";
import type { Store } from "./store";

/** How long to wait for the next key, in milliseconds. */
const PAUSE = 250;

export interface Editor {
  /** Reads this text as if it had been typed, with a new layout. */
  open(text: string, name: string): Promise<void>;
  text(): string;
}

export function makeEditor(store: Store, actions: Actions): Editor {
  const area = byId<HTMLTextAreaElement>("text");
  const marks = byId("marks");
  const list = byId("flaws");
  const run = latest();
  let written: Graph | null = null;
  let timer = 0;

  const show = (flaws: readonly server.Flaw[]) => {
    marks.replaceChildren(...marked(area.value, flaws));
    list.replaceChildren(...flaws.map((flaw) => item(area, flaw)));
    area.setAttribute("aria-invalid", String(flaws.length > 0));
    scroll();
  };
  const scroll = () => {
    marks.scrollTop = area.scrollTop;
    marks.scrollLeft = area.scrollLeft;
  };
  area.addEventListener("scroll", scroll);

  /** Reads the text; a graph if it has no flaw. */
  const read = async (signal: AbortSignal): Promise<Graph | null> => {
    const text = area.value;
    const check = await server.check(text, signal);
    show(check.flaws);
    facts(check);
    return check.valid ? server.graphOf(text, signal) : null;
  };

  const typed = () =>
    run(async (signal) => {
      const graph = await read(signal);
      if (!graph || signal.aborted) return;
      written = graph;
      actions.commit(graph, layOut(graph, store.get().positions));
      tell("");
    });
  area.addEventListener("input", () => {
    marks.replaceChildren();
    clearTimeout(timer);
    timer = window.setTimeout(() => void typed(), PAUSE);
  });

  // A graph that was changed elsewhere is written down.
  store.listen(({ graph }, before) => {
    if (graph === before.graph || graph === written) return;
    clearTimeout(timer);
    void run(async (signal) => {
      const text = graph.vertices.length === 0 ? "" : await server.rotorText(toText(graph), signal);
      if (signal.aborted) return;
      written = graph;
      area.value = text;
      await read(signal);
    });
  });

  return {
    text: () => area.value,
    async open(text, name) {
      area.value = text;
      await run(async (signal) => {
        const graph = await read(signal);
        if (!graph || signal.aborted) return tell(`${name} has flaws; they are marked in the text.`, true);
        written = graph;
        actions.replace(graph, name);
        if (!isRotorText(text)) area.value = await server.rotorText(text, signal);
        show([]);
        tell(`Opened ${name}.`);
      });
    },
  };
}

const isRotorText = (text: string): boolean => !text.trimStart().startsWith("{");

/** The text with its flaws marked, each from its place to the end of the word. */
function marked(text: string, flaws: readonly server.Flaw[]): (Node | string)[] {
  const lines = text.split("\n");
  const starts: number[] = [];
  lines.reduce((at, line) => (starts.push(at), at + line.length + 1), 0);
  const places = flaws.flatMap(({ line = 0, column = 1 }) => {
    const shown = lines[line - 1];
    if (shown === undefined) return [];
    const from = [...shown].slice(0, column - 1).join("").length;
    const length = Math.max(1, shown.slice(from).search(/[\s:#]|$/));
    return [[(starts[line - 1] ?? 0) + from, length] as const];
  });
  places.sort(([a], [b]) => a - b);
  const parts: (Node | string)[] = [];
  let done = 0;
  for (const [from, length] of places) {
    if (from < done) continue;
    parts.push(text.slice(done, from), make("mark", {}, text.slice(from, from + length) || " "));
    done = from + length;
  }
  return [...parts, text.slice(done), "\n"];
}

/** A flaw in words, that leads to its place. */
function item(area: HTMLTextAreaElement, flaw: server.Flaw): HTMLElement {
  const { line, column = 1, path, message, remedy } = flaw;
  const where = line === undefined ? (path ?? "") : `${line}:${column}`;
  const press = make("button", { type: "button", className: "flaw" }, `${where} ${message}; ${remedy}`.trim());
  press.addEventListener("click", () => {
    const before = area.value.split("\n").slice(0, (line ?? 1) - 1);
    const at = before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
    area.focus();
    area.setSelectionRange(at, at + 1);
  });
  return make("li", {}, press);
}

function facts(check: server.Check): void {
  const { instance, traps = [], warnings = [] } = check;
  const entry = (name: string, value: string) => make("div", {}, make("dt", {}, name), make("dd", {}, value));
  const entries = instance
    ? [
        entry("Class", instance.class),
        entry("Vertices", String(instance.vertices)),
        entry("Arcs", String(instance.arcs)),
        entry("Sinks", String(instance.sinks)),
        entry("Traps", String(traps.length)),
        ...warnings.map((words) => entry("Warning", words)),
      ]
    : [];
  byId("facts").replaceChildren(...entries);
}
