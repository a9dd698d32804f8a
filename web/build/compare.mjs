// Compares two engines by what they answer: their bytes depend on the compiler and on the machine, their answers do not.
// usage: node build/compare.mjs COMMITTED BUILT

import { engineAt } from "./engine.mjs";

const [committed, built] = await Promise.all(process.argv.slice(2, 4).map(engineAt));
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
  const [old, now] = [committed, built].map((ask) => JSON.stringify(ask(name, body)));
  if (old === now) continue;
  different += 1;
  if (different <= 5) console.error(`${name} ${JSON.stringify(body).slice(0, 200)}\n  committed ${old.slice(0, 200)}\n  built     ${now.slice(0, 200)}`);
}
console.log(`${questions.length} questions, ${different} answered differently`);
if (different > 0) process.exit(1);
