//! Runs of one and of many particles on the classes that the general solver has bounds for, and on long graphs with valleys,
//! against bulk routing.

use crate::brute_force::{instances, walk};
use num_bigint::BigUint;
use num_traits::Zero;
use rotor_generate::{Dice, Kinds, generate, small_blocks, small_forest, walk_bound};
use rotor_graph::{Instance, StoppingGraph, VertexId, VertexMap, parse};
use rotor_solve::Unlimited;
use rotor_solve::general::{forest_by_flows, switching_flow};
use rotor_solve::particles::route_in_bulk;
use rotor_solve::push::push_to_forest;

/// Particles on some vertices, a few or up to 2^100.
fn some_particles(instance: &Instance, dice: &mut Dice) -> VertexMap<BigUint> {
    let most = if dice.chance(0.3) { 100 } else { 1 };
    let count = |_| match dice.chance(0.4) {
        true => BigUint::from(dice.below(5)) << dice.below(most),
        false => BigUint::zero(),
    };
    VertexMap::from_vec(instance.graph().vertices().map(count).collect())
}

/// The run found without walking is that of bulk routing, and the exits of all starts are those of cycle pushes.
fn agree(instance: &Instance, dice: &mut Dice, huge: &mut u32) {
    let stopping = StoppingGraph::of(instance.graph());
    let particles = some_particles(instance, dice);
    *huge += u32::from(particles.as_slice().iter().any(|count| count.bits() > 64));
    let found = switching_flow(&stopping, instance.rotors(), &particles, &mut Unlimited).unwrap();
    let run = route_in_bulk(&stopping, instance.rotors(), &particles, &mut Unlimited).unwrap();
    assert!(found.is_run, "{instance}");
    assert_eq!(found.departures, run.departures, "{particles:?} on\n{instance}");
    let pushed = push_to_forest(&stopping, instance.rotors(), &mut Unlimited).unwrap();
    let forest = forest_by_flows(&stopping, instance.rotors(), &mut Unlimited).unwrap();
    assert_eq!(forest.forest, pushed.forest, "{instance}");
}

/// Checks that all `agree` on as many instances as a deep run asks for, else 5,000; some kinds are `absent`: walks along hundreds
/// of parallel arcs are longer than is allowed here.
fn agree_on_all(seed: u64, absent: &[&str], mut draw: impl FnMut(&mut Dice) -> Instance) {
    let mut dice = Dice::new(seed);
    let mut kinds = Kinds::default();
    let (mut huge, mut drawn) = (0, 0);
    while drawn < instances(5_000) {
        let instance = draw(&mut dice);
        if walk_bound(instance.graph()) <= 20_000 {
            kinds.see(&instance);
            agree(&instance, &mut dice, &mut huge);
            drawn += 1;
        }
    }
    let mut missing = kinds.missing();
    missing.retain(|kind| !absent.contains(kind));
    assert!(missing.is_empty(), "never seen: {missing:?}");
    assert!(20 * huge > drawn as u32, "only {huge} of {drawn} with more particles than a word counts");
}

#[test]
fn trees_with_many_particles_agree_with_bulk_routing() {
    agree_on_all(141, &["large multiplicities"], small_forest);
}

#[test]
fn cacti_with_many_particles_agree_with_bulk_routing() {
    agree_on_all(142, &["large multiplicities"], |dice| small_blocks(dice, 5, 0.0));
}

#[test]
fn small_blocks_with_many_particles_agree_with_bulk_routing() {
    agree_on_all(143, &["large multiplicities"], |dice| small_blocks(dice, 5, 0.4));
}

/// A forest with two more vertices, each joined to some of it, both ways or one way.
fn with_two_apexes(dice: &mut Dice) -> Instance {
    let forest = small_forest(dice);
    let graph = forest.graph();
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    let mut apexes = [Vec::new(), Vec::new()];
    for u in graph.vertices().filter(|&u| !graph.is_sink(u)) {
        let mut row: Vec<String> = graph.heads(u).iter().map(|&v| forest.name(v).to_owned()).collect();
        for (number, apex) in apexes.iter_mut().enumerate() {
            if dice.chance(0.4) {
                row.push(format!("apex{number}"));
            }
            if dice.chance(0.4) {
                apex.push(forest.name(u).to_owned());
            }
        }
        rows.push((forest.name(u).to_owned(), row));
    }
    for (number, mut row) in apexes.into_iter().enumerate() {
        if row.is_empty() || dice.chance(0.3) {
            row.push("way-out".to_owned());
        }
        rows.push((format!("apex{number}"), row));
    }
    let mut text = String::new();
    for (name, row) in &mut rows {
        dice.shuffle(row);
        let rotor = dice.below(row.len() as u32) as usize;
        row[rotor].insert(0, '*');
        text += &format!("{name}: {}\n", row.join(" "));
    }
    for u in graph.vertices().filter(|&u| graph.is_sink(u)) {
        text += &format!("sink {}\n", forest.name(u));
    }
    parse(&format!("{text}sink way-out")).unwrap()
}

#[test]
fn trees_plus_two_apexes_agree_with_bulk_routing() {
    agree_on_all(144, &["large multiplicities", "no sink"], with_two_apexes);
}

/// Long enough for regions, and for the pieces in which a core is made least; short enough to walk through.
#[test]
fn long_graphs_with_valleys_have_the_run_of_their_walk() {
    let members = [
        ("wells", "width 2 wells 12 depth 6 drift 2"),
        ("wells", "width 2 wells 40 depth 5 drift 2"),
        ("wells", "width 3 wells 20 depth 6 drift 2"),
        ("ladder", "n 500 parallel 2"),
    ];
    let mut longest = BigUint::zero();
    for (family, given) in members {
        let words: Vec<_> = given.split(' ').map(str::to_owned).collect();
        let parameters = words.chunks(2).map(|two| (two[0].clone(), two[1].clone())).collect();
        for seed in 1..=4 {
            let instance = generate(family, &parameters, seed).unwrap();
            let stopping = StoppingGraph::of(instance.graph());
            let from = instance.start().unwrap_or(VertexId::new(0));
            let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::zero());
            particles[from] += 1u32;
            let found = switching_flow(&stopping, instance.rotors(), &particles, &mut Unlimited).unwrap();
            let walked = walk(&stopping, instance.rotors(), from);
            assert!(found.is_run);
            assert_eq!(found.departures, walked.departures, "{family} {given}, seed {seed}");
            longest = longest.max(walked.departures.as_slice().iter().sum());
        }
    }
    assert!(longest > BigUint::from(100_000u32), "the longest walk has {longest} steps");
}
