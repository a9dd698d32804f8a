//! Walks, pushes and bulk routing beside the search for a flow: what is easily walked costs little more than that.

use num_bigint::BigUint;
use num_traits::One;
use rotor_generate::{Dice, generate};
use rotor_graph::{Instance, StoppingGraph, VertexId, VertexMap, parse};
use rotor_solve::general::{exit_by_flow, forest_by_flows, route_by_flow};
use rotor_solve::particles::route_in_bulk;
use rotor_solve::push::push_to_forest;
use rotor_solve::simulate;
use rotor_solve::{Budget, Operations, OutOfBudget, Outcome};

/// Pays for everything, and keeps at most this many bytes.
struct Meter {
    operations: u64,
    most_bytes: u64,
    refused: bool,
}

impl Meter {
    fn new() -> Self {
        Self { operations: 0, most_bytes: u64::MAX, refused: false }
    }
}

impl Budget for Meter {
    fn spend(&mut self, operations: u64) -> Outcome<()> {
        self.operations += operations;
        Ok(())
    }

    fn check(&mut self) -> Outcome<()> {
        Ok(())
    }

    fn reserve(&mut self, bytes: u64) -> Outcome<()> {
        self.refused |= bytes > self.most_bytes;
        if bytes > self.most_bytes { Err(OutOfBudget::Memory) } else { Ok(()) }
    }
}

/// `arcs` arcs from every vertex to random ones, and one more to the sink from every vertex, or from the first alone.
fn dense(vertices: u32, arcs: u32, every: bool, dice: &mut Dice) -> Instance {
    let mut text = String::new();
    for u in 0..vertices {
        let heads: String = (0..arcs).map(|_| format!(" v{}", dice.below(vertices))).collect();
        text += &format!("v{u}:{heads}{}\n", if every || u == 0 { " s" } else { "" });
    }
    parse(&(text + "sink s\nstart v0")).unwrap()
}

/// A square grid whose last corner is its only sink; the walk starts in the first.
fn cornered_grid(side: usize) -> Instance {
    let mut text = String::new();
    for (i, j) in (0..side).flat_map(|i| (0..side).map(move |j| (i, j))).take(side * side - 1) {
        let around = [(i.wrapping_sub(1), j), (i, j + 1), (i + 1, j), (i, j.wrapping_sub(1))];
        let inside = around.into_iter().filter(|&(a, b)| a < side && b < side);
        text += &format!("v{i}_{j}:{}\n", inside.map(|(a, b)| format!(" v{a}_{b}")).collect::<String>());
    }
    parse(&format!("{text}sink v{0}_{0}\nstart v0_0", side - 1)).unwrap()
}

/// Dense graphs, grids with one sink, and a graph of valleys that guesses do not settle. F60, F70.
fn easily_walked() -> Vec<(&'static str, Instance)> {
    let mut dice = Dice::new(91);
    let wells = [("width", "2"), ("wells", "6"), ("depth", "8"), ("drift", "2")];
    let wells = wells.map(|(name, text)| (name.to_owned(), text.to_owned())).into_iter().collect();
    vec![
        ("dense, sinks everywhere", dense(400, 60, true, &mut dice)),
        ("dense, one way out", dense(150, 30, false, &mut dice)),
        ("grid", cornered_grid(24)),
        ("wells", generate("wells", &wells, 1).unwrap()),
    ]
}

/// That the answer costs at most this many times what plain work costs, slices and first looks apart.
fn is_little_more(name: &str, paid: u64, plain: u64, instance: &Instance) {
    let first_looks = 40 * (instance.graph().vertex_count() + instance.graph().arc_count()) as u64;
    assert!(paid <= 3 * plain + first_looks + (1 << 18), "{name}: {paid} operations instead of {plain}");
}

#[test]
fn what_is_easily_walked_costs_little_more_than_the_walk() {
    for (name, instance) in easily_walked() {
        let stopping = StoppingGraph::of(instance.graph());
        let from = instance.start().unwrap();
        let (mut plain, mut turns) = (Meter::new(), Meter::new());
        let walked = simulate(&stopping, instance.rotors(), from, &mut plain).unwrap();
        let found = exit_by_flow(&stopping, instance.rotors(), from, &mut turns).unwrap();
        assert!(found.is_run && found.halt == walked.halt && found.departures == walked.departures, "{name}");
        is_little_more(name, turns.operations, plain.operations, &instance);
    }
}

#[test]
fn what_is_easily_pushed_costs_little_more_than_the_pushes() {
    for (name, instance) in easily_walked() {
        let stopping = StoppingGraph::of(instance.graph());
        let (mut plain, mut turns) = (Meter::new(), Meter::new());
        let pushed = push_to_forest(&stopping, instance.rotors(), &mut plain).unwrap();
        let found = forest_by_flows(&stopping, instance.rotors(), &mut turns).unwrap();
        assert_eq!(found.forest, pushed.forest, "{name}");
        assert!(pushed.turns.iter().all(|(u, &turns)| found.turns[u] == turns.into()), "{name}");
        is_little_more(name, turns.operations, plain.operations, &instance);
    }
}

#[test]
fn what_is_easily_routed_in_bulk_costs_little_more_than_that() {
    const MOST: u64 = 5_000_000;
    let mut compared = 0;
    for (name, instance) in easily_walked() {
        let stopping = StoppingGraph::of(instance.graph());
        for many in [BigUint::one(), BigUint::from(1_000_000u32), BigUint::one() << 66u32] {
            let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::default());
            (0..9).for_each(|u| particles[VertexId::new(u)] = many.clone());
            let (mut plain, mut turns) = (Operations(MOST), Meter::new());
            let Ok(bulk) = route_in_bulk(&stopping, instance.rotors(), &particles, &mut plain) else {
                continue;
            };
            let found = route_by_flow(&stopping, instance.rotors(), &particles, &mut turns).unwrap();
            assert!(found.is_run && found.departures == bulk.departures, "{name}");
            is_little_more(name, turns.operations, MOST - plain.0, &instance);
            compared += 1;
        }
    }
    assert!(compared >= 4, "only {compared} were easy");
}

#[test]
fn unfinished_rows_count_as_memory_and_the_walk_goes_on() {
    // F71: the rows of this grid take more than half of the limit, and their fill the rest.
    let instance = cornered_grid(60);
    let stopping = StoppingGraph::of(instance.graph());
    let walked =
        simulate(&stopping, instance.rotors(), instance.start().unwrap(), &mut Meter::new()).unwrap();
    let mut budget = Meter { most_bytes: 600_000, ..Meter::new() };
    let found = exit_by_flow(&stopping, instance.rotors(), walked.from, &mut budget).unwrap();
    assert!(budget.refused, "the limit was not met");
    assert!(found.is_run && found.departures == walked.departures);
}
