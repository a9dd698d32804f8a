//! All exits: the answer of the fast solver is the one that the complete destination algorithm gives, row for row.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use arrival::{Context, Judged, Options, Question, Solution, SolveError, solve, solve_within};
use rotor_generate::{Dice, generate, small_forest, small_graph};
use rotor_graph::{Claim, Class, Classified, Instance, StoppingGraph};
use rotor_solve::tree::complete_destination;
use rotor_solve::{OutOfBudget, Unlimited};
use std::collections::BTreeMap;

/// Compares claim, class, traps and rows with those of the slow twins; returns the class.
fn agree(instance: &Instance) -> Class {
    let stopping = StoppingGraph::of(instance.graph());
    let classified = Classified::of(&stopping);
    let solution = solve(instance, Question::All).unwrap();
    assert_eq!(solution.sizes().class, classified.class(), "{instance}");
    assert_eq!(solution.traps(), stopping.traps().members(), "{instance}");
    let Some(tree) = classified.tree_like() else { return classified.class() };
    let slow = complete_destination(tree, instance.rotors(), &mut Unlimited).unwrap().into_claim(tree);
    assert_eq!(solution.claim(), Some(&Claim::Flows(slow)), "{instance}");
    assert_eq!((solution.solver(), solution.unchecked_because()), ("tree", None));
    let bare = Options { check: false, certificate: false, ..Options::default() };
    let bare = solve_within(instance, Question::All, &bare, &mut Context::default()).unwrap();
    let rows = |solution: &Judged<'_, Solution>| -> Vec<_> {
        solution.exits().map(|row| (row.from, row.exit)).collect()
    };
    assert_eq!(rows(&bare), rows(&solution), "{instance}");
    assert_eq!((bare.sizes(), bare.traps()), (solution.sizes(), solution.traps()));
    assert!(bare.claim().is_none() && bare.certificate().is_none());
    assert_eq!(bare.unchecked_because(), Some("the check was switched off"));
    classified.class()
}

#[test]
fn the_fast_way_claims_what_the_slow_way_claims() {
    let mut dice = Dice::new(1);
    let mut seen = BTreeMap::new();
    for round in 0..4_000 {
        let instance = if round % 4 == 0 { small_graph(&mut dice) } else { small_forest(&mut dice) };
        *seen.entry(agree(&instance)).or_insert(0) += 1;
    }
    for (family, n) in
        [("path", 50), ("expchain", 300), ("two-sided", 400), ("star", 60), ("caterpillar", 300)]
    {
        let given = BTreeMap::from([("n".to_owned(), n.to_string())]);
        *seen.entry(agree(&generate(family, &given, 1).unwrap())).or_insert(0) += 1;
    }
    println!("{seen:?}");
    assert!(seen.len() == Class::ALL.len() && seen.values().all(|&times| times > 1), "{seen:?}");
}

#[test]
fn time_that_is_over_while_the_sweeps_run_ends_them() {
    let given = BTreeMap::from([("n".to_owned(), "200000".to_owned())]);
    let tree = generate("tree", &given, 1).unwrap();
    let arcs = tree.graph().arc_count() as u64;
    for options in [Options::default(), Options { check: false, certificate: false, ..Options::default() }] {
        // What it costs to begin, and a few looks: the sweeps pass every vertex twice or more.
        let mut few = Context::default().with_operations(arcs + 150_000);
        let stopped = solve_within(&tree, Question::All, &options, &mut few);
        assert!(matches!(stopped, Err(SolveError::OutOfBudget(OutOfBudget::Operations))));
        let mut plenty = Context::default().with_operations(arcs + 1_000_000);
        assert!(solve_within(&tree, Question::All, &options, &mut plenty).is_ok());
        assert!(plenty.operations() > arcs + 200_000, "both sweeps were paid for: {}", plenty.operations());
    }
}
