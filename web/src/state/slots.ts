// Slots: where this browser keeps documents. Each has one of its own, so that none is written over another, by this tab or any other.

import { sound } from "./link";
import type { State } from "./state";

const PREFIX = "arrival.page/";
/** The oldest documents give way when there are more than this. */
const MOST = 50;

/** Where a document is kept. The stamp tells one writing of it from the next. */
export interface Slot { readonly key: string; readonly stamp: string }

export interface Kept { slot: Slot; state: State; saved: number }

const fresh = (): string => Math.random().toString(36).slice(2, 12);

function keptIn(storage: Storage, key: string): Kept | undefined {
  try {
    const found = JSON.parse(storage.getItem(PREFIX + key) ?? "") as { stamp?: unknown; saved?: unknown };
    return { slot: { key, stamp: String(found.stamp ?? "") }, state: sound(found), saved: Number(found.saved) || 0 };
  } catch {
    return undefined;
  }
}

/** All documents that are kept, the last one that was changed first. */
export function allKept(storage: Storage): Kept[] {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
  const all = keys.filter((key) => key.startsWith(PREFIX)).map((key) => keptIn(storage, key.slice(PREFIX.length)));
  return all.filter((kept) => kept !== undefined).sort((a, b) => b.saved - a.saved);
}

/**
 * Keeps `state` in the slot that this tab knows of, or in one of its own if there is none yet. If another tab has written there
 * since, both have gone on from the same graph in different ways: that one stays, and this one begins a slot too.
 */
export function keep(storage: Storage, state: State, known: Slot | undefined, now = Date.now()): Slot {
  const there = known && keptIn(storage, known.key);
  const isOurs = known && (!there || there.slot.stamp === known.stamp);
  const slot = { key: isOurs ? known.key : fresh(), stamp: fresh() };
  storage.setItem(PREFIX + slot.key, JSON.stringify({ ...state, saved: now, stamp: slot.stamp }));
  if (!there || !isOurs) allKept(storage).slice(MOST).forEach((old) => forget(storage, old.slot));
  return slot;
}

export function forget(storage: Storage, { key }: Slot): void {
  storage.removeItem(PREFIX + key);
}
