//! Any small instance, solved by every solver within a budget: no panic, every answer certified, all answers the same.
#![no_main]

use arrival::{ExitRow, Options, Question, Solution, SolveError, solve_within, verify};
use libfuzzer_sys::fuzz_target;
use rotor_graph::{Exit, Instance, VertexId, parse_bytes};
use rotor_solve::Operations;
use rotor_solve::registry::SOLVERS;

const MOST_ARCS: u64 = 2_000;
const MOST_VERTICES: usize = 300;
const OPERATIONS: u64 = 200_000;

fuzz_target!(|data: &[u8]| {
    let Ok((instance, _)) = parse_bytes(data, MOST_ARCS) else { return };
    let graph = instance.graph();
    if graph.vertex_count() > MOST_VERTICES {
        return;
    }
    let exits = everyone_agrees(&instance, Question::All);
    let start = instance.start().or_else(|| graph.vertices().next());
    let Some(start) = start else { return };
    let exit = everyone_agrees(&instance, Question::From(start));
    if let (Some(exits), Some(exit)) = (exits, exit) {
        assert!(exit.iter().all(|row| exits.contains(row)), "one start and all starts disagree");
    }
});

/// The exits that every solver finds which takes the question and has budget enough; none if no solver has.
fn everyone_agrees(instance: &Instance, question: Question) -> Option<Vec<(VertexId, Exit)>> {
    let mut agreed = None;
    let names = SOLVERS.iter().map(|solver| Some(solver.id.to_owned()));
    for solver in std::iter::once(None).chain(names) {
        let options = Options { solver, ..Options::default() };
        let solution = match solve_within(instance, question, &options, &mut Operations(OPERATIONS)) {
            Ok(solution) => solution,
            Err(SolveError::NoSolver(_) | SolveError::OutOfBudget(_)) => continue,
            Err(error) => panic!("{error}"),
        };
        let exits = exits(&solution);
        assert_eq!(*agreed.get_or_insert_with(|| exits.clone()), exits, "{} disagrees", solution.solver());
        let words = solution.to_string();
        let upsets = |character: char| character != '\n' && character.is_control();
        assert!(!words.contains(upsets), "{words:?}");
        if let Some(certificate) = solution.certificate() {
            verify(instance, certificate.as_bytes()).expect("a certified answer has a valid certificate");
        }
    }
    agreed
}

fn exits(solution: &Solution<'_>) -> Vec<(VertexId, Exit)> {
    solution.exits().map(|ExitRow { from, exit, .. }| (from, exit)).collect()
}
