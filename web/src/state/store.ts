// The store: the present state, the ones before it, and those who are told when it changes.

import { changed, EMPTY, type State } from "./state";

const MOST_UNDONE = 200;

export class Store {
  #state: State = EMPTY;
  #past: State[] = [];
  #future: State[] = [];
  #listeners: (() => void)[] = [];

  get state(): State {
    return this.#state;
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

  /** A change that can be undone. */
  change(change: Partial<State>): void {
    this.#past.push(this.#state);
    if (this.#past.length > MOST_UNDONE) this.#past.shift();
    this.#future = [];
    this.#set(changed(this.#state, change));
  }

  /** A change that undo passes over: steps of a walk, its speed, and frames of an algorithm. */
  amend(change: Partial<State>): void {
    this.#set(changed(this.#state, change));
  }

  /** What the engine has found about the present state; listeners are not called. */
  settle(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
  }

  /** Another document: undo goes back to the one before, and never to an empty page (F37). */
  open(state: State): void {
    if (this.#state.text.trim() !== "") this.#past.push(this.#state);
    this.#future = [];
    this.#set(state);
  }

  undo(): void {
    const before = this.#past.pop();
    if (!before) return;
    this.#future.push(this.#state);
    this.#set(before);
  }

  redo(): void {
    const after = this.#future.pop();
    if (!after) return;
    this.#past.push(this.#state);
    this.#set(after);
  }

  #set(state: State): void {
    this.#state = state;
    this.#listeners.forEach((listener) => listener());
  }
}
