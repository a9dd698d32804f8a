// The engine outside a browser: for building the page, and for comparing one build with another.

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** An engine from the bytes of a module, packed or not. It answers by undefined what it leaves to the whole one. */
export async function engineOf(bytes) {
  const module = await WebAssembly.compile(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes);
  const imports = { worker: { now: () => performance.now(), progress() {} } };
  const { exports: wasm } = await WebAssembly.instantiate(module, imports);
  return (name, body) => {
    const [first, second] = [name, JSON.stringify(body)].map((words) => new TextEncoder().encode(words));
    const at = wasm.room(first.length + second.length);
    new Uint8Array(wasm.memory.buffer, at).set(first);
    new Uint8Array(wasm.memory.buffer, at + first.length).set(second);
    const length = wasm.ask(first.length);
    if (length === 0) return undefined;
    return JSON.parse(new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.reply(), length)));
  };
}

export const engineAt = (path) => engineOf(readFileSync(path));
