// The record of the first screen: its questions are asked while the page is built, so that the picture moves before any engine has come.

import { placesOf } from "../board/scene";
import { NARROW_PICTURE } from "../board/view";
import { question } from "../engine/engine";
import { derive } from "../present";
import { beginning } from "../state/state";

/** All that the page asks while it walks the graph `text` to the end, with the answers of `ask`. */
export async function record(ask: (name: string, body: unknown) => unknown, text: string): Promise<Record<string, unknown>> {
  const replies: Record<string, unknown> = {};
  const engine = {
    ask: async <T>(name: string, body: unknown) => (replies[question(name, JSON.stringify(body))] ??= ask(name, body)) as T,
  };
  for (const width of [undefined, NARROW_PICTURE]) {
    let present = await derive(engine, beginning(text), width);
    // From its first picture on, the page keeps the places of the vertices.
    const places = placesOf(present.drawing);
    for (let step = 0; !present.exited; step++) present = await derive(engine, { ...present.state, places, step: String(step) });
  }
  return replies;
}
