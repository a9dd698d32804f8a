// The page as plain files with fixed names, which work from any folder and which the program can hold.
import { defineConfig } from "vite";
import { engineAt } from "./build/engine.mjs";

/** The first picture is made while building, so that it is there before the engine. */
const first = {
  name: "first-picture",
  resolveId: (id) => (id === "virtual:first" ? "\0virtual:first" : null),
  async load(id) {
    if (id !== "\0virtual:first") return null;
    const ask = await engineAt(process.env.ARRIVAL_ENGINE ?? "dist/engine.wasm.gz");
    const { text } = ask("begin", {}).examples.find(({ name }) => name === "fig-rotor-routing");
    const scene = ask("draw", { text, to: "scene", particles: { u2: "1" } });
    return `export const text = ${JSON.stringify(text)}; export const scene = ${JSON.stringify(scene)};`;
  },
};

export default defineConfig({
  base: "./",
  plugins: [first],
  build: {
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      input: { page: "index.html", worker: "src/engine/worker.ts" },
      output: { entryFileNames: "[name].js", chunkFileNames: "page-[name].js", assetFileNames: "[name][extname]" },
    },
  },
});
