// The tab Particles: many at once, put on vertices and routed until all have come out.

import { button, byId, grouped, make, steps, table } from "../dom";
import { Refused } from "../engine/engine";
import type { Page } from "../page";

interface Routed {
  sinks: Record<string, string>; traps: { vertices: string[]; particles: string }[]; steps?: string;
  checked: boolean; unchecked_because?: string; final: string;
}

export function keepParticles(page: Page): void {
  const pane = byId("pane-particles", HTMLDivElement);
  const vertices = make("select", { id: "particle-vertex" });
  const count = make("input", { id: "particle-count", type: "text", inputmode: "numeric", value: "10" });
  const list = make("div", { className: "table", id: "particles" });
  const outcome = make("div", { className: "table", id: "routed", role: "status" });
  const field = (words: string, input: HTMLElement) => make("label", {}, make("span", { className: "name" }, words), input);
  pane.replaceChildren(
    make("p", { className: "hint" }, "Put particles on vertices, here or with the tool Particle, and route them all: each walks until it comes out, and the rotors stay as the last one leaves them."),
    make("div", { className: "fields" }, field("Vertex", vertices), field("How many", count)),
    make("div", { className: "buttons-row" },
      button("Put", () => put(page, vertices.value, count.value), { id: "put" }),
      button("Take all away", () => page.store.change({ particles: {} })),
      button("Route them all", () => void route(page, outcome), { id: "route", className: "primary" })),
    list, outcome);
  let shown: unknown;
  page.subscribe(() => {
    const { particles } = page.store.state;
    list.replaceChildren(...(Object.keys(particles).length === 0 ? [] : [table(["vertex", "particles"], Object.entries(particles).map(([name, number]) => [name, grouped(number)]))]));
    const names = page.present?.model.vertices;
    if (!names || names === shown) return;
    shown = names;
    const chosen = vertices.value;
    vertices.replaceChildren(...names.slice(0, 2000).map(({ name }) => make("option", { value: name, selected: name === chosen }, name)));
  });
}

/** Digits, 1e30 or 2^100, as the engine reads them too. */
export function number(words: string): bigint | undefined {
  const found = /^(\d+)(?:(e|\^)(\d+))?$/i.exec(words.trim().replaceAll("_", ""));
  if (!found) return undefined;
  const [, base = "0", sign, exponent = "0"] = found;
  if (exponent.length > 4 || base.length > 1000) return undefined;
  if (sign === undefined) return BigInt(base);
  return sign === "^" ? BigInt(base) ** BigInt(exponent) : BigInt(base) * 10n ** BigInt(exponent);
}

function put(page: Page, vertex: string, words: string): void {
  const more = number(words);
  if (more === undefined || more <= 0n) {
    page.say(`${words} is not a number of particles; write 10, 1e30 or 2^100.`);
    return;
  }
  const { particles } = page.store.state;
  page.store.change({ particles: { ...particles, [vertex]: (BigInt(particles[vertex] ?? 0) + more).toString() } });
}

async function route(page: Page, outcome: HTMLElement): Promise<void> {
  const { document } = page.store;
  await page.settled();
  if (document !== page.store.document) return;
  const { present } = page;
  const { particles } = page.store.state;
  if (!present || Object.keys(particles).length === 0) {
    page.say("There are no particles to route.");
    return;
  }
  try {
    const routed = await page.engine.ask<Routed>("route", { text: present.text, particles, final: true });
    if (document !== page.store.document) return;
    const ends = Object.entries(routed.sinks).filter(([, count]) => count !== "0");
    page.store.change({ origin: routed.final, step: "0", particles: Object.fromEntries(ends) });
    const rows = [...Object.entries(routed.sinks), ...routed.traps.map(({ vertices, particles: count }) => [`trap ${vertices.slice(0, 5).join(", ")}`, count])];
    const standing = routed.checked ? "✓ checked" : `unchecked: ${routed.unchecked_because ?? ""}`;
    outcome.replaceChildren(table(["end", "particles"], rows.map(([end = "", count = ""]) => [end, grouped(count)])),
      make("p", { className: "hint" }, `${routed.steps === undefined ? "" : `${steps(routed.steps)} in all. `}${standing}`));
    page.say("All particles have come to their ends; the rotors are as they left them.");
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    page.say(error.message);
  }
}
