// Colours: the scene's own on paper; in the dark, the same roles on dark paper. Exits keep theirs, and the words on them.

const DARK: Record<string, string> = {
  "#222222": "#e9e6df", "#ffffff": "#1c2027", "#bbbbbb": "#565d68", "#d41c1c": "#ff7a6b", "#00578a": "#7cc7ff",
  "#7a1fa0": "#c58bff", "#f0e442": "#8a7d12",
};

export type Ink = (colour: string) => string;

export const light: Ink = (colour) => colour;
export const dark: Ink = (colour) => DARK[colour] ?? colour;

const query = matchMedia("(prefers-color-scheme: dark)");

export const present = (): Ink => (query.matches ? dark : light);

export const onChange = (listener: () => void): void => query.addEventListener("change", listener);
