// The state without a browser: documents in the store, and the slots in which they are kept.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { before, test } from "node:test";
import { runnerImport } from "vite";

const source = async (name) => (await runnerImport(fileURLToPath(new URL(`../src/state/${name}.ts`, import.meta.url)))).module;
let Store, beginning, EMPTY, initial, makes, allKept, forget, keep, fingerprint, damage, packed, unpacked;
before(async () => {
  ({ Store } = await source("store"));
  ({ beginning, EMPTY, initial, makes } = await source("state"));
  ({ allKept, forget, keep } = await source("slots"));
  ({ fingerprint } = await source("keeper"));
  ({ damage, packed, unpacked } = await source("link"));
});

/** A storage as browsers have it. */
function storage() {
  const items = new Map();
  return {
    get length() { return items.size; },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  };
}
const texts = (kept) => kept.map(({ state }) => state.text);

test("each document has a number of its own, which undo brings back", () => {
  const store = new Store();
  store.open(beginning("a"));
  const first = store.document;
  store.change({ text: "b", origin: "b" });
  assert.equal(store.document, first);
  store.open(beginning("a"));
  const second = store.document;
  assert.notEqual(second, first);
  store.undo();
  assert.deepEqual([store.document, store.state.text], [first, "b"]);
  store.redo();
  assert.equal(store.document, second);
});

test("another document is told of once, before its state is", () => {
  const store = new Store();
  const heard = [];
  store.subscribe(() => heard.push("state"));
  store.onDocument(() => heard.push("document"));
  store.open(beginning("a"));
  store.amend({ step: "1" });
  store.open(EMPTY);
  store.undo();
  assert.deepEqual(heard, ["document", "state", "state", "document", "state", "document", "state"]);
});

test("steps, speed and overlays make nothing, edits do", () => {
  const store = new Store();
  store.open(beginning("a: s\nsink s"));
  store.amend({ step: "3" });
  store.change({ overlay: "exits" });
  store.change({ side: "min" });
  store.change(initial(store.state));
  assert.equal(store.isMade, false);
  const looked = store.state;
  for (const change of [{ text: "b" }, { origin: "b" }, { places: { a: [1, 2] } }, { particles: { a: "1" } }]) assert.ok(makes(looked, { ...looked, ...change }));
  store.change({ places: { a: [1, 2] } });
  assert.equal(store.isMade, true);
  // What the next document is does not depend on this one.
  store.open(EMPTY);
  assert.equal(store.isMade, false);
  store.undo();
  assert.equal(store.isMade, true);
});

test("each document keeps its own slot, the latest comes first", () => {
  const shelf = storage();
  const a = keep(shelf, beginning("a"), undefined, 1);
  keep(shelf, beginning("b"), undefined, 2);
  assert.deepEqual(texts(allKept(shelf)), ["b", "a"]);
  const again = keep(shelf, beginning("a2"), a, 3);
  assert.equal(again.key, a.key);
  assert.deepEqual(texts(allKept(shelf)), ["a2", "b"]);
  forget(shelf, again);
  assert.deepEqual(texts(allKept(shelf)), ["b"]);
});

test("two tabs that go on from one slot end in two", () => {
  const shelf = storage();
  const known = keep(shelf, beginning("both"), undefined, 1);
  const first = keep(shelf, beginning("first"), known, 2);
  const second = keep(shelf, beginning("second"), known, 3);
  assert.notEqual(first.key, second.key);
  keep(shelf, beginning("first, later"), first, 4);
  keep(shelf, beginning("second, later"), second, 5);
  assert.deepEqual(texts(allKept(shelf)), ["second, later", "first, later"]);
});

test("only the oldest give way, and only to new ones", () => {
  const shelf = storage();
  let last;
  for (let at = 0; at < 60; at++) last = keep(shelf, beginning(`${at}`), undefined, at);
  assert.equal(allKept(shelf).length, 50);
  assert.deepEqual(texts(allKept(shelf)).slice(-1), ["10"]);
  keep(shelf, beginning("again"), last, 60);
  assert.deepEqual(texts(allKept(shelf)).slice(-1), ["10"]);
});

test("what is not a document in the storage is passed over", () => {
  const shelf = storage();
  for (const value of ["", "{", "7", "null", "{\"text\":5}"]) shelf.setItem(`arrival.page/${value.length}`, value);
  shelf.setItem("something else", "{\"text\":\"a\"}");
  // As it was kept before there were slots.
  shelf.setItem("arrival.page/1", JSON.stringify(beginning("older")));
  keep(shelf, beginning("new"), undefined, 1);
  assert.deepEqual(texts(allKept(shelf)), ["new", "older"]);
});

test("fingerprints differ where files do", () => {
  const all = ["", "a", "b", "ab", "ba", "a\n"].map(fingerprint);
  assert.equal(new Set(all).size, all.length);
  assert.equal(fingerprint("ab"), all[3]);
});

test("a link opens what it holds; a damaged one says what is wrong", async () => {
  const state = beginning("a: s\nsink s\n", { step: "1", places: { a: [1.5, 2] } });
  const link = await packed(state);
  assert.deepEqual(await unpacked(`#${link}`), state);
  assert.equal(await unpacked(""), undefined);
  const words = (fragment) => unpacked(fragment).then(() => "opened", damage);
  for (const broken of ["#1.garbage", `#${link.slice(0, -10)}`, "#1.", "#garbage"]) {
    assert.equal(await words(broken), "This link is damaged or cut off: ask for it once more.", broken);
  }
  assert.equal(await words("#2.abc"), "This link cannot be opened: it was made by another version of the page.");
});
