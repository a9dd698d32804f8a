// The engines from Rust: the whole one, and the first one without what a page can load later. Both packed.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { TARGET, toolchain } from "./toolchain.mjs";

/** The files of the engines, and the profile and the options that each is built with. */
const ENGINES = [["engine.wasm.gz", "web", []], ["first.wasm.gz", "web-first", ["--no-default-features"]]];
export const [WHOLE, FIRST] = ENGINES.map(([name]) => name);

/** Compiles and packs the engines; returns their folder. */
export function engines(root) {
  const { cargo, options, env, flags } = toolchain();
  const folder = join(root, "target/engines");
  mkdirSync(folder, { recursive: true });
  // Paths of this machine would be part of the bytes.
  const home = process.env.CARGO_HOME ?? join(process.env.HOME ?? "", ".cargo");
  const encoded = [`--remap-path-prefix=${home}=cargo`, `--remap-path-prefix=${root}=arrival`, ...flags].join("\x1f");
  for (const [name, profile, features] of ENGINES) {
    const build = ["build", "-p", "arrival-web", "--lib", "--profile", profile, "--target", TARGET, ...options, ...features];
    execFileSync(cargo, build, { cwd: root, stdio: "inherit", env: { ...process.env, ...env, CARGO_ENCODED_RUSTFLAGS: encoded } });
    const bytes = readFileSync(join(root, "target", TARGET, profile, "arrival_web.wasm"));
    writeFileSync(join(folder, name), gzipSync(bytes, { level: 9 }));
  }
  return folder;
}
