// The page as plain files with fixed names, which work from any folder and which the program can hold.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, runnerImport } from "vite";
import { engineAt } from "./build/engine.mjs";

const exhibits = JSON.parse(readFileSync(new URL("./src/first/exhibits.json", import.meta.url), "utf8"));

/** The first screen and the graphs of the gallery are made while building, so that they are there before any engine. */
const first = {
  name: "first-screen",
  resolveId: (id) => (id === "virtual:first" ? "\0virtual:first" : null),
  async load(id) {
    if (id !== "\0virtual:first") return null;
    const ask = await engineAt(process.env.ARRIVAL_ENGINE ?? "dist/engine.wasm.gz");
    const { examples } = ask("begin", {});
    const texts = exhibits.map(({ example, family, values }) =>
      family ? ask("generate", { family, ...values, to: "rotor" }).text : examples.find(({ name }) => name === example).text);
    // Nothing is painted here, but drawings have paths.
    globalThis.Path2D ??= class {};
    const { module: { record } } = await runnerImport(fileURLToPath(new URL("./src/first/record.ts", import.meta.url)));
    return `export const texts = ${JSON.stringify(texts)}; export const replies = ${JSON.stringify(await record(ask, texts[0]))};`;
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
