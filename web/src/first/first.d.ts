declare module "virtual:first" {
  import type { Scene } from "../board/scene";
  /** The first picture, made while building. */
  export const scene: Scene;
  /** The graphs of the gallery, in its order; the first picture is of the first of them. */
  export const texts: readonly string[];
}
