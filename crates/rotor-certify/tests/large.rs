//! Large claims: long numbers and deep graphs, in closed form, and how their checks are stopped.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use num_bigint::BigUint;
use num_traits::{One, Zero};
use rotor_certify::{Unproved, certify};
use rotor_graph::{
    Claim, Count, Exit, FlowClaim, FlowShape, FlowsClaim, ForestClaim, GameClaim, Instance, Pair, PairEntry,
    PairTable, Player, ReturnFlows, Stop, StopAfter, Strategy, StrategySet, Tick, VertexId, VertexMap, parse,
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
    let claim = FlowClaim::walk(VertexId::new(0), exit, VertexMap::from_vec(departures), Some(steps));
    assert!(certify(&instance, claim.clone(), &mut ()).is_ok());
    for at in [0, 1, inner / 2, inner - 1] {
        let mut mutant = FlowClaim { steps: None, ..claim.clone() };
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
        certify(&instance, FlowClaim { steps: claim.steps.map(|n| n + 1u32), ..claim }, &mut ()).is_err()
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

const INNER: usize = 50_000;

fn vertex(i: usize) -> VertexId {
    VertexId::new(i as u32)
}

/// A number for every vertex of the path, and one for the sink.
fn counts(inner: u32, sink: u32) -> VertexMap<BigUint> {
    let mut counts = VertexMap::filled(INNER + 1, BigUint::from(inner));
    counts[vertex(INNER)] = sink.into();
    counts
}

fn flows(last: Count) -> Claim {
    let mut flows = ReturnFlows::default();
    (1..INNER).for_each(|i| flows.push_vertex([(vertex(i), Count::one())]));
    flows.push_vertex([(vertex(INNER), last)]);
    flows.push_vertex([]);
    let exits = VertexMap::filled(INNER + 1, Exit::Sink(vertex(INNER)));
    Claim::Flows(FlowsClaim { traps: Vec::new(), exits, flows })
}

fn game() -> Claim {
    let table = |wins| {
        let pair = || Pair { wins, flow: Count::one() };
        PairTable(
            (0..INNER).map(|i| PairEntry { from: vertex(i), to: vertex(i + 1), pair: pair() }).collect(),
        )
    };
    let strategy = |player| Strategy { player, decisions: Vec::new() };
    Claim::Game(GameClaim {
        from: vertex(0),
        strategies: StrategySet::Start,
        endless_value: 0,
        value: 0,
        max: strategy(Player::Max),
        min: strategy(Player::Min),
        at_least: table(true),
        more_than: table(false),
    })
}

/// A claim of every kind but traps, which are judged as walks are; the last one is wrong, so that it is judged by the book.
fn claims() -> [Claim; 6] {
    let (from, exit, steps) = (vertex(0), vertex(INNER), Some(INNER.into()));
    let exits = VertexMap::filled(INNER + 1, Exit::Sink(exit));
    [
        Claim::Flow(FlowClaim::walk(from, exit, counts(1, 0), steps.clone())),
        Claim::Flow(FlowClaim {
            shape: FlowShape::Route,
            ..FlowClaim::walk(from, exit, counts(1, 0), steps)
        }),
        Claim::Forest(ForestClaim { traps: Vec::new(), exits, turns: counts(0, 0) }),
        game(),
        flows(Count::one()),
        flows(Count::Infinite),
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
        let is_right = number < 5;
        assert_eq!(verdict.is_ok(), is_right, "claim {number}: {:?}", verdict.err());
        let ticks = counted.0;
        assert!(ticks >= 4, "claim {number} is checked with {ticks} ticks");
        for last in [0, 1, 2, ticks / 2, ticks - 1] {
            let stopped = certify(&instance, claim.clone(), &mut StopAfter(last));
            let expected = Err(Unproved::Stopped(Stop::Interrupted));
            assert_eq!(stopped, expected, "claim {number}, stopped after {last} ticks");
        }
    }
}
