// The page: every part made once, and told of the others.

import "./style.css";
import { makeActions } from "./actions";
import { makeBoard, MOST_DRAWN } from "./board";
import { byId, make, tell, tellFault } from "./dom";
import { makeEditor } from "./editor";
import { makeGame } from "./game";
import { makeInspector } from "./inspector";
import { listenToKeys } from "./keyboard";
import { makeOpen } from "./open";
import { makeParticles } from "./particles";
import { makePlayer } from "./player";
import { listenToPointer } from "./pointer";
import { makeSave } from "./save";
import { begin } from "./server";
import { makeShow } from "./show";
import { makeStore, type Mode } from "./store";
import { makeTabs } from "./tabs";
import { ROTORS, type Sentence } from "./words";

const say = ({ words, term }: Sentence): void =>
  byId("sentence").replaceChildren(`${words} `, make("em", {}, `In the paper: ${term}.`));

const store = makeStore();
const actions = makeActions(store, say);
const player = makePlayer(store, say, () => board.repaint());
const board = makeBoard(byId<HTMLCanvasElement>("canvas"), store, player);
const editor = makeEditor(store, actions);
const { saveText } = makeSave(store, editor);
const chooseTab = makeTabs();
makeInspector(store, actions);
makeShow(store, actions, say);
makeGame(store, actions);
makeParticles(store, say);
listenToPointer(board, store, actions);
listenToKeys(board, store, actions, player.step, saveText);
say(ROTORS);

for (const radio of document.querySelectorAll<HTMLInputElement>("input[name=mode]")) {
  radio.addEventListener("change", () => store.set({ mode: radio.value as Mode, tail: null }));
}
byId("fit").addEventListener("click", () => board.fit());
byId("undo").addEventListener("click", () => actions.undo());
byId("redo").addEventListener("click", () => actions.redo());

store.listen((now, before) => {
  byId<HTMLButtonElement>("undo").disabled = !actions.canUndo;
  byId<HTMLButtonElement>("redo").disabled = !actions.canRedo;
  byId("board").dataset["mode"] = now.mode;
  if (now.selected !== before.selected && now.selected !== null && now.mode === "select") chooseTab("tab-vertex");
  if (now.name !== before.name) document.title = `${now.name} – Arrival`;
  const another = now.graph !== before.graph && !now.graph.vertices.some(({ name }) => before.positions.has(name));
  if (another || now.name !== before.name) board.fit();
  if (now.graph !== before.graph && now.graph.vertices.length > MOST_DRAWN) {
    tell(`A graph of ${now.graph.vertices.length} vertices is answered, not drawn; at most ${MOST_DRAWN} are.`, true);
  }
});

begin().then((first) => makeOpen(editor, actions, first), tellFault);

/** For tests and curious people: where a vertex is on the screen, and how long pictures took. */
Object.assign(globalThis, {
  arrivalPage: {
    placeOf(name: string) {
      const at = store.get().positions.get(name);
      const corner = board.canvas.getBoundingClientRect();
      const { x, y } = at ? board.toCanvas(at.x, at.y) : { x: NaN, y: NaN };
      return { x: corner.x + x, y: corner.y + y };
    },
    state: () => ({ ...store.get(), rotors: player.rotors(), particle: player.particle() }),
    times: board.times,
  },
});
