//! Races: who answers, what that costs at most, and that they can be stopped at every tick.

use crate::cost::{Paid, member};
use crate::streams::{copies_on_a_hub, particles, small_member, with_two_apexes};
use num_bigint::BigUint;
use num_traits::One;
use rotor_certify::certify;
use rotor_generate::{Dice, budget, small_blocks, small_graph};
use rotor_graph::{
    BlockTree, Claim, Event, Instance, Stop, StopAfter, StoppingGraph, Tick, VertexId, VertexMap,
};
use rotor_solve::general::{
    block_flows, exit_by_blocks, exit_by_flow, forest_by_blocks, forest_by_flows, proved_block_flows,
    route_by_flow, run_by_blocks, switching_flow,
};
use rotor_solve::particles::{Routed, route_in_bulk};
use rotor_solve::simulate;
use std::collections::BTreeMap;

/// Counts operations up to a limit, and keeps who is said to have answered.
struct Heard {
    left: u64,
    ticks: u64,
    who: String,
}

impl Heard {
    fn with(left: u64) -> Self {
        Self { left, ticks: 0, who: String::new() }
    }
}

impl Tick for Heard {
    fn tick(&mut self, operations: u64) -> Result<(), Stop> {
        self.ticks += 1;
        self.left = self.left.checked_sub(operations).ok_or(Stop::Operations)?;
        Ok(())
    }

    fn observe(&mut self, event: Event<'_>) {
        if let Event::Detail(words) = event {
            let words = words.to_string();
            if let Some(who) = words.strip_prefix("answered by ") {
                self.who = who.to_owned();
            }
        }
    }
}

const SHORT: &str = "a short walk";
const WALK: &str = "the walk, in turns with a flow";
const FLOW: &str = "a flow, in turns with the walk";

/// Families with parameters and seeds, and who answers from the start.
const WHO: &[(&str, &str, u64, &str)] = &[
    ("path", "n 200", 1, SHORT),
    ("binary-tree", "n 300 parallel 2", 2, SHORT),
    ("grid", "w 20 h 20", 3, SHORT),
    ("torus", "n 12 h 12", 4, SHORT),
    ("random-out", "n 400", 5, SHORT),
    ("small-world", "n 200", 6, SHORT),
    ("preferential", "n 200", 7, SHORT),
    ("planar", "", 8, SHORT),
    ("ladder", "n 200 parallel 3", 9, SHORT),
    ("ladder", "n 20 parallel 2", 10, SHORT),
    ("chain", "n 12", 11, FLOW),
    ("chain", "n 200", 12, FLOW),
    ("back", "n 150", 13, FLOW),
    ("two", "n 160 ahead 0", 14, FLOW),
    ("series", "copies 4 size 30 ahead 0", 15, FLOW),
    ("series", "copies 2 size 6 ahead 0", 16, SHORT),
    ("nested", "n 60", 17, FLOW),
    ("layers", "n 80", 18, WALK),
    ("two-sided", "n 41 x 3 y 1", 19, FLOW),
    ("expchain", "n 16", 20, FLOW),
    ("wells", "width 2 wells 6 depth 8 drift 2", 21, WALK),
    ("wells", "width 1 wells 8 depth 12 drift 2", 22, FLOW),
    ("switch", "n 40", 23, SHORT),
    ("wells", "width 3 wells 12 depth 8 drift 2", 24, WALK),
    ("ladder", "n 600 parallel 1", 2, WALK),
    ("grid", "w 60 h 60", 25, SHORT),
    ("complete", "n 60", 26, SHORT),
];

fn start(instance: &Instance) -> VertexId {
    instance.start().unwrap_or(VertexId::new(0))
}

/// More than any of these races costs.
const PLENTY: u64 = 1 << 40;

#[test]
fn the_same_one_wins_every_race() {
    let mut others = Vec::new();
    for &(family, given, seed, who) in WHO {
        let instance = member(family, given, seed);
        let mut heard = Heard::with(PLENTY);
        let stopping = StoppingGraph::of(instance.graph());
        exit_by_flow(&stopping, instance.rotors(), start(&instance), &mut heard).unwrap();
        if heard.who != who {
            others.push((family, given, heard.who, who));
        }
    }
    assert!(others.is_empty(), "others answer now: {others:#?}");
}

