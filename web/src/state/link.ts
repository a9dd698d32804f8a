// Links: the whole state, packed, behind the # of an address, which browsers send to no server.

import { beginning, EMPTY, type State } from "./state";

const VERSION = "1.";
/** What is wrong with a link, where more can be said than that it is damaged. */
class Unreadable extends Error {}

/** What to tell somebody who has followed a link that cannot be opened. */
export const damage = (error: unknown): string =>
  error instanceof Unreadable ? `This link cannot be opened: ${error.message}.` : "This link is damaged or cut off: ask for it once more.";

/** Unpacked states beyond this are refused: a link of a few kilobytes could unpack to gigabytes. */
const MOST_UNPACKED = 1 << 24;

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST_UNPACKED) throw new Unreadable("it holds more than 16 MiB");
    parts.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Only what differs from an empty state; places to a tenth of a pixel. */
function slim(state: State): Record<string, unknown> {
  const all: Record<string, unknown> = { text: state.text };
  for (const key of Object.keys(EMPTY) as (keyof State)[]) {
    if (JSON.stringify(state[key]) !== JSON.stringify(EMPTY[key])) all[key] = state[key];
  }
  if (state.origin === state.text) delete all["origin"];
  const places = Object.entries(state.places).map(([name, [x, y]]) => [name, [Math.round(x * 10) / 10, Math.round(y * 10) / 10]]);
  if (places.length > 0) all["places"] = Object.fromEntries(places);
  return all;
}

/** The fragment that holds `state`, without the #. */
export async function packed(state: State): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(slim(state))), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return VERSION + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The state in a fragment; none if there is no fragment, an error if it is damaged. */
export async function unpacked(fragment: string): Promise<State | undefined> {
  const text = fragment.replace(/^#/, "");
  if (text === "") return undefined;
  if (/^\d+\./.test(text) && !text.startsWith(VERSION)) throw new Unreadable("it was made by another version of the page");
  if (!text.startsWith(VERSION)) throw new Error("no version");
  const base64 = text.slice(VERSION.length).replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const found: unknown = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  return sound(found);
}

/** The state in what was read from a link or the browser's storage, each part only if it is of its kind. */
export function sound(found: unknown): State {
  if (typeof found !== "object" || found === null) throw new Error("there is no graph in it");
  const read = found as Partial<Record<keyof State, unknown>>;
  if (typeof read.text !== "string") throw new Error("there is no graph in it");
  const words = (value: unknown, otherwise: string) => (typeof value === "string" ? value : otherwise);
  const entries = (value: unknown) => Object.entries(typeof value === "object" && value !== null ? value : {});
  const isPlace = (value: unknown) => Array.isArray(value) && value.length === 2 && value.every((part) => Number.isFinite(part) && Math.abs(part) <= 1e6);
  const isCount = (value: unknown) => typeof value === "string" && /^\d{1,1000}$/.test(value);
  const overlays = ["none", "exits", "flows", "forest", "visits", "strategies", "values"];
  return beginning(read.text, {
    origin: words(read.origin, read.text),
    step: isCount(read.step) ? (read.step as string) : "0",
    places: Object.fromEntries(entries(read.places).filter(([, place]) => isPlace(place))) as State["places"],
    geometry: /^(free|chain|grid:\d{1,4}x\d{1,4})$/.test(words(read.geometry, "")) ? (read.geometry as string) : "free",
    particles: Object.fromEntries(entries(read.particles).filter(([, count]) => isCount(count))) as State["particles"],
    overlay: overlays.includes(words(read.overlay, "")) ? (read.overlay as State["overlay"]) : "none",
    speed: Number.isInteger(read.speed) && (read.speed as number) >= 0 && (read.speed as number) < 13 ? (read.speed as number) : EMPTY.speed,
    side: read.side === "min" ? "min" : "max",
    watch: read.watch === "answer" || read.watch === "pushes" ? read.watch : "none",
    frame: Number.isSafeInteger(read.frame) && (read.frame as number) >= 1 ? (read.frame as number) : 1,
  });
}
