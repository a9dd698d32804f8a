//! Brute force: all rotor configurations of a small graph, joined by cycle pushes.

use rotor_generate::{Dice, Kinds, small_forest, small_glued_forests, small_graph};
use rotor_graph::{Configuration, Instance, Multigraph, VertexId};

/// How many instances a test draws: `normal`, or what ARRIVAL_INSTANCES says.
pub(crate) fn instances(normal: usize) -> usize {
    std::env::var("ARRIVAL_INSTANCES").ok().and_then(|text| text.parse().ok()).unwrap_or(normal)
}

/// A small instance, of each of three makers in turn.
pub(crate) fn small_instance(index: usize, dice: &mut Dice) -> Instance {
    match index % 4 {
        0 => small_forest(dice),
        1 => small_glued_forests(dice),
        _ => small_graph(dice),
    }
}

/// Fails if some kind of nasty graph was never seen.
pub(crate) fn require_all(kinds: &Kinds) {
    assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
}

/// ∏ d(u), saturating: the number of rotor configurations.
pub(crate) fn configuration_count(graph: &Multigraph) -> u64 {
    let non_sinks = graph.vertices().filter(|&u| !graph.is_sink(u));
    non_sinks.fold(1, |product: u64, u| product.saturating_mul(graph.out_degree(u).into()))
}

/// The configuration of that number, in mixed radix.
pub(crate) fn configuration(graph: &Multigraph, mut number: u64) -> Configuration {
    Configuration::from_positions(graph, |u| {
        let degree = u64::from(graph.out_degree(u).max(1));
        let position = number % degree;
        number /= degree;
        position as u32
    })
}

fn number_of(graph: &Multigraph, rotors: &Configuration) -> u64 {
    let non_sinks: Vec<_> = graph.vertices().filter(|&u| !graph.is_sink(u)).collect();
    non_sinks
        .iter()
        .rev()
        .fold(0, |number, &u| number * u64::from(graph.out_degree(u)) + u64::from(rotors.position(graph, u)))
}

/// The cycles of the arcs that the rotors are on.
pub(crate) fn cycles(graph: &Multigraph, rotors: &Configuration) -> Vec<Vec<VertexId>> {
    let mut found = Vec::new();
    let mut seen_from = vec![usize::MAX; graph.vertex_count()];
    for start in graph.vertices() {
        let mut u = start;
        while !graph.is_sink(u) && seen_from[u.index()] == usize::MAX {
            seen_from[u.index()] = start.index();
            u = graph.head(rotors.rotor(u));
        }
        if !graph.is_sink(u) && seen_from[u.index()] == start.index() {
            let mut cycle = vec![u];
            let mut v = graph.head(rotors.rotor(u));
            while v != u {
                cycle.push(v);
                v = graph.head(rotors.rotor(v));
            }
            found.push(cycle);
        }
    }
    found
}

/// The class of every configuration: the least number in it. Classes are joined by turning the rotors of one cycle.
pub(crate) fn classes(graph: &Multigraph) -> Vec<u64> {
    let count = configuration_count(graph);
    let mut parent: Vec<u64> = (0..count).collect();
    fn root(parent: &mut [u64], mut at: u64) -> u64 {
        while parent[at as usize] != at {
            parent[at as usize] = parent[parent[at as usize] as usize];
            at = parent[at as usize];
        }
        at
    }
    for number in 0..count {
        let rotors = configuration(graph, number);
        for cycle in cycles(graph, &rotors) {
            let mut pushed = rotors.clone();
            cycle.iter().for_each(|&u| pushed.turn(graph, u));
            let [a, b] = [number, number_of(graph, &pushed)].map(|at| root(&mut parent, at));
            parent[a.max(b) as usize] = a.min(b);
        }
    }
    (0..count).map(|at| root(&mut parent, at)).collect()
}
