// Small help for the document.

/** The element with this id; the page is built with all of them. */
export function byId<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as T;
}

type Child = Node | string;

/** A new element. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> & { className?: string } = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}

/** A button with what it does. */
export function button(words: string, title: string, press: () => void): HTMLButtonElement {
  const element = make("button", { type: "button", title }, words);
  element.addEventListener("click", press);
  return element;
}

/** A table, long ones cut after `most` rows. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[], most = 1000): Node[] {
  if (headings.length === 0) return [];
  const head = make("tr", {}, ...headings.map((words) => make("th", { scope: "col" }, words)));
  const body = rows.slice(0, most).map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, cell))));
  const whole = make("table", {}, make("thead", {}, head), make("tbody", {}, ...body));
  return rows.length > most ? [whole, make("p", {}, `and ${rows.length - most} more rows`)] : [whole];
}

/** Says something to whoever uses the page; nothing clears it. */
export function tell(words: string, bad = false): void {
  const message = byId("message");
  message.textContent = words;
  message.classList.toggle("bad", bad);
}

/** Says why something did not work, unless it was called off. */
export function tellFault(error: unknown): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  tell(error instanceof Error ? error.message : String(error), true);
}

/** Runs one thing at a time: a new run calls off the one before it. */
export function latest(): (work: (signal: AbortSignal) => Promise<void>) => Promise<void> {
  let controller = new AbortController();
  return async (work) => {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    try {
      await work(signal);
    } catch (error) {
      if (!signal.aborted) tellFault(error);
    }
  };
}
