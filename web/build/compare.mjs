// Compares engines by what they answer: their bytes depend on the compiler and on the machine, their answers do not. The first
// engine may leave a question to the whole one, and answers no other differently.
// usage: node build/compare.mjs FOLDER_OF_COMMITTED FOLDER_OF_BUILT

import { join } from "node:path";
import { engineAt } from "./engine.mjs";
import { FIRST, WHOLE } from "./engines.mjs";

const [committed, now] = process.argv.slice(2, 4);
const built = await engineAt(join(now, WHOLE));
const others = [[`${committed}/${WHOLE}`, false], [`${committed}/${FIRST}`, true], [`${now}/${FIRST}`, true]];
const engines = await Promise.all(others.map(async ([path, leaves]) => ({ path, leaves, ask: await engineAt(path), left: 0 })));
const begin = built("begin", {});
const graphs = begin.examples.map(({ name, text }) => [name, text]);
for (const { id, parameters } of begin.families) {
  const small = Object.fromEntries(parameters.filter(({ name }) => name === "n").map(({ name, least }) => [name, String(Math.max(least, 7))]));
  graphs.push([id, built("generate", { family: id, ...small, seed: 5, to: "rotor" }).text]);
}
const questions = [["begin", {}], ["solvers", {}], ["generate", { family: "tree", n: "50", seed: 7, to: "rotor" }]];
for (const [, text] of graphs) {
  const first = built("convert", { text, to: "json" }).vertices?.[0]?.name;
  for (const name of ["check", "flows", "forest", "explain", "tour", "group", "class", "identity"]) questions.push([name, { text }]);
  questions.push(["solve", { text }], ["solve", { text, all: true }], ["walk", { text, from: first, steps: "1000000", final: true }]);
  questions.push(["route", { text, particles: { [first]: "1e20" }, final: true }], ["harmonic", { text, from: first }], ["stabilise", { text, chips: { [first]: 9 } }]);
  for (const to of ["scene", "svg", "tikz", "png", "pdf"]) questions.push(["draw", { text, to, particles: { [first]: 3 } }]);
}
let different = 0;
for (const [name, body] of questions) {
  const expected = JSON.stringify(built(name, body));
  for (const engine of engines) {
    const reply = JSON.stringify(engine.ask(name, body));
    if (reply === undefined && engine.leaves) engine.left += 1;
    else if (reply !== expected) {
      different += 1;
      if (different <= 5) console.error(`${engine.path}: ${name} ${JSON.stringify(body).slice(0, 200)}\n  ${String(reply).slice(0, 200)}\n  built: ${expected.slice(0, 200)}`);
    }
  }
}
for (const { path, leaves, left } of engines.filter(({ leaves }) => leaves)) {
  console.log(`${path} leaves ${left} of ${questions.length} questions to the whole engine`);
  // One that leaves none or all is not a first engine.
  if (left === 0 || left > questions.length / 2) different += 1;
}
console.log(`${questions.length} questions to ${engines.length + 1} engines, ${different} answered differently`);
if (different > 0) process.exit(1);