#[test]
fn a_race_costs_little_more_than_its_cheapest_way() {
    let [mut by_walk, mut by_flow] = [0; 2];
    for &(family, given, seed, _) in WHO {
        let instance = member(family, given, seed);
        let (graph, rotors, from) = (instance.graph(), instance.rotors(), start(&instance));
        let stopping = StoppingGraph::of(graph);
        let mut one = VertexMap::filled(graph.vertex_count(), BigUint::ZERO);
        one[from] = BigUint::one();
        let [mut raced, mut searched] = [Heard::with(PLENTY), Heard::with(PLENTY)];
        exit_by_flow(&stopping, rotors, from, &mut raced).unwrap();
        switching_flow(&stopping, rotors, &one, &mut searched).unwrap();
        let [raced, searched] = [raced, searched].map(|heard| PLENTY - heard.left);
        let mut walked = Heard::with(10 * raced);
        let walk = simulate(&stopping, rotors, from, &mut walked).map(|_| 10 * raced - walked.left);
        let first_walk = 16 * graph.vertex_count() as u64 + 1_000;
        // A walk that wins with L operations has staked 1.5 L at most. A search of S has staked S and what its last step has
        // announced, which is at most as much again, and some of its steps were made twice.
        let stake = 4 * searched;
        let cheapest = walk.map_or(stake, |walk| stake.min(3 * walk));
        assert!(
            raced <= cheapest + first_walk + (1 << 16),
            "{family} {given}: {raced}, {walk:?}, {searched}"
        );
        if walk.is_ok_and(|walk| walk < searched) { by_walk += 1 } else { by_flow += 1 }
    }
    assert!(by_walk > 5 && by_flow > 5, "{by_walk} {by_flow}");
}

#[test]
fn memory_that_runs_out_ends_a_search_and_not_the_race() {
    /// Refuses all memory.
    struct NoMemory(Heard);
    impl Tick for NoMemory {
        fn tick(&mut self, operations: u64) -> Result<(), Stop> {
            self.0.tick(operations)
        }
        fn reserve(&mut self, _: u64) -> Result<(), Stop> {
            Err(Stop::Memory)
        }
        fn observe(&mut self, event: Event<'_>) {
            self.0.observe(event);
        }
    }
    let walked = member("ladder", "n 600 parallel 1", 2);
    let long = member("chain", "n 200", 12);
    let exit = |instance: &Instance, tick: &mut NoMemory| {
        let stopping = StoppingGraph::of(instance.graph());
        exit_by_flow(&stopping, instance.rotors(), start(instance), tick)
    };
    let mut tick = NoMemory(Heard::with(PLENTY));
    assert!(exit(&walked, &mut tick).unwrap().is_run);
    assert_eq!(tick.0.who, WALK);
    assert_eq!(exit(&long, &mut NoMemory(Heard::with(1 << 24))), Err(Stop::Operations));
    // A search that is alone has nobody to leave the answer to.
    let stopping = StoppingGraph::of(long.graph());
    let mut one = VertexMap::filled(long.graph().vertex_count(), BigUint::ZERO);
    one[start(&long)] = BigUint::one();
    let alone = switching_flow(&stopping, long.rotors(), &one, &mut NoMemory(Heard::with(PLENTY)));
    assert_eq!(alone, Err(Stop::Memory));
}

/// Where particles are put, one of which stands alone.
struct Asked {
    from: VertexId,
    one: VertexMap<BigUint>,
    many: VertexMap<BigUint>,
}

