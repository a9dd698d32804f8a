//! The algebra: orders, invariant factors and certified generators of large graphs.

use crate::clock::time;
use num_bigint::{BigInt, BigUint};
use rotor_algebra::{
    Ground, Order, Tour, aggregate, aggregate_by_walking, fire_plainly, group_of, harmonic_measure,
    harmonic_measure_in_floats, identity, invariant_factors, moment, order_of, stabilise, tour,
};
use rotor_certify::{
    certify_aggregate_within, certify_group, certify_harmonic, certify_identity, certify_moment,
    certify_stabilisation,
};
use rotor_generate::{Chain, Dice, ExponentialPath, Grid};
use rotor_graph::{Instance, Multigraph, Names, VertexId, VertexMap};
use rotor_solve::Unlimited;
use std::process::Command;
use std::time::Duration;

/// Prints each measurement as a line.
pub(crate) fn run() {
    groups();
    piles();
    aggregates();
    probabilities();
    moments();
    beside_python();
}

/// The same tasks by sympy and by plain Python, as large as these finish in some seconds.
fn beside_python() {
    let compare = |task: &str, sizes: [u32; 2], took: Duration| {
        let sizes = sizes.map(|size| size.to_string());
        let arguments = ["bench/peers/algebra.py", task, &sizes[0], &sizes[1]];
        let peer = Command::new("python3").args(arguments).output().ok().filter(|peer| peer.status.success());
        let theirs = peer.and_then(|peer| String::from_utf8_lossy(&peer.stdout).trim().parse::<f64>().ok());
        let theirs = theirs.map_or("could not be had".to_owned(), |seconds| format!("{seconds:.3}s"));
        println!("{task} {}: {took:.2?}; Python {theirs}", sizes.join(" "));
    };
    for [w, h] in [[10, 10], [20, 20]] {
        let grid = grid(w, h);
        compare("order", [w, h], time(|| order_of(grid.graph(), &mut Unlimited)).1);
    }
    // Of 15 × 20 vertices sympy has no factors after 100 seconds.
    let tiny = grid(10, 10);
    compare("factors", [10, 10], time(|| invariant_factors(tiny.graph(), &mut Unlimited)).1);
    let small = grid(15, 20);
    let from = VertexId::new(150);
    compare("probabilities", [15, 20], time(|| harmonic_measure(small.graph(), from, &mut Unlimited)).1);
    let sandbox = sandbox(100, 100);
    let mut chips = VertexMap::filled(sandbox.graph().vertex_count(), BigInt::default());
    chips[VertexId::new(5_050)] = 20_000.into();
    compare("stabilise", [100, 20_000], time(|| stabilise(sandbox.graph(), &chips, &mut Unlimited)).1);
    compare("identity", [100, 0], time(|| identity(sandbox.graph(), &mut Unlimited)).1);
}

/// A random graph in which each of `n` vertices has `degree` arcs to any vertex, the first one also one to a sink.
fn random_graph(n: u32, degree: u32, seed: u64) -> Instance {
    let mut dice = Dice::new(seed);
    let (mut first, mut heads, mut names) = (vec![0], Vec::new(), Names::default());
    for u in 0..n {
        heads.extend((0..degree).map(|_| VertexId::new(dice.below(n))));
        if u == 0 {
            heads.push(VertexId::new(n));
        }
        first.push(heads.len() as u32);
        names.push(&u.to_string());
    }
    first.push(heads.len() as u32);
    names.push("s");
    let graph = Multigraph::from_rows(first, heads).expect("every head is a vertex");
    Instance::new(graph, names).expect("every vertex has a name")
}

fn grid(w: u32, h: u32) -> Instance {
    Grid { w, h, parallel: 1 }.build(&mut Dice::new(1)).expect("the sizes are in range")
}

fn groups() {
    let cases = [
        ("grid 30×30", grid(30, 30)),
        ("grid 20×50", grid(20, 50)),
        ("3-out 1000", random_graph(1_000, 3, 1)),
    ];
    for (name, instance) in cases {
        let (factors, took) = time(|| invariant_factors(instance.graph(), &mut Unlimited));
        let factors = factors.expect("there is no limit");
        let bits = factors.last().map_or(0, |factor| factor.bits());
        println!("factors of {name}: {} of them, the last of {bits} bits, {took:.2?}", factors.len());
    }
    for (name, instance) in [("grid 40×50", grid(40, 50)), ("3-out 2000", random_graph(2_000, 3, 1))] {
        let (order, took) = time(|| order_of(instance.graph(), &mut Unlimited));
        let bits = if let Ok(Order::Finite(order)) = order { order.bits() } else { 0 };
        println!("order of {name}: {bits} bits, {took:.2?}");
    }
    for (name, instance) in
        [("grid 15×20", grid(15, 20)), ("3-out 300", random_graph(300, 3, 1)), ("grid 30×30", grid(30, 30))]
    {
        let (group, found) = time(|| group_of(instance.graph(), &mut Unlimited));
        let group = group.expect("there is no limit");
        let (proved, checked) = time(|| certify_group(&instance, group).is_ok());
        println!("generators of {name}: {found:.2?}, certified ({proved}) in {checked:.2?}");
    }
}

