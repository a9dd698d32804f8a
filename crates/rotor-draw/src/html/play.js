"use strict";
(() => {
// A notebook may hold several pictures, and run this once for each: every picture is set up once, and knows only itself.
for (const root of document.querySelectorAll(".arrival-picture:not([data-ready])")) {
  const data = root.querySelector(".walk");
  if (!data) continue;
  root.dataset.ready = "";
  const walk = JSON.parse(data.textContent);
  const element = (name) => root.querySelector(`[data-part="${name}"]`);
  const rotors = walk.rotors.slice();
  const tails = new Map();
  for (let u = 0; u + 1 < walk.first.length; u++) {
    for (let a = walk.first[u]; a < walk.first[u + 1]; a++) tails.set(a, u);
  }
  // Many parallel arcs may be drawn as one.
  const lines = [];
  for (const line of root.querySelectorAll("[data-arc]")) {
    const first = Number(line.dataset.arc);
    for (let a = first; a < first + Number(line.dataset.count || 1); a++) lines[a] = line;
  }
  let made = 0;
  let timer = null;

  const particle = () => (made === 0 ? walk.from : walk.heads[walk.steps[made - 1]]);
  const turned = (a, by) => {
    const u = tails.get(a);
    const [first, end] = [walk.first[u], walk.first[u + 1]];
    return first + ((a - first + by + end - first) % (end - first));
  };
  const mark = (a, on) => {
    lines[a].classList.toggle("rotor", on);
    lines[a].classList.toggle("still", !on);
  };
  const move = (u, to) => {
    mark(rotors[u], false);
    rotors[u] = to;
    mark(to, true);
  };
  const step = () => {
    if (made >= walk.steps.length) return;
    const a = walk.steps[made++];
    move(tails.get(a), turned(a, 1));
  };
  const back = () => {
    if (made === 0) return;
    const a = walk.steps[--made];
    move(tails.get(a), a);
  };
  const show = () => {
    for (const old of root.querySelectorAll(".here, .taken")) old.classList.remove("here", "taken");
    const vertex = root.querySelector(`[data-vertex="${particle()}"]`);
    vertex.classList.add("here");
    if (made > 0) lines[walk.steps[made - 1]].classList.add("taken");
    element("steps").textContent = String(made);
    element("at").textContent = vertex.dataset.name;
    const ended = made === walk.steps.length;
    element("end").textContent = !ended ? "" : walk.halts ? ", where it halts" : ", and the walk goes on beyond this page";
    element("back").disabled = element("reset").disabled = made === 0;
    element("step").disabled = ended;
    element("run").disabled = ended && timer === null;
    element("run").textContent = timer === null ? "Run" : "Stop";
  };
  const stop = () => {
    clearInterval(timer);
    timer = null;
  };
  const actions = {
    step() { stop(); step(); },
    back() { stop(); back(); },
    reset() { stop(); while (made > 0) back(); },
    run() {
      if (timer !== null) return stop();
      timer = setInterval(() => {
        step();
        if (made >= walk.steps.length) stop();
        show();
      }, 150);
    },
  };
  for (const [name, action] of Object.entries(actions)) {
    element(name).addEventListener("click", () => { action(); show(); });
  }
  document.addEventListener("keydown", (event) => {
    const action = { ArrowRight: "step", ArrowLeft: "back", Home: "reset" }[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    // Keys belong to the picture that has the focus; with nothing in focus, to the only picture there is.
    const alone = event.target === document.body && document.querySelectorAll(".arrival-picture").length === 1;
    if (!alone && !root.contains(event.target)) return;
    event.preventDefault();
    actions[action]();
    show();
  });
  show();
}
})();
