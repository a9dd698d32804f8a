//! Large claims: long numbers and deep graphs, in closed form.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use num_bigint::BigUint;
use num_traits::{One, Zero};
use rotor_certify::certify;
use rotor_graph::{
    Count, Exit, FlowsClaim, ForestClaim, Instance, ReturnFlows, VertexId, VertexMap, WalkClaim, parse,
};
use std::fmt::Write;

fn path(inner: usize, row: impl Fn(usize) -> String) -> Instance {
    let mut text = String::new();
    (0..inner).for_each(|i| writeln!(text, "{i}: {}", row(i)).unwrap());
    writeln!(text, "sink {inner}").unwrap();
    parse(&text).unwrap()
}

/// Vertex i of the chain goes back to 0 every other time: it is left 2^(n − i) times.
#[test]
fn a_chain_of_1000_takes_exactly_2_to_the_1001_minus_2_steps() {
    let inner = 1_000;
    let instance = path(inner, |i| format!("0 {}", i + 1));
    let mut departures: Vec<BigUint> = (0..inner).map(|i| BigUint::one() << (inner - i)).collect();
    departures.push(BigUint::zero());
    let steps = (BigUint::one() << (inner + 1)) - 2u32;
    let exit = VertexId::new(inner as u32);
    let claim = WalkClaim {
        from: VertexId::new(0),
        exit,
        departures: VertexMap::from_vec(departures),
        steps: Some(steps),
    };
    assert!(certify(&instance, claim.clone(), &mut ()).is_ok());
    for at in [0, 1, inner / 2, inner - 1] {
        let mut mutant = WalkClaim { steps: None, ..claim.clone() };
        mutant.departures.as_mut_slice()[at] += 1u32;
        assert_eq!(
            certify(&instance, mutant.clone(), &mut ()).is_ok(),
            at == 0,
            "only 0 has a loop to go round once more"
        );
        mutant.steps = claim.steps.as_ref().map(|n| n + 1u32);
        assert!(certify(&instance, mutant, &mut ()).is_err());
    }
    assert!(
        certify(&instance, WalkClaim { steps: claim.steps.map(|n| n + 1u32), ..claim }, &mut ()).is_err()
    );
}

/// On a path with two arcs back and then one ahead, r(i − 1, i) = 2·r(i, i + 1) + 1; everything behind comes back.
#[test]
fn return_flows_of_a_path_double_and_are_all_checked() {
    let inner = 1_000;
    let instance = path(inner, |i| if i == 0 { "1".to_owned() } else { format!("{}^2 {}", i - 1, i + 1) });
    let ahead = |i: usize| (BigUint::one() << (inner - i)) - 1u32;
    let vertex = |i: usize| VertexId::new(i as u32);
    let claim = |ahead: &dyn Fn(usize) -> BigUint| {
        let mut flows = ReturnFlows::default();
        for i in 0..inner {
            let back = (i > 0).then(|| (vertex(i - 1), Count::Infinite));
            flows.push_vertex(back.into_iter().chain([(vertex(i + 1), ahead(i).into())]));
        }
        flows.push_vertex([]);
        FlowsClaim {
            traps: Vec::new(),
            exits: VertexMap::filled(inner + 1, Exit::Sink(vertex(inner))),
            flows,
        }
    };
    assert_eq!(ahead(inner - 1), BigUint::one(), "towards the sink");
    certify(&instance, claim(&ahead), &mut ()).unwrap_or_else(|e| panic!("{e}"));
    for wrong in [0, inner / 2, inner - 1] {
        let off_by_one = |i: usize| if i == wrong { ahead(i) + 1u32 } else { ahead(i) };
        assert!(certify(&instance, claim(&off_by_one), &mut ()).is_err());
    }
}

#[test]
fn a_path_of_a_hundred_thousand_vertices_takes_no_recursion() {
    let inner = 100_000;
    let instance = path(inner, |i| (i + 1).to_string());
    let exits = VertexMap::filled(inner + 1, Exit::Sink(VertexId::new(inner as u32)));
    let mut flows = ReturnFlows::default();
    (0..inner).for_each(|i| flows.push_vertex([(VertexId::new(i as u32 + 1), Count::one())]));
    flows.push_vertex([]);
    assert!(
        certify(&instance, FlowsClaim { traps: Vec::new(), exits: exits.clone(), flows }, &mut ()).is_ok()
    );
    let turns = VertexMap::filled(inner + 1, BigUint::zero());
    assert!(certify(&instance, ForestClaim { traps: Vec::new(), exits, turns }, &mut ()).is_ok());
}
