// The keeper: what was made is kept in this browser, what is on show in this tab, and the address promises nothing else.
//
// Two memories, because they answer two questions. The slots, which all tabs share, hold what somebody has made; a document that
// was only looked at never gets there. The memory of the tab holds whatever is on show, so that a reload shows it again.

import { sound } from "./link";
import { allKept, forget, keep, type Kept, type Slot } from "./slots";
import type { State } from "./state";
import type { Document, Store } from "./store";

const SESSION = "arrival.page";
/** A burst of changes is written once. */
const PAUSE = 400;

/** What a tab remembers of itself. */
interface Session { state: State; slot?: Slot | undefined; isMade: boolean; file?: string | undefined }

/** A short stand-in for a long text: enough to see that it is another file than before. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${text.length}.${hash >>> 0}`;
}

export class Keeper {
  #slots = new Map<Document, Slot>();
  #pending: { document: Document; state: State; isMade: boolean } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The document that the address holds: as long as it is as it was sent, the address stays. */
  #linked: Document | undefined;
  #isArriving = false;
  /** The first picture, which came by itself, is not remembered. */
  #unasked: Document | undefined;
  /** The file that a local server gave this tab. */
  #file: string | undefined;

  /** `full` is called when the browser has no room for what was made. */
  constructor(readonly store: Store, readonly full: () => void) {
    store.subscribe(() => this.#changed());
  }

  /** Opens what the address stands for: a link, or the file of a local server. */
  arrive(open: () => void, file?: string): void {
    if (file !== undefined) this.#file = fingerprint(file);
    this.#isArriving = true;
    open();
    this.#isArriving = false;
    this.#linked = this.store.document;
  }

  /** What is on show came by itself: the next visit begins anew. */
  unasked(): void {
    this.#unasked = this.store.document;
  }

  /** The documents that are kept, the latest first. */
  get recent(): Kept[] {
    this.write();
    return trying(() => allKept(localStorage)) ?? [];
  }

  forget(slot: Slot): void {
    trying(() => forget(localStorage, slot));
  }

  /** Opens what was on show in this tab before; with the text of a served file only if it came from that file. */
  resume(open: (state: State, isMade: boolean) => void, served?: string): boolean {
    const session = trying(() => {
      const found = JSON.parse(sessionStorage.getItem(SESSION) ?? "null") as Session | null;
      return found ? { ...found, state: sound(found.state) } : undefined;
    });
    if (!session || (served !== undefined && session.file !== fingerprint(served))) return false;
    this.#file = session.file;
    open(session.state, session.isMade);
    if (session.slot) this.#slots.set(this.store.document, session.slot);
    return true;
  }

  /** Opens a document that is kept. It counts as looked at until it is changed here, too. */
  reopen({ slot, state }: Kept, open: (state: State) => void): void {
    open(state);
    this.#slots.set(this.store.document, slot);
  }

  #changed(): void {
    const { document, state, isMade } = this.store;
    if (this.#pending && this.#pending.document !== document) this.write();
    this.#pending = { document, state, isMade };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.write(), PAUSE);
    if (!this.#isArriving && (document !== this.#linked || isMade)) clearAddress();
  }

  /** Writes down what is still to be kept: before the page goes, and before another document comes. */
  write(): void {
    clearTimeout(this.#timer);
    const pending = this.#pending;
    this.#pending = undefined;
    if (!pending || (pending.document === this.#unasked && !pending.isMade)) return;
    const { document, isMade } = pending;
    // The engine may have placed its vertices since.
    const state = document === this.store.document ? this.store.state : pending.state;
    // An empty board is nothing to come back to, and nothing that could take the place of a graph.
    if (state.text.trim() === "") {
      trying(() => sessionStorage.removeItem(SESSION));
      return;
    }
    if (isMade) {
      const slot = trying(() => keep(localStorage, state, this.#slots.get(document)), () => this.full());
      if (slot) this.#slots.set(document, slot);
    }
    const session: Session = { state, slot: this.#slots.get(document), isMade, file: this.#file };
    trying(() => sessionStorage.setItem(SESSION, JSON.stringify(session)));
  }
}

/** The address without what opens a graph: it would bring back another one than is on show. */
function clearAddress(): void {
  const address = new URL(location.href);
  if (address.hash === "" && !address.searchParams.has("opened")) return;
  address.hash = "";
  address.searchParams.delete("opened");
  history.replaceState(null, "", address);
}

/** Some windows have no storage, and a full one takes nothing more; the page works all the same. */
function trying<T>(act: () => T, full = () => {}): T | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof DOMException && error.name === "QuotaExceededError") full();
    return undefined;
  }
}
