//! Slow answers from the definitions: all rotor configurations, one firing, one step, one particle at a time.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use rotor_algebra::{Ground, aggregate_by_walking, fire_plainly};
use rotor_generate::Dice;
use rotor_graph::{
    AggregateClaim, Configuration, Exit, Instance, Lattice, Multigraph, RotorWalk, StoppingGraph, VertexId,
    VertexMap, route, unroute,
};
use std::collections::{BTreeMap, BTreeSet};

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

/// Fires one vertex once, in any legal order, until all are stable: what is left, and how often each was fired.
pub(crate) fn fire_one_by_one(
    stopping: &StoppingGraph<'_>,
    chips: &VertexMap<BigInt>,
    dice: &mut Dice,
) -> [VertexMap<BigInt>; 2] {
    let graph = stopping.graph();
    let (mut left, mut fired) = (chips.clone(), VertexMap::filled(graph.vertex_count(), BigInt::ZERO));
    loop {
        let unstable: Vec<VertexId> =
            stopping.active_vertices().filter(|&u| left[u] >= graph.out_degree(u).into()).collect();
        let Some(&u) = dice.pick(&unstable) else { break };
        left[u] -= graph.out_degree(u);
        graph.heads(u).iter().for_each(|&v| left[v] += 1);
        fired[u] += 1;
    }
    [left, fired]
}

/// Every stable pile that adding single chips to the greatest one leads to: the recurrent ones.
pub(crate) fn recurrent_by_search(graph: &Multigraph) -> BTreeSet<Vec<BigInt>> {
    let active: Vec<_> = StoppingGraph::of(graph).active_vertices().collect();
    let mut greatest = VertexMap::filled(graph.vertex_count(), BigInt::zero());
    active.iter().for_each(|&u| greatest[u] = BigInt::from(graph.out_degree(u)) - 1);
    let mut found = BTreeSet::from([greatest.as_slice().to_vec()]);
    let mut queue = vec![greatest];
    while let Some(chips) = queue.pop() {
        for &u in &active {
            let mut more = chips.clone();
            more[u] += 1;
            let next = fire_plainly(graph, &more, &mut ()).unwrap().chips;
            if found.insert(next.as_slice().to_vec()) {
                queue.push(next);
            }
        }
    }
    found
}

/// Where one unit of probability on `from` is after many steps of a random walk, in floats.
pub(crate) fn after_many_steps(stopping: &StoppingGraph<'_>, from: VertexId) -> VertexMap<f64> {
    let graph = stopping.graph();
    let mut here = VertexMap::filled(graph.vertex_count(), 0.0);
    here[from] = 1.0;
    for _ in 0..20_000 {
        let mut next = VertexMap::filled(graph.vertex_count(), 0.0);
        for u in graph.vertices() {
            if !stopping.is_active(u) {
                next[u] += here[u];
                continue;
            }
            graph.heads(u).iter().for_each(|&v| next[v] += here[u] / f64::from(graph.out_degree(u)));
        }
        here = next;
        if stopping.active_vertices().map(|u| here[u]).sum::<f64>() < 1e-13 {
            break;
        }
    }
    here
}

/// Moves a particle (or an antiparticle) one step at a time, a random one each time, until all have halted: where they
/// are, and the rotors.
pub(crate) fn move_in_random_order(
    instance: &Instance,
    particles: &VertexMap<BigInt>,
    dice: &mut Dice,
) -> (VertexMap<BigInt>, Configuration) {
    let (graph, stopping) = (instance.graph(), StoppingGraph::of(instance.graph()));
    let (mut rotors, mut ended) = (instance.rotors().clone(), particles.clone());
    let mut moving: Vec<(VertexId, bool)> = Vec::new();
    for u in stopping.active_vertices() {
        let count = std::mem::take(&mut ended[u]);
        let one = (u, count.is_positive());
        (0..u32::try_from(count.magnitude()).unwrap()).for_each(|_| moving.push(one));
    }
    while !moving.is_empty() {
        let at = dice.below(moving.len() as u32) as usize;
        let (u, is_particle) = moving[at];
        let v = if is_particle { route(graph, &mut rotors, u) } else { unroute(graph, &mut rotors, u) };
        if stopping.is_active(v) {
            moving[at].0 = v;
        } else {
            ended[v] += if is_particle { 1 } else { -1 };
            moving.swap_remove(at);
        }
    }
    (ended, rotors)
}

