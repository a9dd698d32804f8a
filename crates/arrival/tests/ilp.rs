//! Integer programs, solved by a solver that knows nothing of rotors: their optimum is the walk.
//!
//! The solver is GLPK's `glpsol`; without it these tests fail and say how to get it.

#![allow(clippy::unwrap_used)]

use num_bigint::BigUint;
use rotor_generate::{Dice, Kinds, small_forest, small_graph};
use rotor_graph::{Exit, Instance, RotorWalk, StoppingGraph, VertexMap, parse};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// A way to write a program: ending, option of `glpsol`, writer.
type Notation = (&'static str, &'static str, fn(&Instance, &mut dyn std::io::Write) -> std::io::Result<()>);

const NOTATIONS: [Notation; 2] =
    [("lp", "--lp", rotor_format::ilp::write_lp), ("mps", "--freemps", rotor_format::ilp::write_mps)];

/// What `glpsol` finds: the value of the objective and of every variable, or that there is no solution.
type Found = Option<(u64, BTreeMap<String, u64>)>;

/// Writes the program of `instance` into `folder` and lets `glpsol` solve it.
fn solved(instance: &Instance, (ending, option, write): Notation, folder: &Path) -> Found {
    let [program, solution] = ["", ".out"].map(|suffix| folder.join(format!("program.{ending}{suffix}")));
    let mut text = Vec::new();
    write(instance, &mut text).unwrap();
    std::fs::write(&program, text).unwrap();
    // Its own simplification of integer programs tightens the bounds of a circulation for ever: do without.
    let mut command = Command::new("glpsol");
    command.args(["--nointopt", "--tmlim", "5", option]).arg(&program).arg("-o").arg(&solution);
    let output = command.output().unwrap_or_else(|error| {
        panic!("glpsol, of the GNU Linear Programming Kit, does not start ({error}); install glpk-utils")
    });
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{instance}{said}");
    let infeasible =
        ["PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION", "LP HAS NO PRIMAL FEASIBLE SOLUTION", "NO INTEGER FEASIBLE SOLUTION"];
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

#[test]
fn probe() {
    let mut dice = Dice::new(1_947);
    let folder = tempfile::tempdir().unwrap();
    for round in 0..400 {
        let instance = if round % 2 == 0 { small_forest(&mut dice) } else { small_graph(&mut dice) };
        let vertices: Vec<_> = instance.graph().vertices().collect();
        let start = dice.pick(&vertices).copied();
        let instance = instance.with_start(start).unwrap();
        let Some((exit, departures)) = walked(&instance, 300) else { continue };
        let steps: u64 = departures.as_slice().iter().sum();
        let t = std::time::Instant::now();
        let found = std::panic::catch_unwind(|| solved(&instance, NOTATIONS[0], folder.path()));
        println!("{round} {exit:?} arcs {} steps {steps} {:?} {:?}", instance.graph().arc_count(), found.as_ref().map(|f| f.as_ref().map(|f| f.0)).ok(), t.elapsed());
    }
}
