// The tab Game: choose the switches of one player, and see what they secure against the best reply of the other.

import type { Actions } from "./actions";
import { button, byId, latest, make } from "./dom";
import { setRotor } from "./edits";
import { asRotors, playersOf, startOf, toText, vertexOf, type Graph, type Owner } from "./model";
import * as server from "./server";
import type { Store } from "./store";

const NAMES = { max: "Max", min: "Min" } as const;

/** What a row says the start is worth: to players, or where no player is left by its exit. */
function worth(graph: Graph, row: server.Row | undefined): string {
  if (!row) return "unknown";
  if (row.value === null) return `between ${row.maxmin} and ${row.minmax}`;
  if (row.value !== undefined) return String(row.value);
  const sink = vertexOf(graph, row.exit ?? null);
  return sink?.sink ? String(sink.value) : "0";
}

export function makeGame(store: Store, actions: Actions): void {
  const panel = byId("panel-game");
  const run = latest();
  let side: "max" | "min" = "max";

  const show = () => {
    const { graph } = store.get();
    const players = playersOf(graph);
    const from = startOf(graph);
    if (players.length === 0 || from === null) {
      panel.replaceChildren(make("p", {}, "No vertex has a player. In the tab Vertex, give one to Max or Min."));
      return;
    }
    if (!players.includes(side)) side = players[0] === "min" ? "min" : "max";
    const best = make("output", { id: "game-value" }, "…");
    const yours = make("output", { id: "game-yours" }, "…");
    const exit = make("output", { id: "game-exit" }, "…");
    const reply = make("output", { id: "game-reply" }, "…");
    const line = (name: string, value: HTMLElement) => make("div", {}, make("dt", {}, name), make("dd", {}, value));
    const other = NAMES[side === "max" ? "min" : "max"];
    panel.replaceChildren(
      sides(players),
      switches(graph),
      make(
        "dl",
        {},
        line(`Your switches, against the best reply of ${other}`, yours),
        line("The particle then ends on", exit),
        line(`Switches of ${other} in that reply`, reply),
        line("Best play on both sides", best),
      ),
      make("div", { className: "bar" }, button("Play the best switches", "Set your switches as in the equilibrium", () => void playBest(graph, from))),
    );
    void run(async (signal) => {
      const against = asRotors(graph, [side]);
      const [equilibrium, answer] = await Promise.all([
        server.solve(toText(graph), { from }, signal),
        server.solve(toText(against), { from }, signal),
      ]);
      const row = answer.answers[0];
      best.textContent = worth(graph, equilibrium.answers[0]);
      yours.textContent = worth(graph, row);
      exit.textContent = row?.exit ?? "no sink";
      const choices = Object.entries({ ...row?.max, ...row?.min });
      const named = choices.map(([u, position]) => {
        const vertex = vertexOf(graph, u);
        return `${u} → ${vertex && !vertex.sink ? vertex.arcs[position] : "?"}`;
      });
      reply.textContent = named.join(", ") || "none to make";
    });
  };

  const playBest = (graph: Graph, from: string) =>
    run(async (signal) => {
      const row = (await server.solve(toText(graph), { from }, signal)).answers[0];
      const choices = Object.entries((side === "max" ? row?.max : row?.min) ?? {});
      if (signal.aborted || store.get().graph !== graph) return;
      actions.commit(choices.reduce((changed, [name, position]) => setRotor(changed, name, position), graph));
    });

  const sides = (players: readonly Owner[]) => {
    const group = make("fieldset", { className: "choices" }, make("legend", {}, "You play"));
    for (const player of ["max", "min"] as const) {
      const radio = make("input", { type: "radio", name: "side", value: player, checked: player === side });
      radio.disabled = !players.includes(player);
      radio.addEventListener("change", () => {
        side = player;
        show();
        panel.querySelector<HTMLElement>("input[name=side]:checked")?.focus();
      });
      group.append(make("label", {}, radio, make("span", {}, NAMES[player])));
    }
    return group;
  };

  const switches = (graph: Graph) => {
    const list = make("div", { id: "switches" });
    for (const vertex of graph.vertices) {
      if (vertex.sink || vertex.owner !== side) continue;
      const choice = make("select", {});
      choice.dataset["vertex"] = vertex.name;
      choice.append(
        ...vertex.arcs.map((head, position) =>
          make("option", { value: String(position), selected: position === vertex.rotor }, `${position} → ${head}`),
        ),
      );
      choice.addEventListener("change", () => {
        actions.commit(setRotor(store.get().graph, vertex.name, Number(choice.value)));
        panel.querySelector<HTMLElement>(`select[data-vertex="${CSS.escape(vertex.name)}"]`)?.focus();
      });
      list.append(make("label", { className: "field" }, `${vertex.name} `, choice));
    }
    return list;
  };

  store.listen((now, before) => {
    if (now.graph !== before.graph) show();
  });
  show();
}
