// The first picture, which the build asks the engine for: text and scene.
declare module "virtual:first" {
  export const text: string;
  export const scene: import("../board/scene").Scene;
}
