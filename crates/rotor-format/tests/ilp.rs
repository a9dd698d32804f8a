//! Integer programs, solved by a solver that knows nothing of rotors: their optimum is the walk.
//!
//! The solver is GLPK's `glpsol`; without it these tests fail and say how to get it.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use rotor_generate::{Dice, Kinds, small_forest, small_graph};
use rotor_graph::{Exit, Instance, RotorWalk, StoppingGraph, VertexMap, parse};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// What `glpsol` finds: the value of the objective and of every variable, or that there is no solution.
type Found = Option<(u64, BTreeMap<String, u64>)>;

/// Writes the program of `instance` into `folder` and lets `glpsol` solve it.
fn solved(instance: &Instance, folder: &Path) -> Found {
    let [program, solution] = ["lp", "out"].map(|ending| folder.join(format!("program.{ending}")));
    let mut text = Vec::new();
    rotor_format::ilp::write_lp(instance, &mut text).unwrap();
    std::fs::write(&program, text).unwrap();
    // Its own simplification of integer programs tightens the bounds of a circulation for ever: do without.
    let mut command = Command::new("glpsol");
    command.args(["--nointopt", "--tmlim", "60", "--lp"]).arg(&program).arg("-o").arg(&solution);
    let output = command.output().unwrap_or_else(|error| {
        panic!("glpsol, of the GNU Linear Programming Kit, does not start ({error}); install glpk-utils")
    });
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{instance}{said}");
    let infeasible = [
        "PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION",
        "LP HAS NO PRIMAL FEASIBLE SOLUTION",
        "NO INTEGER FEASIBLE SOLUTION",
    ];
    if infeasible.iter().any(|words| said.contains(words)) {
        return None;
    }
    assert!(said.contains("INTEGER OPTIMAL SOLUTION FOUND"), "{instance}{said}");
    Some(read_solution(&std::fs::read_to_string(&solution).unwrap()))
}

/// The objective and the columns of a solution as `glpsol` prints it.
fn read_solution(text: &str) -> (u64, BTreeMap<String, u64>) {
    let objective = text.lines().find_map(|line| line.strip_prefix("Objective:  departures = ")).unwrap();
    let objective = objective.split_whitespace().next().unwrap().parse().unwrap();
    let columns = text.lines().skip_while(|line| !line.contains("Column name")).skip(2);
    let value = |line: &str| {
        let words: Vec<_> = line.split_whitespace().collect();
        (words[1].to_owned(), words[3].parse().unwrap())
    };
    (objective, columns.take_while(|line| !line.is_empty()).map(value).collect())
}

/// The plain walk from the start: where it halts and how often it leaves each vertex, if it makes at most `most` steps.
fn walked(instance: &Instance, most: u64) -> Option<(Exit, VertexMap<u64>)> {
    let stopping = StoppingGraph::of(instance.graph());
    let mut walk = RotorWalk::new(&stopping, instance.rotors(), instance.start().unwrap());
    let mut departures = VertexMap::filled(instance.graph().vertex_count(), 0);
    walk.run_counting(most, &mut departures);
    Some((stopping.exit_at(walk.particle())?, departures))
}

/// Solves the program and compares with the walk. Whether the walk ends on a sink; none if it is too long.
fn agrees(instance: &Instance, folder: &Path) -> Option<bool> {
    let (exit, departures) = walked(instance, 500)?;
    let steps: u64 = departures.as_slice().iter().sum();
    let graph = instance.graph();
    let found = solved(instance, folder);
    let Exit::Sink(sink) = exit else {
        assert_eq!(found, None, "the walk never exits\n{instance}");
        return Some(false);
    };
    let (optimum, values) = found.unwrap_or_else(|| panic!("{steps} steps solve\n{instance}"));
    assert_eq!(optimum, steps, "{instance}");
    // The least flow is the least in every coordinate, so no other flow is as short.
    for u in graph.vertices().filter(|&u| !graph.is_sink(u)) {
        assert_eq!(values[&format!("x{}", u.index())], departures[u], "{instance}");
        for a in graph.out_arcs(u).filter(|&a| graph.is_sink(graph.head(a))) {
            let uses = values[&format!("y{}", a.index())];
            assert!(uses == 0 || (uses, graph.head(a)) == (1, sink), "{instance}");
        }
    }
    Some(true)
}

/// The instance with each of its vertices as the start in turn.
fn starts(instance: &Instance) -> impl Iterator<Item = Instance> + '_ {
    instance.graph().vertices().map(|u| instance.clone().with_start(Some(u)).unwrap())
}

#[test]
fn the_optimum_is_the_walk_and_traps_have_no_solution() {
    let mut dice = Dice::new(1_947);
    let mut kinds = Kinds::default();
    let (mut exits, mut trapped) = (0, 0);
    let folder = tempfile::tempdir().unwrap();
    for round in 0..120 {
        let instance = if round % 2 == 0 { small_forest(&mut dice) } else { small_graph(&mut dice) };
        kinds.see(&instance);
        let vertices: Vec<_> = instance.graph().vertices().collect();
        let instance = instance.with_start(dice.pick(&vertices).copied()).unwrap();
        match agrees(&instance, folder.path()) {
            Some(true) => exits += 1,
            Some(false) => trapped += 1,
            None => {}
        }
    }
    assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
    assert!(exits >= 60 && trapped >= 20, "{exits} exits, {trapped} in traps");
}

#[test]
fn the_optimum_of_every_start_of_every_figure_is_its_walk() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/paper");
    let folder = tempfile::tempdir().unwrap();
    let mut solved = 0;
    for entry in std::fs::read_dir(corpus).unwrap() {
        let figure = parse(&std::fs::read_to_string(entry.unwrap().path()).unwrap()).unwrap();
        for instance in starts(&figure) {
            assert_eq!(agrees(&instance, folder.path()), Some(true), "{instance}");
            solved += 1;
        }
    }
    assert!(solved > 50, "only {solved} starts");
}

#[test]
fn a_thousand_steps_are_solved_as_well_as_one() {
    // 2¹⁰ − 2 steps: vertex i goes back to 0 every other time.
    let rows: String = (0..9).map(|i| format!("{i}: 0 {}\n", i + 1)).collect();
    let instance = parse(&format!("{rows}sink 9\nstart 0")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (optimum, values) = solved(&instance, folder.path()).unwrap();
    assert_eq!((optimum, values["x0"], values["x8"]), (1022, 512, 2));
}
