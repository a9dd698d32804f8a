// The store: the document on show, its present state, the ones before it, and those who are told when it changes.

import { changed, EMPTY, makes, type State } from "./state";

const MOST_UNDONE = 200;

/** A graph that was opened, typed or drawn, through all its states. Each has a number of its own, which nothing changes. */
export type Document = number;

interface Moment { document: Document; state: State }

export class Store {
  #now: Moment = { document: 0, state: EMPTY };
  #past: Moment[] = [];
  #future: Moment[] = [];
  /** The documents that somebody has changed, and not only looked at or walked in. */
  #made = new Set<Document>();
  #opened = 0;
  #listeners: (() => void)[] = [];
  #successors: (() => void)[] = [];

  get state(): State {
    return this.#now.state;
  }

  /** Who waits for something compares this afterwards: what was asked about one document must not change another. */
  get document(): Document {
    return this.#now.document;
  }

  get isMade(): boolean {
    return this.#made.has(this.document);
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  subscribe(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Called when another document is on show, opened or come back to, before those who are told of every change. */
  onDocument(listener: () => void): void {
    this.#successors.push(listener);
  }

  /** A change that can be undone. */
  change(change: Partial<State>): void {
    this.#remember();
    const state = changed(this.state, change);
    if (makes(this.state, state)) this.#made.add(this.document);
    this.#set({ document: this.document, state });
  }

  /** A change that undo passes over: steps of a walk, its speed, and frames of an algorithm. */
  amend(change: Partial<State>): void {
    this.#set({ document: this.document, state: changed(this.state, change) });
  }

  /** What the engine has found about the present state; listeners are not called. */
  settle(change: Partial<State>): void {
    this.#now = { document: this.document, state: { ...this.state, ...change } };
  }

  /** Another document: undo goes back to the one before, and never to an empty page. `made` says whether it was changed in an earlier visit. */
  open(state: State, made = false): void {
    if (this.state.text.trim() !== "") this.#remember();
    this.#future = [];
    this.#opened += 1;
    if (made) this.#made.add(this.#opened);
    this.#set({ document: this.#opened, state });
  }

  undo(): void {
    const before = this.#past.pop();
    if (!before) return;
    this.#future.push(this.#now);
    this.#set(before);
  }

  redo(): void {
    const after = this.#future.pop();
    if (!after) return;
    this.#past.push(this.#now);
    this.#set(after);
  }

  #remember(): void {
    this.#past.push(this.#now);
    if (this.#past.length > MOST_UNDONE) this.#past.shift();
    this.#future = [];
  }

  #set(now: Moment): void {
    const isOther = now.document !== this.document;
    this.#now = now;
    if (isOther) this.#successors.forEach((listener) => listener());
    this.#listeners.forEach((listener) => listener());
  }
}
