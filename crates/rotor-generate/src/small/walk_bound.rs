//! How long a walk can be at most, whatever the initial rotors: by products of degrees along paths to the exits.

use rotor_graph::{Multigraph, StoppingGraph, VertexId, VertexMap};

/// No walk in `graph` makes more steps than this until it exits or enters a trap, whatever its start and rotors.
///
/// If `u` is left x times, each of its m arcs to `v` is used at least ⌊x / d(u)⌋ times; so B(u) departures at most,
/// with B(u) = d(u) · (⌊B(v) / m⌋ + 1) for the best head v and B = 0 at sinks and in traps. The bound is the sum of
/// all B(u), saturating. Time O(|V| · (|V| + |A|) · d) as written: for small graphs.
pub fn walk_bound(graph: &Multigraph) -> u64 {
    let stopping = StoppingGraph::of(graph);
    let mut bound = VertexMap::filled(graph.vertex_count(), u64::MAX);
    graph.vertices().filter(|&u| !stopping.is_active(u)).for_each(|u| bound[u] = 0);
    let mut shrinks = true;
    while shrinks {
        shrinks = false;
        for u in stopping.active_vertices() {
            let heads = graph.heads(u);
            let through = |&v: &VertexId| {
                let parallel = heads.iter().filter(|&&w| w == v).count() as u64;
                (bound[v] / parallel).saturating_add(1).saturating_mul(heads.len() as u64)
            };
            let best = heads.iter().filter(|&&v| bound[v] != u64::MAX).map(through).min().unwrap_or(u64::MAX);
            if best < bound[u] {
                bound[u] = best;
                shrinks = true;
            }
        }
    }
    stopping.active_vertices().fold(0, |sum, u| sum.saturating_add(bound[u]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::{RotorWalk, parse};

    #[test]
    fn no_walk_is_longer_than_its_bound() {
        let mut dice = crate::Dice::new(11);
        for _ in 0..2_000 {
            for instance in [crate::small_forest(&mut dice), crate::small_graph(&mut dice)] {
                let stopping = StoppingGraph::of(instance.graph());
                let most = walk_bound(instance.graph());
                for from in instance.graph().vertices() {
                    let mut walk = RotorWalk::new(&stopping, instance.rotors(), from);
                    walk.run(most);
                    assert!(walk.has_halted(), "{instance}");
                }
            }
        }
    }

    #[test]
    fn the_bound_is_met_where_the_exit_comes_last() {
        let instance = parse("a: a^3 s\nsink s\nstart a").unwrap();
        assert_eq!(walk_bound(instance.graph()), 4);
        assert_eq!(walk_bound(parse("a: b\nb: a").unwrap().graph()), 0, "all of it is a trap");
    }
}
