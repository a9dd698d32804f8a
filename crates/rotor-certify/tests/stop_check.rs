//! Being stopped: a check that is stopped returns neither yes nor no, whatever kind of claim it looks at.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use num_bigint::BigUint;
use rotor_certify::{Unproved, certify};
use rotor_graph::{
    Claim, Count, Exit, FlowsClaim, ForestClaim, GameClaim, Instance, Pair, PairEntry, PairTable, Player,
    ReturnFlows, RouteClaim, Stop, StopAfter, Strategy, StrategySet, Tick, VertexId, VertexMap, WalkClaim,
    parse,
};
use std::fmt::Write;

const INNER: usize = 50_000;

/// One arc from each vertex to the next, up to a sink.
fn path() -> Instance {
    let mut text = String::new();
    (0..INNER).for_each(|i| writeln!(text, "{i}: {}", i + 1).unwrap());
    writeln!(text, "sink {INNER}").unwrap();
    parse(&text).unwrap()
}

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
    let mut particles = counts(0, 0);
    particles[from] = 1u32.into();
    let exits = VertexMap::filled(INNER + 1, Exit::Sink(exit));
    [
        Claim::Walk(WalkClaim { from, exit, departures: counts(1, 0), steps: steps.clone() }),
        Claim::Route(RouteClaim {
            particles,
            traps: Vec::new(),
            departures: counts(1, 0),
            sinks: counts(0, 1),
            trapped: Vec::new(),
            steps,
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
    let instance = path();
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
