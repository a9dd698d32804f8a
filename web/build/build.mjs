// Builds web/dist: the engine from Rust, the page from TypeScript, and arrival.html, which is both in one file.
// With a folder as its argument it builds there instead. ARRIVAL_ENGINE names an engine that is built already.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const WEB = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const ROOT = resolve(WEB, "..");
const out = resolve(process.argv[2] ?? join(WEB, "dist"));
const TARGET = "wasm32-unknown-unknown";

/** Compiles the engine and packs it; says what to install if the target is missing. */
function engine() {
  const packed = join(ROOT, "target/engine.wasm.gz");
  const options = ["build", "-p", "arrival-web", "--lib", "--profile", "web", "--target", TARGET];
  // Paths of this machine would be part of the bytes.
  const remap = `--remap-path-prefix=${process.env.CARGO_HOME ?? join(process.env.HOME ?? "", ".cargo")}=cargo --remap-path-prefix=${ROOT}=arrival`;
  try {
    execFileSync("cargo", options, { cwd: ROOT, stdio: "inherit", env: { ...process.env, RUSTFLAGS: remap } });
  } catch {
    console.error(`the engine was not built; if the target is missing: rustup target add ${TARGET}`);
    process.exit(1);
  }
  const bytes = readFileSync(join(ROOT, "target", TARGET, "web/arrival_web.wasm"));
  writeFileSync(packed, gzipSync(bytes, { level: 9 }));
  return packed;
}

const packed = process.env.ARRIVAL_ENGINE ?? engine();
execFileSync("npx", ["vite", "build", "--outDir", out, "--emptyOutDir", "--logLevel", "warn"], { cwd: WEB, stdio: "inherit", env: { ...process.env, ARRIVAL_ENGINE: packed } });
mkdirSync(out, { recursive: true });
copyFileSync(packed, join(out, "engine.wasm.gz"));

// Browsers refuse modules, workers and fetch from file://, so that everything is inside the page.
const read = (name) => readFileSync(join(out, name), "utf8");
const inScript = (text) => text.replaceAll("</script", "<\\/script");
const icon = `data:image/svg+xml;base64,${readFileSync(join(out, "icon.svg")).toString("base64")}`;
const whole = read("index.html")
  .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>\n${read("page.css")}</style>`)
  .replace(/href="[^"]*icon\.svg"/, () => `href="${icon}"`)
  .replace(/<script type="module"[^>]*><\/script>/, "")
  .replace("</body>", () => [
    `<script type="text/plain" id="worker-source">${inScript(read("worker.js"))}</script>`,
    `<script type="text/plain" id="engine">${readFileSync(packed).toString("base64")}</script>`,
    `<script type="module">${inScript(read("page.js"))}</script>`,
    "</body>",
  ].join("\n"));
if (!whole.includes("id=\"engine\"") || whole.includes("src=\"./page.js\"")) throw new Error("arrival.html is not whole");
writeFileSync(join(out, "arrival.html"), whole);
