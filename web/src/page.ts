// The page: state, engine, and what is on show; everything else listens to it and asks it for changes.

import { replies } from "virtual:first";
import { Board } from "./board/board";
import { placesOf, type Point } from "./board/scene";
import { described, type Tool } from "./board/tools";
import { Cancelled, Engine, Refused } from "./engine/engine";
import { announce, byId } from "./dom";
import { derive, Flawed, type Flaw, type Present, reframed } from "./present";
import { addVertex, type Edit, freshName, type Model } from "./state/model";
import { isInitial, type Place, type State } from "./state/state";
import { type Document, Store } from "./state/store";
import { marksOf } from "./watch/frames";

/** The places of larger graphs are not kept before one of them is changed. */
const MOST_KEPT = 300;

export class Page {
  readonly engine = new Engine(replies);
  readonly store = new Store();
  readonly board = new Board(byId("board", HTMLCanvasElement));
  present: Present | undefined;
  flaws: Flaw[] = [];
  trouble: string | undefined;
  tool: Tool = "move";
  /** The tail of an arc whose head is still to be named. */
  arcFrom: string | undefined;
  /** What was just done, until something else is on show. */
  remark: string | undefined;
  /** What is wrong with what was to be opened, until something else is opened or changed. */
  warning: string | undefined;
  #warnedAt: string | undefined;
  #listeners: (() => void)[] = [];
  #deriving: Promise<void> | undefined;
  #wanted: { document: Document; state: State } | undefined;
  /** The document that `present` belongs to. */
  #shown: Document | undefined;
  #edits: Promise<unknown> = Promise.resolve();
  #leaving: (() => void)[] = [];
  /** Whether all of the next picture is to be seen, or at least what is new in it. */
  #fit: "no" | "new" | "all" = "no";

  constructor() {
    this.store.onDocument(() => {
      this.#fit = "all";
      this.arcFrom = undefined;
      this.warning = undefined;
      this.board.select();
    });
    this.store.subscribe(() => this.#schedule());
  }

  /** Called whenever something else is on show. */
  subscribe(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Called before another document is opened: what is still to be said about the present one is said now. */
  onLeaving(listener: () => void): void {
    this.#leaving.push(listener);
  }

  /** Another document, seen whole. */
  open(state: State, isMade = false): void {
    this.#leaving.forEach((listener) => listener());
    byId("hero", HTMLElement).hidden = true;
    this.store.open(state, isMade);
  }

  /** The graph as text that comes from elsewhere than the board. */
  retype(text: string): void {
    this.#fitNew();
    this.store.change({ text, origin: text, step: "0", particles: {}, geometry: "free" });
  }

  undo(): void {
    this.#fitNew();
    this.store.undo();
  }

  redo(): void {
    this.#fitNew();
    this.store.redo();
  }

  #fitNew(): void {
    if (this.#fit === "no") this.#fit = "new";
  }

  /** Whether the board shows the document that changes would go to. */
  get isCurrent(): boolean {
    return this.#shown === this.store.document;
  }

  /** Resolves when everything that was asked for is on show. */
  async settled(): Promise<void> {
    await this.#edits;
    while (this.#deriving) await this.#deriving;
  }

  /** Selects a vertex, or an arc of it. */
  choose(vertex: string | undefined, arc?: number): void {
    this.board.select(vertex, arc);
    this.#tell();
    if (vertex !== undefined) announce(described(this, vertex));
  }

  /** Where all vertices are, also those whose places are not kept. */
  get places(): Readonly<Record<string, Place>> {
    const { drawing } = this.board;
    return { ...(drawing ? placesOf(drawing) : {}), ...this.store.state.places };
  }

  async addVertexAt({ x, y }: Point): Promise<void> {
    this.board.hold();
    const { document } = this.store;
    await this.settled();
    if (!this.present || document !== this.store.document) return;
    const name = freshName(this.present.model);
    await this.edit(addVertex(name), { [name]: [x, y] });
    await this.settled();
    if (document === this.store.document) this.choose(name);
  }

  /** A remark beside the sentence, until the next change. */
  say(words: string): void {
    this.remark = words;
    this.#tell();
  }

  /** A warning in front of the sentence, until another document is opened or this one is changed. */
  warn(words: string): void {
    this.warning = words;
    this.#warnedAt = this.store.state.text;
    this.#tell();
  }

  #tell(): void {
    this.#listeners.forEach((listener) => listener());
  }

  /** Changes the graph: its initial form, and in the same way the one on show. */
  edit(edit: Edit, places: Record<string, Place | null> = {}): Promise<void> {
    return this.#queue(edit, true, places);
  }

  /** Changes rotors or particle on show; the initial ones only if those are on show. */
  turn(edit: Edit): Promise<void> {
    return this.#queue(edit, false, {});
  }

  #queue(edit: Edit, both: boolean, places: Record<string, Place | null>): Promise<void> {
    const { document } = this.store;
    const next = this.#edits.then(async () => {
      while (this.#deriving) await this.#deriving;
      if (document !== this.store.document) return;
      if (this.flaws.length > 0 || !this.present) {
        announce("The text has flaws; mend them before changing the graph on the board.");
        return;
      }
      try {
        const { state, model } = this.present;
        const now = await this.#written(edit(model));
        let text = now;
        if (!isInitial(state)) text = both ? await this.#written(edit(await this.engine.ask<Model>("convert", { text: state.text, to: "json" }))) : state.text;
        const kept = Object.entries({ ...this.places, ...places }).filter((entry): entry is [string, Place] => entry[1] !== null);
        if (document !== this.store.document) return;
        this.store.change({ text, origin: now, step: "0", places: Object.fromEntries(kept) });
      } catch (error) {
        announce(error instanceof Error ? error.message : String(error));
      }
    });
    this.#edits = next;
    return next;
  }