/// A grid all of whose border leads to one sink, as sandpiles are usually drawn.
fn sandbox(w: u32, h: u32) -> Instance {
    let (mut first, mut heads, mut names) = (vec![0], Vec::new(), Names::default());
    for y in 0..h {
        for x in 0..w {
            let at = |x: Option<u32>, y: Option<u32>| match (x.filter(|&x| x < w), y.filter(|&y| y < h)) {
                (Some(x), Some(y)) => y * w + x,
                _ => w * h,
            };
            let (left, up) = (x.checked_sub(1), y.checked_sub(1));
            let neighbours =
                [at(left, Some(y)), at(Some(x), up), at(Some(x + 1), Some(y)), at(Some(x), Some(y + 1))];
            heads.extend(neighbours.map(VertexId::new));
            first.push(heads.len() as u32);
            names.push(&format!("{x},{y}"));
        }
    }
    first.push(heads.len() as u32);
    names.push("s");
    let graph = Multigraph::from_rows(first, heads).expect("every head is a vertex");
    Instance::new(graph, names).expect("every vertex has a name")
}

fn piles() {
    for (side, count) in [(100u32, 20_000u32), (400, 60_000), (1_000, 1_000_000)] {
        let sandbox = sandbox(side, side);
        let mut chips = VertexMap::filled(sandbox.graph().vertex_count(), BigInt::default());
        chips[VertexId::new(side / 2 * side + side / 2)] = count.into();
        let (claim, found) = time(|| stabilise(sandbox.graph(), &chips, &mut Unlimited));
        let claim = claim.expect("there is no limit");
        let (proved, checked) = time(|| certify_stabilisation(&sandbox, claim).is_ok());
        let (_, plain) = time(|| fire_plainly(sandbox.graph(), &chips, &mut Unlimited));
        println!(
            "{count} chips in the middle of {side}×{side}: {found:.2?}, certified ({proved}) in {checked:.2?}; \
             plain loop {plain:.2?}"
        );
    }
    for side in [100, 200, 500] {
        let sandbox = sandbox(side, side);
        let (claim, found) = time(|| identity(sandbox.graph(), &mut Unlimited));
        let claim = claim.expect("there is no limit");
        let (proved, checked) = time(|| certify_identity(&sandbox, claim).is_ok());
        println!("identity of {side}×{side}: {found:.2?}, certified ({proved}) in {checked:.2?}");
    }
}

fn aggregates() {
    for particles in [20_000, 100_000, 1_000_000] {
        let (claim, found) = time(|| aggregate(Ground::Square, particles, &mut Unlimited));
        let claim = claim.expect("there is no limit");
        let (proved, checked) = time(|| certify_aggregate_within(claim, &mut || true).is_ok());
        println!("aggregate of {particles} on Z2: {found:.2?}, certified ({proved}) in {checked:.2?}");
    }
    let (_, walked) = time(|| aggregate_by_walking(Ground::Square, 100_000, &mut Unlimited));
    println!("the same of 100000 by walking: {walked:.2?}");
}

fn probabilities() {
    for (name, instance) in [("grid 15×20", grid(15, 20)), ("3-out 300", random_graph(300, 3, 1))] {
        let (claim, found) = time(|| harmonic_measure(instance.graph(), VertexId::new(7), &mut Unlimited));
        let claim = claim.expect("there is no limit");
        let bits = claim.denominator.bits();
        let proved = certify_harmonic(&instance, claim).is_ok();
        println!("exact probabilities on {name}: {found:.2?}, {bits} bits, certified ({proved})");
    }
    for (name, instance) in [("grid 316×316", grid(316, 316)), ("3-out 100000", random_graph(100_000, 3, 1))]
    {
        let from = VertexId::new(instance.graph().vertex_count() as u32 / 2);
        let (floats, found) =
            time(|| harmonic_measure_in_floats(instance.graph(), from, 1e-9, &mut Unlimited));
        let residual = floats.expect("there is no limit").residual;
        println!("probabilities in floats on {name}: {found:.2?}, off by {residual:.1e}");
    }
}

fn moments() {
    let path = ExponentialPath { n: 200, x: 2, y: 1 }.build().expect("the size is in range");
    let chain = Chain { n: 60 }.build().expect("the size is in range");
    for (name, instance) in
        [("exponential path 200", path), ("chain 60", chain), ("grid 30×30", grid(30, 30))]
    {
        let (graph, rotors) = (instance.graph(), instance.rotors());
        let from = instance.start().expect("families have a start");
        let (end, solved) = time(|| tour(graph, rotors, from, false, &mut Unlimited));
        let Ok(Tour::Exits(end)) = end else { continue };
        let half: BigUint = end.steps() >> 1;
        let (claim, found) = time(|| moment(graph, rotors, from, &half, &mut Unlimited));
        let proved = certify_moment(&instance, claim.expect("there is no limit")).is_ok();
        println!(
            "half of the walk on {name}: {found:.2?}, certified ({proved}); the run itself {solved:.2?}"
        );
    }
}
