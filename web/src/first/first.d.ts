declare module "virtual:first" {
  /** The graphs of the gallery, in its order. */
  export const texts: readonly string[];
  /** What the engine answers to the questions of the first screen, asked while building. */
  export const replies: Readonly<Record<string, unknown>>;
}
