//! The registry: every solver that takes a question gives the answer of the walk.

use crate::brute_force::{instances, walk};
use num_bigint::BigUint;
use rotor_generate::{Dice, Kinds, draw, small_forest, small_graph};
use rotor_graph::{Claim, Class, Classified, Rooted, StoppingGraph, VertexId, VertexMap, parse};
use rotor_solve::registry::{SOLVERS, markdown_table};
use rotor_solve::simulate;
use rotor_solve::{Operations, OutOfBudget, Solver, Task, Unlimited, choose};
use std::collections::{BTreeMap, BTreeSet};

/// The solvers that answer this question, each asked by name.
fn solvers(task: Task, class: Class) -> Vec<&'static Solver> {
    SOLVERS.iter().filter_map(|solver| choose(Some(solver.id), task, class).ok()).collect()
}

#[test]
fn every_solver_gives_the_answer_of_the_walk() {
    let mut dice = Dice::new(72);
    let mut kinds = Kinds::default();
    let mut taken: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for index in 0..instances(3_000) {
        let instance = match index % 8 {
            0 => draw("path", &[("n", 1 + dice.below(6))], &mut dice).unwrap(),
            1..4 => small_forest(&mut dice),
            _ => small_graph(&mut dice),
        };
        kinds.see(&instance);
        let (graph, rotors) = (instance.graph(), instance.rotors());
        let stopping = StoppingGraph::of(graph);
        let walks = VertexMap::from_vec(graph.vertices().map(|u| walk(&stopping, rotors, u)).collect());
        let from = VertexId::new(dice.below(graph.vertex_count() as u32));
        let reached = stopping.reached_from(from);
        let piece = Rooted::at(&reached, from);
        for solver in solvers(Task::Exit, piece.class()) {
            let found = solver.solve_exit(&piece, rotors, &mut Unlimited).unwrap();
            assert!(found.is_run && found.from == from, "{}\n{instance}", solver.id);
            assert_eq!(stopping.exit_at(found.halt), Some(walks[from].exit), "{}\n{instance}", solver.id);
            assert_eq!(found.departures, walks[from].departures, "{}\n{instance}", solver.id);
            taken.entry(solver.id).or_default().insert(Task::Exit.words());
        }
        let whole = Classified::of(&stopping);
        for solver in solvers(Task::ExitPattern, whole.class()) {
            let exits = match solver.solve_exit_pattern(&whole, rotors, &mut Unlimited).unwrap() {
                Claim::Flows(claim) => claim.exits,
                Claim::Forest(claim) => claim.exits,
                other => panic!("{other:?} does not tell all exits"),
            };
            assert!(
                graph.vertices().all(|u| exits[u] == walks[u].exit),
                "{} {exits:?}\n{instance}",
                solver.id
            );
            taken.entry(solver.id).or_default().insert(Task::ExitPattern.words());
        }
        let mut one = VertexMap::filled(graph.vertex_count(), BigUint::default());
        one[from] += 1u32;
        for solver in solvers(Task::Route, whole.class()) {
            let found = solver.solve_route(&whole, rotors, &one, &mut Unlimited).unwrap();
            assert_eq!(
                found.departures, walks[from].departures,
                "one particle walks: {}\n{instance}",
                solver.id
            );
            assert_eq!(found.steps(), walks[from].departures.as_slice().iter().sum(), "{}", solver.id);
        }
        let particles = VertexMap::from_vec(graph.vertices().map(|_| BigUint::from(dice.below(4))).collect());
        let mut routed = Vec::new();
        for solver in solvers(Task::Route, whole.class()) {
            let found = solver.solve_route(&whole, rotors, &particles, &mut Unlimited).unwrap();
            routed.push((solver.id, found.departures));
            taken.entry(solver.id).or_default().insert(Task::Route.words());
        }
        assert!(routed.windows(2).all(|two| two[0].1 == two[1].1), "{routed:?}\n{instance}");
    }
    assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
    for solver in SOLVERS {
        let asked = solver.answers().filter(|task| *task != Task::Game);
        let asked: BTreeSet<_> = asked.map(|task| task.words()).collect();
        assert_eq!(taken.get(solver.id).cloned().unwrap_or_default(), asked, "{}", solver.id);
    }
}

#[test]
fn a_walk_pays_for_every_step_and_for_no_more() {
    // 2¹⁷ − 1 departures from a come back, in as many round trips.
    let instance = parse("a: b^131071 s\nb: a\nsink s\nstart a").unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let from = instance.start().unwrap();
    let steps = 2 * 131_071 + 1;
    let walked = |most| simulate(&stopping, instance.rotors(), from, &mut Operations(most));
    let whole = walked(steps).unwrap();
    assert_eq!((whole.steps(), instance.name(whole.halt)), (steps.into(), "s"));
    assert_eq!(walked(steps - 1), Err(OutOfBudget::Operations));
}

#[test]
fn who_does_not_walk_is_done_where_the_walk_has_hardly_begun() {
    let path = draw("expchain", &[("n", 60)], &mut Dice::new(0)).unwrap();
    let stopping = StoppingGraph::of(path.graph());
    let from = path.start().unwrap();
    let piece = Rooted::at(&stopping, from);
    let mut few = Operations(1_000_000);
    for (id, is_done) in [("tree", true), ("flow", true), ("walk", false)] {
        let solver = choose(Some(id), Task::Exit, piece.class()).unwrap();
        let found = solver.solve_exit(&piece, path.rotors(), &mut few.clone());
        assert_eq!(found.is_ok(), is_done, "{id}");
    }
    for (id, is_done) in [("tree", true), ("flow", true), ("push", false)] {
        let solver = choose(Some(id), Task::ExitPattern, piece.class()).unwrap();
        let found = solver.solve_exit_pattern(&piece, path.rotors(), &mut few.clone());
        assert_eq!(found.is_ok(), is_done, "{id}");
    }
    let particles = VertexMap::filled(path.graph().vertex_count(), BigUint::from(7u32));
    for (id, is_done) in [("flow", true), ("bulk", false)] {
        let solver = choose(Some(id), Task::Route, piece.class()).unwrap();
        let found = solver.solve_route(&piece, path.rotors(), &particles, &mut few);
        assert_eq!(found.is_ok(), is_done, "{id}");
    }
    let simple = draw("path", &[("n", 60)], &mut Dice::new(0)).unwrap();
    let stopping = StoppingGraph::of(simple.graph());
    let particles = VertexMap::filled(simple.graph().vertex_count(), BigUint::from(7u32));
    let piece = Classified::of(&stopping);
    let solver = choose(None, Task::Route, piece.class()).unwrap();
    assert_eq!(solver.id, "path");
    let routed = solver.solve_route(&piece, simple.rotors(), &particles, &mut Operations(0));
    assert!(routed.is_ok(), "the closed form asks for nothing");
}

#[test]
fn the_table_of_solvers_has_a_row_for_each() {
    let table = markdown_table();
    assert_eq!(table.lines().count(), 2 + SOLVERS.len());
    assert!(
        table.contains(" | trapped, path, simple-tree-like, tree-like | one start, all starts | O(\\|A\\|) "),
        "{table}"
    );
    assert!(table.contains(" | any | one start, all starts, many particles | "), "{table}");
}