/// The exits of particles sent one after the other, and the rotors after them.
pub(crate) fn send(instance: &Instance, from: VertexId, count: u32) -> (Vec<Exit>, Configuration) {
    let stopping = StoppingGraph::of(instance.graph());
    let mut rotors = instance.rotors().clone();
    let mut exits = Vec::new();
    for _ in 0..count {
        let mut walk = RotorWalk::new(&stopping, &rotors, from);
        while walk.step().is_some() {}
        exits.push(stopping.exit_at(walk.particle()).unwrap());
        let after = walk.rotors();
        rotors = after;
    }
    (exits, rotors)
}

/// The states of a walk one after the other, which goes on inside traps.
#[derive(Clone)]
pub(crate) struct Plain<'i> {
    graph: &'i Multigraph,
    pub(crate) rotors: Configuration,
    pub(crate) particle: VertexId,
}

impl<'i> Plain<'i> {
    pub(crate) fn new(instance: &'i Instance, from: VertexId) -> Self {
        Self { graph: instance.graph(), rotors: instance.rotors().clone(), particle: from }
    }

    pub(crate) fn step(&mut self) {
        if !self.graph.is_sink(self.particle) {
            self.particle = route(self.graph, &mut self.rotors, self.particle);
        }
    }

    /// When the first state was seen that comes again, and when it came again.
    pub(crate) fn first_repeated(mut self) -> (u64, u64) {
        let mut seen = BTreeMap::new();
        for steps in 0.. {
            let key = (self.particle.raw(), self.rotors.as_slice().to_vec());
            if let Some(first) = seen.insert(key, steps) {
                return (first, steps);
            }
            self.step();
        }
        unreachable!("the states are finitely many")
    }

    /// When the last vertex of the trap was visited first.
    pub(crate) fn cover_time(mut self, trap: &[VertexId]) -> u64 {
        let mut seen = vec![false; self.graph.vertex_count()];
        for steps in 0.. {
            seen[self.particle.index()] = true;
            if trap.iter().all(|u| seen[u.index()]) {
                return steps;
            }
            self.step();
        }
        unreachable!("every vertex of a trap is visited")
    }
}

/// Whether as many arcs lead into every vertex of the trap as out of it, counted one by one.
pub(crate) fn is_balanced(graph: &Multigraph, trap: &[VertexId]) -> bool {
    let into = |v: VertexId| trap.iter().flat_map(|&u| graph.heads(u)).filter(|&&w| w == v).count();
    trap.iter().all(|&v| into(v) == graph.out_degree(v) as usize)
}

/// Demands of an aggregate that it has the sites and departures of the one that is grown by walking.
pub(crate) fn is_the_walked_one(ground: Ground, found: &AggregateClaim) {
    let walked = aggregate_by_walking(ground, found.particles, &mut ()).unwrap();
    // Either may have numbered more sites than it needed.
    let sites = |claim: &AggregateClaim| -> BTreeSet<((isize, isize), u64, bool)> {
        let used =
            (0..claim.departures.len()).filter(|&site| claim.departures[site] > 0 || claim.occupied[site]);
        let place = |site: usize| match claim.lattice {
            Lattice::Square { half } => {
                let (half, side) = (half as isize, 2 * half as isize + 1);
                (site as isize % side - half, site as isize / side - half)
            }
            Lattice::Tree { .. } => (site as isize, 0),
        };
        used.map(|site| (place(site), claim.departures[site], claim.occupied[site])).collect()
    };
    assert_eq!(sites(found), sites(&walked), "{ground:?}");
    assert_eq!(found.occupied.iter().filter(|&&occupied| occupied).count() as u64, found.particles);
}
