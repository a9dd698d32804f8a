//! Large claims: long numbers and deep graphs, in closed form, and how their checks are stopped.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use num_bigint::BigUint;
use num_traits::One;
use rotor_certify::{Unproved, certify};
use rotor_graph::{
    Claim, Count, Exit, FlowClaim, FlowShape, FlowsClaim, ForestClaim, GameClaim, Instance, Pair, PairEntry,
    PairTable, Player, ReturnFlows, Stop, StopAfter, Strategy, StrategySet, Tick, VertexId, VertexMap, parse,
};
use std::fmt::Write;

fn vertex(i: usize) -> VertexId {
    VertexId::new(i as u32)
}

/// The vertices 0, 1, …, with these arcs, and a sink after them.
fn path(inner: usize, row: impl Fn(usize) -> String) -> Instance {
    let mut text = String::new();
    (0..inner).for_each(|i| writeln!(text, "{i}: {}", row(i)).unwrap());
    writeln!(text, "sink {inner}").unwrap();
    parse(&text).unwrap()
}

/// "All vertices of the path exit at its sink", with +∞ for flows back and these flows ahead.
fn flows(inner: usize, has_arcs_back: bool, ahead: impl Fn(usize) -> Count) -> FlowsClaim {
    let mut flows = ReturnFlows::default();
    for i in 0..inner {
        let back = (has_arcs_back && i > 0).then(|| (vertex(i - 1), Count::Infinite));
        flows.push_vertex(back.into_iter().chain([(vertex(i + 1), ahead(i))]));
    }
    flows.push_vertex([]);
    FlowsClaim { traps: Vec::new(), exits: VertexMap::filled(inner + 1, Exit::Sink(vertex(inner))), flows }
}

fn forest(inner: usize) -> ForestClaim {
    let exits = VertexMap::filled(inner + 1, Exit::Sink(vertex(inner)));
    ForestClaim { traps: Vec::new(), exits, turns: VertexMap::filled(inner + 1, BigUint::ZERO) }
}

/// Vertex i of the chain goes back to 0 every other time: it is left 2^(n − i) times.
#[test]
fn a_chain_of_1000_takes_exactly_2_to_the_1001_minus_2_steps() {
    let inner = 1_000;
    let instance = path(inner, |i| format!("0 {}", i + 1));
    let mut departures: Vec<BigUint> = (0..inner).map(|i| BigUint::one() << (inner - i)).collect();
    departures.push(BigUint::ZERO);
    let steps = (BigUint::one() << (inner + 1)) - 2u32;
    let claim = |departures: &[BigUint], steps: Option<&BigUint>| {
        let departures = VertexMap::from_vec(departures.to_vec());
        let claim = FlowClaim::walk(vertex(0), vertex(inner), departures, steps.cloned());
        certify(&instance, claim, &mut ()).is_ok()
    };
    assert!(claim(&departures, Some(&steps)) && !claim(&departures, Some(&(&steps + 1u32))));
    for at in [0, 1, inner / 2, inner - 1] {
        let mut mutant = departures.clone();
        mutant[at] += 1u32;
        assert_eq!(claim(&mutant, None), at == 0, "only 0 has a loop to go round once more");
        assert!(!claim(&mutant, Some(&(&steps + 1u32))));
    }
}

/// On a path with two arcs back and then one ahead, r(i − 1, i) = 2·r(i, i + 1) + 1; everything behind comes back.
#[test]
fn return_flows_of_a_path_double_and_are_all_checked() {
    let inner = 1_000;
    let instance = path(inner, |i| if i == 0 { "1".to_owned() } else { format!("{}^2 {}", i - 1, i + 1) });
    let ahead = |i: usize| (BigUint::one() << (inner - i)) - 1u32;
    assert_eq!(ahead(inner - 1), BigUint::one(), "towards the sink");
    let claim = flows(inner, true, |i| ahead(i).into());
    certify(&instance, claim, &mut ()).unwrap_or_else(|e| panic!("{e}"));
    for wrong in [0, inner / 2, inner - 1] {
        let claim = flows(inner, true, |i| Count::from(ahead(i) + u32::from(i == wrong)));
        assert!(certify(&instance, claim, &mut ()).is_err());
    }
}

#[test]
fn a_path_of_a_hundred_thousand_vertices_takes_no_recursion() {
    let inner = 100_000;
    let instance = path(inner, |i| (i + 1).to_string());
    assert!(certify(&instance, flows(inner, false, |_| Count::one()), &mut ()).is_ok());
    assert!(certify(&instance, forest(inner), &mut ()).is_ok());
}

const INNER: usize = 50_000;

fn game() -> GameClaim {
    let table = |wins| {
        let pair = Pair { wins, flow: Count::one() };
        let entry = |i| PairEntry { from: vertex(i), to: vertex(i + 1), pair: pair.clone() };
        PairTable((0..INNER).map(entry).collect())
    };
    let strategy = |player| Strategy { player, decisions: Vec::new() };
    GameClaim {
        from: vertex(0),
        strategies: StrategySet::Start,
        endless_value: 0,
        value: 0,
        max: strategy(Player::Max),
        min: strategy(Player::Min),
        at_least: table(true),
        more_than: table(false),
    }
}

/// A claim of every kind but traps, which are checked as walks are; the last one is wrong.
fn claims() -> [Claim; 6] {
    let mut once = VertexMap::filled(INNER + 1, BigUint::one());
    once[vertex(INNER)] = BigUint::ZERO;
    let walk = FlowClaim::walk(vertex(0), vertex(INNER), once, Some(INNER.into()));
    let last = |i: usize| if i + 1 < INNER { Count::one() } else { Count::Infinite };
    [
        Claim::Flow(walk.clone()),
        Claim::Flow(FlowClaim { shape: FlowShape::Route, ..walk }),
        Claim::Forest(forest(INNER)),
        Claim::Game(game()),
        Claim::Flows(flows(INNER, false, |_| Count::one())),
        Claim::Flows(flows(INNER, false, last)),
    ]
}

/// Counts its ticks.
struct Counted(u64);

impl Tick for Counted {
    fn tick(&mut self, _: u64) -> Result<(), Stop> {
        self.0 += 1;
        Ok(())
    }
}

#[test]
fn a_check_that_is_stopped_says_neither_yes_nor_no() {
    let instance = path(INNER, |i| (i + 1).to_string());
    for (number, claim) in claims().into_iter().enumerate() {
        let mut counted = Counted(0);
        let verdict = certify(&instance, claim.clone(), &mut counted);
        assert_eq!(verdict.is_ok(), number < 5, "claim {number}: {:?}", verdict.err());
        let ticks = counted.0;
        assert!(ticks >= 4, "claim {number} is checked with {ticks} ticks");
        for last in [0, 1, 2, ticks / 2, ticks - 1] {
            let stopped = certify(&instance, claim.clone(), &mut StopAfter(last));
            let expected = Err(Unproved::Stopped(Stop::Interrupted));
            assert_eq!(stopped, expected, "claim {number}, stopped after {last} ticks");
        }
    }
}
