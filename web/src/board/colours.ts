// Colours: the scene's own on paper; in the dark, the same roles on dark paper. Exits keep theirs, and the words on them.

const DARK: Record<string, string> = {
  "#222222": "#e9e6df", "#ffffff": "#1c2027", "#bbbbbb": "#565d68", "#d41c1c": "#ff7a6b", "#00578a": "#7cc7ff",
  "#7a1fa0": "#c58bff", "#f0e442": "#8a7d12",
};

export type Ink = (colour: string) => string;

export const light: Ink = (colour) => colour;
export const dark: Ink = (colour) => DARK[colour] ?? colour;

const system = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();
const changed = (): void => listeners.forEach((listener) => listener());
system.addEventListener("change", changed);
let chosen: boolean | undefined;

export const present = (): Ink => (chosen ?? system.matches ? dark : light);

/** Light or dark, whatever the system prefers: a notebook has a theme of its own. */
export function choose(isDark: boolean): void {
  chosen = isDark;
  document.documentElement.className = isDark ? "dark" : "light";
  changed();
}

export const onChange = (listener: () => void): unknown => listeners.add(listener);
