// The toolchain of the engine: rustup's with its WebAssembly target, else Debian's, which compiles the standard library itself.
// Run by itself it says which one there is, or what is missing, and fails.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const TARGET = "wasm32-unknown-unknown";

/** What a program prints; nothing if it is missing or fails. */
function printed(program, options, env) {
  try {
    return execFileSync(program, options, { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

/**
 * The cargo to call, with options and environment for the target. `env` has the path that programs are looked for on, `debian`
 * is where Debian puts its own. Throws what to install if there is neither toolchain.
 */
export function toolchain(env = process.env, debian = "/usr") {
  const found = (program) => (env.PATH ?? "").split(delimiter).map((folder) => join(folder, program)).find(existsSync);
  const library = () => printed("rustc", ["--print", "target-libdir", "--target", TARGET], env);
  const hasTarget = () => existsSync(library() ?? "");
  if (hasTarget() || (printed("rustup", ["target", "add", TARGET], env) !== undefined && hasTarget())) {
    return { name: "rustup", cargo: "cargo", options: [], env: {}, flags: [] };
  }
  const [cargo, rustc] = ["cargo", "rustc"].map((program) => join(debian, "bin", program));
  const source = existsSync(rustc) && join(printed(rustc, ["--print", "sysroot"], env) ?? "", "lib/rustlib/src/rust/library");
  const sysroot = printed("rustc", ["--print", "sysroot"], env);
  const host = /host: (.*)/.exec(printed("rustc", ["-vV"], env) ?? "")?.[1];
  const rustLld = sysroot && host && join(sysroot, "lib/rustlib", host, "bin/rust-lld");
  const linker = rustLld && existsSync(rustLld) ? rustLld : found("wasm-ld");
  const missing = [
    [existsSync(rustc), "rustc-web"], [existsSync(cargo), "cargo-web"], [source && existsSync(source), "rust-web-src"], [linker, "lld"],
  ].filter(([there]) => !there).map(([, name]) => name);
  if (missing.length > 0) {
    throw new Error(`the engine cannot be compiled: the target ${TARGET} is missing (rustup target add ${TARGET}), and of Debian's toolchain ${missing.join(", ")} (apt-get install ${missing.join(" ")})`);
  }
  return {
    name: "debian", cargo, options: ["-Zbuild-std=std,panic_abort"],
    // The flag is not stable, and Debian's compiler is of the stable channel.
    env: { RUSTC: rustc, RUSTC_BOOTSTRAP: "1" },
    flags: [`-Clinker=${linker}`, "-Clinker-flavor=wasm-ld"],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(toolchain().name);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
