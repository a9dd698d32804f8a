// The tab Particles: put many on vertices, and see how many reach each sink.

import { byId, latest, make, table } from "./dom";
import { asRotors, startOf, toText } from "./model";
import * as server from "./server";
import type { Store } from "./store";
import * as words from "./words";

/** How many particles the form begins with. */
const AT_FIRST = "1000";

export function makeParticles(store: Store, say: (sentence: words.Sentence) => void): void {
  const counts = byId<HTMLInputElement>("particles");
  const result = byId("arrivals");
  const run = latest();

  const route = () =>
    run(async (signal) => {
      const routed = await server.route(toText(asRotors(store.get().graph)), counts.value, signal);
      if (signal.aborted) return;
      const trapped = routed.traps.map(({ vertices, particles }) => [`trap {${vertices.join(", ")}}`, particles]);
      const checked = make("p", {}, routed.checked ? "checked: switching flow of all particles" : "unchecked");
      result.replaceChildren(...table(["end", "particles"], [...Object.entries(routed.sinks), ...trapped]), checked);
      say(words.routed(routed.steps));
    });

  byId("route-form").addEventListener("submit", (event) => {
    event.preventDefault();
    void route();
  });
  byId("one-each").addEventListener("click", () => {
    const inner = store.get().graph.vertices.filter(({ sink }) => !sink);
    counts.value = inner.map(({ name }) => `${name}=1`).join(",");
    void route();
  });

  store.listen((now, before) => {
    if (now.graph === before.graph) return;
    // What was counted is of another graph.
    void run(() => Promise.resolve());
    result.replaceChildren();
    const from = startOf(now.graph);
    if (from !== null && from !== startOf(before.graph)) counts.value = `${from}=${AT_FIRST}`;
  });
}
