// The page as four files with fixed names, so that the program can hold them.
import { defineConfig } from "vite";

export default defineConfig({
  base: "/",
  build: {
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        entryFileNames: "page.js",
        chunkFileNames: "page-[name].js",
        assetFileNames: "page[extname]",
      },
    },
  },
});
