// The choice of the toolchain: rustup's if it has the target or can get it, else Debian's, else a list of what is missing.

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { toolchain } from "../build/toolchain.mjs";

/** A machine with some programs: scripts on a path of their own, and what Debian has in a folder. */
function machine(programs, debian = {}, act) {
  const root = mkdtempSync(join(tmpdir(), "arrival-toolchain-"));
  const write = (path, script) => {
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, `#!/bin/sh\n${script(root)}\n`);
    chmodSync(path, 0o755);
  };
  for (const [name, script] of Object.entries(programs)) write(join(root, "path", name), script);
  for (const [name, script] of Object.entries(debian)) write(join(root, "usr", name), script);
  try {
    act(() => toolchain({ PATH: join(root, "path") }, join(root, "usr")), root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** A compiler whose library for the target is in a folder, which need not be there. */
const rustc = (root) => `case "$*" in *target-libdir*) echo ${root}/target;; *sysroot*) echo ${root}/toolchain;; -vV) echo "host: x86_64-unknown-linux-gnu";; esac`;
const debians = {
  "bin/rustc": (root) => `echo ${root}/usr`,
  "bin/cargo": () => "",
  "lib/rustlib/src/rust/library/Cargo.lock": () => "",
};

test("rustup's toolchain is taken if it has the target", () => machine({ rustc: (root) => `echo ${root}` }, debians, (choose) => {
  assert.deepEqual(choose(), { name: "rustup", cargo: "cargo", options: [], env: {}, flags: [] });
}));

test("rustup is asked for the target if it is missing", () => machine({ rustc, rustup: (root) => `[ "$*" = "target add wasm32-unknown-unknown" ] && /bin/mkdir ${root}/target` }, {}, (choose) => {
  assert.equal(choose().name, "rustup");
}));

test("Debian's toolchain is taken where rustup cannot get the target, with rustup's linker or Debian's", () => {
  machine({ rustc, rustup: () => "exit 1", "../toolchain/lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld": () => "" }, debians, (choose, root) => {
    const { name, cargo, options, env, flags } = choose();
    assert.deepEqual([name, cargo, options], ["debian", `${root}/usr/bin/cargo`, ["-Zbuild-std=std,panic_abort"]]);
    assert.deepEqual(env, { RUSTC: `${root}/usr/bin/rustc`, RUSTC_BOOTSTRAP: "1" });
    assert.deepEqual(flags, [`-Clinker=${root}/toolchain/lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld`, "-Clinker-flavor=wasm-ld"]);
  });
  machine({ "wasm-ld": () => "" }, debians, (choose, root) => {
    assert.equal(choose().flags[0], `-Clinker=${root}/path/wasm-ld`);
  });
});

test("what is missing is named, all of it", () => {
  machine({}, {}, (choose) => {
    assert.throws(choose, /rustup target add wasm32-unknown-unknown\).*apt-get install rustc-web cargo-web rust-web-src lld/);
  });
  machine({ rustc, "wasm-ld": () => "" }, { "bin/rustc": debians["bin/rustc"], "bin/cargo": () => "" }, (choose) => {
    assert.throws(choose, /apt-get install rust-web-src\)/);
  });
});
