//! The algebra: orders, invariant factors and certified generators of large graphs.

use rotor_algebra::{Order, group_of, invariant_factors, order_of};
use rotor_certify::certify_group;
use rotor_generate::{Dice, Grid};
use rotor_graph::{Instance, Multigraph, Names, VertexId};
use rotor_solve::Unlimited;
use std::time::Instant;

/// Prints each measurement as a line.
pub(crate) fn run() {
    groups();
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
        let start = Instant::now();
        let factors = invariant_factors(instance.graph(), &mut Unlimited).expect("there is no limit");
        let bits = factors.last().map_or(0, |factor| factor.bits());
        println!(
            "factors of {name}: {} of them, the last of {bits} bits, {:.2?}",
            factors.len(),
            start.elapsed()
        );
    }
    for (name, instance) in [("grid 40×50", grid(40, 50)), ("3-out 2000", random_graph(2_000, 3, 1))] {
        let start = Instant::now();
        let order = order_of(instance.graph(), &mut Unlimited).expect("there is no limit");
        let bits = if let Order::Finite(order) = order { order.bits() } else { 0 };
        println!("order of {name}: {bits} bits, {:.2?}", start.elapsed());
    }
    for (name, instance) in
        [("grid 15×20", grid(15, 20)), ("3-out 300", random_graph(300, 3, 1)), ("grid 30×30", grid(30, 30))]
    {
        let start = Instant::now();
        let group = group_of(instance.graph(), &mut Unlimited).expect("there is no limit");
        let found = start.elapsed();
        let proved = certify_group(&instance, group).is_ok();
        println!("generators of {name}: {found:.2?}, certified ({proved}) after {:.2?}", start.elapsed());
    }
}
