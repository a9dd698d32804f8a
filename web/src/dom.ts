// The document: elements by id, made by hand, and words for those who listen.

export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${kind.name} #${id}`);
  return found;
}

type Child = Node | string;

/** An element with properties and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K, properties: Partial<Record<string, unknown>> = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (key.startsWith("on") && typeof value === "function") element.addEventListener(key.slice(2), value as EventListener);
    else if (key === "className" || key === "value" || key === "disabled" || key === "type") Reflect.set(element, key, value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

export const button = (words: string, onclick: () => void, more: Record<string, unknown> = {}): HTMLButtonElement =>
  make("button", { type: "button", onclick, ...more }, words);

/** Says something to those who do not see the board. */
export function announce(words: string): void {
  byId("announce", HTMLParagraphElement).textContent = words;
}

/** A table; columns of numbers stand on the right, with their heads. The first column names things, and names may be numbers. */
export function table(heads: string[], rows: string[][]): HTMLTableElement {
  const isNumber = (text: string | undefined) => /^[-\d,∞….·⁰¹²³⁴⁵⁶⁷⁸⁹ ]+$/.test(text ?? "");
  const kinds = heads.map((_, column) => (column > 0 && rows.every((row) => isNumber(row[column])) ? "number" : ""));
  const cells = (tag: "th" | "td", texts: string[], more = {}) => make("tr", {}, ...texts.map((text, column) => make(tag, { className: kinds[column], ...more }, text)));
  return make("table", {},
    make("thead", {}, cells("th", heads, { scope: "col" })),
    make("tbody", {}, ...rows.map((row) => cells("td", row))));
}

/** 1234567 as 1,234,567; those of more than `most` digits with their length. */
export function grouped(digits: string, most = 30): string {
  if (digits.length > most) return `${digits[0]}.${digits.slice(1, 4)}… · 10${superscript(digits.length - 1)}`;
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

export const superscript = (number: number): string => [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");

export const steps = (count: string): string => (count === "1" ? "1 step" : `${grouped(count)} steps`);

/** A dialog with a title, closed by its button, Escape, or a click beside it. */
export function openDialog(title: string, ...children: Child[]): HTMLDialogElement {
  const dialog = byId("dialog", HTMLDialogElement);
  const close = button("×", () => dialog.close(), { className: "close", "aria-label": "Close" });
  dialog.replaceChildren(make("h2", { id: "dialog-title" }, title), close, ...children);
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  if (!dialog.open) dialog.showModal();
  return dialog;
}