  async #written(model: Model): Promise<string> {
    if (model.vertices.length === 0) return "";
    return (await this.engine.ask<{ text: string }>("convert", { text: JSON.stringify(model), to: "rotor" })).text;
  }

  #schedule(): void {
    const { document, state } = this.store;
    this.remark = undefined;
    if (state.text !== this.#warnedAt) this.warning = undefined;
    this.#wanted = { document, state };
    this.#deriving ??= this.#work();
  }

  async #work(): Promise<void> {
    // Let a burst of changes settle into one.
    await Promise.resolve();
    while (this.#wanted) {
      const { document, state } = this.#wanted;
      this.#wanted = undefined;
      try {
        const { pictureWidth } = this.board;
        const next = this.present && this.isCurrent && this.flaws.length === 0 ? await reframed(this.engine, this.present, state, pictureWidth) : undefined;
        const present = next ?? (await derive(this.engine, state, pictureWidth));
        // Another document has come meanwhile; it is the next that is wanted.
        if (document !== this.store.document) continue;
        this.#shown = document;
        this.#show(present);
        this.flaws = [];
        this.trouble = undefined;
      } catch (error) {
        if (document !== this.store.document) continue;
        if (error instanceof Flawed) this.flaws = error.flaws;
        else if (error instanceof Cancelled) this.trouble = "Cancelled; the board shows what was there before.";
        else if (error instanceof Refused) this.trouble = error.message;
        else throw error;
      }
      this.#tell();
    }
    this.#deriving = undefined;
  }

  #show(present: Present): void {
    this.present = present;
    if (this.store.state.origin === present.state.origin) {
      const known = this.store.state.places;
      // A large graph is laid out again in no time, with arcs that suit the layout, and its links stay short.
      const isLarge = present.drawing.scene.vertices.length > MOST_KEPT && Object.keys(known).length === 0;
      const found = isLarge ? [] : Object.entries(placesOf(present.drawing)).filter(([name]) => !Object.hasOwn(known, name));
      const step = this.store.state.step;
      // A walk that was asked to go on behind its sink stands on it.
      const behind = BigInt(step) > BigInt(present.step) && present.exited ? { step: present.step } : {};
      // A link may name a frame behind the last.
      const frame = this.store.state.frame === present.state.frame && present.watched ? { frame: Math.max(1, present.watched.at) } : {};
      if (found.length > 0 || "step" in behind || "frame" in frame) {
        const places = { ...known, ...Object.fromEntries(found) };
        this.store.settle({ places, ...behind, ...frame });
        this.present = { ...present, state: { ...present.state, places, ...frame } };
      }
    }
    const { drawing: drawn, trail, watched } = present;
    const before = this.board.drawing;
    this.board.show(drawn, trail, watched && marksOf(drawn.scene));
    // The state before the one that is to be fitted may still come first.
    if (this.store.state.origin !== present.state.origin) return;
    if (this.#fit === "all" || (this.#fit === "new" && (this.board.follows || !this.board.seesNew(before)))) this.board.fit();
    this.#fit = "no";
  }
}
