//! Brute force: what exits, flows, forests and profiles mean, by walking.

use num_bigint::BigUint;
use rotor_graph::{
    ArcId, Configuration, Count, Exit, Multigraph, RotorWalk, StoppingGraph, VertexId, VertexMap, route,
};
use rotor_solve::turn_to_forest;
use rotor_solve::{Budget, Unlimited};

/// How many random instances a test draws: `default`, or what ARRIVAL_INSTANCES says for a deeper run.
pub(crate) fn instances(default: u64) -> u64 {
    std::env::var("ARRIVAL_INSTANCES").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A whole walk, with everything that was counted on the way.
pub(crate) struct Walked {
    pub(crate) exit: Exit,
    pub(crate) departures: VertexMap<BigUint>,
    pub(crate) last_departure: Option<ArcId>,
}

/// Walks from `from` to the end.
pub(crate) fn walk(stopping: &StoppingGraph<'_>, rotors: &Configuration, from: VertexId) -> Walked {
    let mut walk = RotorWalk::new(stopping, rotors, from);
    let mut departures = VertexMap::filled(stopping.graph().vertex_count(), BigUint::default());
    let mut last_departure = None;
    loop {
        let u = walk.particle();
        let Some(a) = walk.step() else { break };
        departures[u] += 1u32;
        if u == from {
            last_departure = Some(a);
        }
    }
    Walked { exit: stopping.exit_at(walk.particle()).unwrap(), departures, last_departure }
}

/// r(u, v) by its definition: walks in the (u, v)-subtree, where u always sends the particle to v.
pub(crate) fn return_flow(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    u: VertexId,
    v: VertexId,
) -> Count {
    let graph = stopping.graph();
    if stopping.traps().trap_of(u).is_some() || always_comes_back(stopping, u, v) {
        return Count::Infinite;
    }
    let mut rotors = rotors.clone();
    let mut left = 1u32;
    let mut particle = v;
    while stopping.is_active(particle) {
        particle = route(graph, &mut rotors, particle);
        if particle == u {
            left += 1;
            particle = v;
        }
    }
    Count::from(left)
}

/// Whether nothing that absorbs the particle can be reached from v without passing u.
fn always_comes_back(stopping: &StoppingGraph<'_>, u: VertexId, v: VertexId) -> bool {
    let mut seen = vec![u, v];
    let mut next = 1;
    if u == v {
        return true;
    }
    while let Some(&w) = seen.get(next) {
        next += 1;
        if !stopping.is_active(w) {
            return false;
        }
        for &x in stopping.graph().heads(w) {
            if !seen.contains(&x) {
                seen.push(x);
            }
        }
    }
    true
}

/// Whether two configurations lead to the same destination forest: outside traps, whether they are equivalent.
pub(crate) fn same_forest(graph: &Multigraph, first: &Configuration, second: &Configuration) -> bool {
    same_forest_within(graph, first, second, &mut Unlimited)
}

/// The same within a budget, which must suffice.
pub(crate) fn same_forest_within(
    graph: &Multigraph,
    first: &Configuration,
    second: &Configuration,
    budget: &mut dyn Budget,
) -> bool {
    let [first, second] = [first, second].map(|rotors| turn_to_forest(graph, rotors, budget).unwrap().forest);
    first == second
}
