// Builds web/dist: the engines from Rust, the page from TypeScript, and arrival.html, which is all in one file.
// With a folder as its argument it builds there instead. ARRIVAL_ENGINE names a whole engine that is built already, with the first
// one beside it.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { engines, FIRST, WHOLE } from "./engines.mjs";

const WEB = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const ROOT = resolve(WEB, "..");
const out = resolve(process.argv[2] ?? join(WEB, "dist"));

/** The folder of the engines. */
function built() {
  // npm runs this in web, wherever it was called.
  if (process.env.ARRIVAL_ENGINE) return dirname(resolve(process.env.INIT_CWD ?? ".", process.env.ARRIVAL_ENGINE));
  try {
    return engines(ROOT);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
const folder = built();
// Into memory: they may lie where the page is written.
const [whole, first] = [WHOLE, FIRST].map((name) => readFileSync(join(folder, name)));
const env = { ...process.env, ARRIVAL_ENGINE: join(folder, WHOLE) };
execFileSync("npx", ["vite", "build", "--outDir", out, "--emptyOutDir", "--logLevel", "warn"], { cwd: WEB, stdio: "inherit", env });
mkdirSync(out, { recursive: true });
writeFileSync(join(out, WHOLE), whole);
writeFileSync(join(out, FIRST), first);

// Browsers refuse modules, workers and fetch from file://, so that everything is inside the page.
const read = (name) => readFileSync(join(out, name), "utf8");
const inScript = (text) => text.replaceAll("</script", "<\\/script");
const icon = `data:image/svg+xml;base64,${readFileSync(join(out, "icon.svg")).toString("base64")}`;
const page = read("index.html")
  .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>\n${read("page.css")}</style>`)
  .replace(/href="[^"]*icon\.svg"/, () => `href="${icon}"`)
  .replace(/<script type="module"[^>]*><\/script>/, "")
  .replace("</body>", () => [
    `<script type="text/plain" id="worker-source">${inScript(read("worker.js"))}</script>`,
    `<script type="text/plain" id="engine">${whole.toString("base64")}</script>`,
    `<script type="module">${inScript(read("page.js"))}</script>`,
    "</body>",
  ].join("\n"));
if (!page.includes("id=\"engine\"") || page.includes("src=\"./page.js\"")) throw new Error("arrival.html is not whole");
writeFileSync(join(out, "arrival.html"), page);