/// A solver of general graphs, and what it claims.
type Solver = fn(&Instance, &StoppingGraph<'_>, &Asked, &mut dyn Tick) -> Result<Claim, Stop>;

const SOLVERS: &[(&str, Solver)] = &[
    ("exit by flow", |instance, stopping, asked, tick| {
        Ok(exit_by_flow(stopping, instance.rotors(), asked.from, tick)?.into_claim(stopping))
    }),
    ("exit by flow alone", |instance, stopping, asked, tick| {
        let flow = switching_flow(stopping, instance.rotors(), &asked.one, tick)?;
        let particles = asked.one.clone();
        let (departures, is_run, components) = (flow.departures, flow.is_run, flow.components);
        let routed = Routed { particles, departures, is_run, components };
        Ok(Claim::Flow(routed.into_claim(stopping, instance.rotors())))
    }),
    ("exit by blocks", |instance, stopping, asked, tick| {
        Ok(exit_by_blocks(stopping, instance.rotors(), asked.from, tick)?.into_claim(stopping))
    }),
    ("exit by blocks alone", |instance, stopping, asked, tick| {
        Ok(run_by_blocks(stopping, instance.rotors(), asked.from, tick)?.into_claim(stopping))
    }),
    ("route by flow", |instance, stopping, asked, tick| {
        let routed = route_by_flow(stopping, instance.rotors(), &asked.many, tick)?;
        Ok(Claim::Flow(routed.into_claim(stopping, instance.rotors())))
    }),
    ("route in bulk", |instance, stopping, asked, tick| {
        let routed = route_in_bulk(stopping, instance.rotors(), &asked.many, tick)?;
        Ok(Claim::Flow(routed.into_claim(stopping, instance.rotors())))
    }),
    ("forest by flows", |instance, stopping, _, tick| {
        Ok(Claim::Forest(forest_by_flows(stopping, instance.rotors(), tick)?.into_claim(stopping)))
    }),
    ("forest by blocks", |instance, stopping, _, tick| {
        let tree = BlockTree::of(stopping);
        Ok(Claim::Forest(forest_by_blocks(&tree, instance.rotors(), tick)?.into_claim(stopping)))
    }),
    ("blocks alone", |instance, stopping, _, tick| {
        Ok(Claim::Forest(block_flows(stopping, instance.rotors(), tick)?.forest.into_claim(stopping)))
    }),
    ("blocks, proved", |instance, stopping, _, tick| {
        Ok(Claim::Blocks(proved_block_flows(stopping, instance.rotors(), tick)?))
    }),
];

/// Stops solvers that take at most `most` operations at some of their ticks: each time they are stopped, or the checker proves what they claim. Counts both.
fn stop_at_some_ticks(
    instance: &Instance,
    asked: &Asked,
    solvers: &[(&'static str, Solver)],
    dice: &mut Dice,
    counts: &mut BTreeMap<&'static str, [u32; 2]>,
    most: u64,
) {
    let stopping = StoppingGraph::of(instance.graph());
    for &(name, solver) in solvers {
        // What takes long is not waited for.
        let mut heard = Heard::with(most);
        if solver(instance, &stopping, asked, &mut heard).is_err() {
            continue;
        }
        let ticks = heard.ticks as u32;
        let some = (0..6).map(|_| dice.below(ticks.max(1)));
        for at in some.chain([0, ticks.saturating_sub(1)]).filter(|&at| at < ticks) {
            let count = counts.entry(name).or_default();
            match solver(instance, &stopping, asked, &mut StopAfter(at.into())) {
                Err(why) => {
                    assert_eq!(why, Stop::Interrupted, "{name}, {at} of {ticks} ticks, on\n{instance}");
                    count[0] += 1;
                }
                Ok(claim) => {
                    let is_proved = certify(instance, claim, &mut ()).is_ok();
                    assert!(is_proved, "{name}, {at} of {ticks} ticks, on\n{instance}");
                    count[1] += 1;
                }
            }
        }
    }
}

/// A particle on `from`, and many in many places.
fn asked(instance: &Instance, from: VertexId, dice: &mut Dice) -> Asked {
    let mut one = VertexMap::filled(instance.graph().vertex_count(), BigUint::ZERO);
    one[from] = BigUint::one();
    let many = particles(instance, dice.chance(0.5), dice);
    Asked { from, one, many }
}

#[test]
fn solvers_of_general_graphs_stop_at_every_tick() {
    let mut dice = Dice::new(193);
    let mut counts = BTreeMap::new();
    for index in 0..budget(120) {
        let instance = match index % 5 {
            0 => small_graph(&mut dice),
            1 => small_blocks(&mut dice, 5, 0.3),
            2 => small_member(&mut dice),
            3 => with_two_apexes(&mut dice),
            _ => copies_on_a_hub(&mut dice),
        };
        let from = VertexId::new(dice.below(instance.graph().vertex_count() as u32));
        let asked = asked(&instance, from, &mut dice);
        stop_at_some_ticks(&instance, &asked, SOLVERS, &mut dice, &mut counts, 300_000);
    }
    // Those that are long to walk, where a search has much to do after the ends are known.
    for &(family, given, seed, _) in WHO.iter().filter(|row| row.3 == FLOW) {
        let instance = member(family, given, seed);
        let asked = asked(&instance, start(&instance), &mut dice);
        stop_at_some_ticks(&instance, &asked, &SOLVERS[..2], &mut dice, &mut counts, 5_000_000);
    }
    if budget(120) >= 120 {
        let few: Vec<_> = counts.iter().filter(|(_, count)| count[0] < 100).collect();
        assert!(few.is_empty() && counts.len() == SOLVERS.len(), "rarely stopped: {few:?} of {counts:?}");
        assert!(counts["exit by flow"][1] > 10, "once the end is known, a flow shows it: {counts:?}");
    }
}

#[test]
fn small_blocks_are_raced_against_the_walk() {
    let instance = member("expchain", "n 16", 20);
    let stopping = StoppingGraph::of(instance.graph());
    let mut heard = Heard::with(PLENTY);
    let found = exit_by_blocks(&stopping, instance.rotors(), start(&instance), &mut heard).unwrap();
    let mut paid = Paid::default();
    let walked = simulate(&stopping, instance.rotors(), found.from, &mut paid).unwrap();
    assert_eq!((found.halt, found.departures, heard.who.as_str()), (walked.halt, walked.departures, FLOW));
    assert!(PLENTY - heard.left < paid.operations);
}
