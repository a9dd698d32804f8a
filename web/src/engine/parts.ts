// The parts of the engine: a first one with what a board needs, and the whole one, loaded when something else is asked for.

/** The packed bytes of an engine, and whether it knows every question. */
export interface Part { bytes: ArrayBuffer; isWhole: boolean }

const FIRST = "first.wasm.gz";
const WHOLE = "engine.wasm.gz";

async function fetched(name: string): Promise<ArrayBuffer> {
  const response = await fetch(new URL(name, document.baseURI));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.arrayBuffer();
}

/** The engine to begin with. In the page of one file the whole one is inside it; elsewhere both lie beside the page. */
export async function firstPart(): Promise<Part> {
  const inside = document.getElementById("engine")?.textContent;
  if (!inside) return { bytes: await fetched(FIRST), isWhole: false };
  return { bytes: Uint8Array.from(atob(inside.trim()), (character) => character.charCodeAt(0)).buffer, isWhole: true };
}

let coming: Promise<ArrayBuffer> | undefined;

/** The whole engine, asked for once; if it does not come, the next question asks again. */
export function wholePart(): Promise<ArrayBuffer> {
  coming ??= fetched(WHOLE).catch((error: unknown) => {
    coming = undefined;
    throw error;
  });
  return coming;
}

/** Calls `then` when nothing else is to be done, unless the reader wants nothing sent that was not asked for. */
export function soon(then: () => void): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000));
  idle(() => then());
}
