//! Strong components that need no guess: the simple path, and trees that one particle enters.

use super::part::{OUTSIDE, Part};
use super::technique::Technique;
use crate::component_counts::ComponentCounts;
use crate::path::route_on_path;
use crate::tree::run_profile;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rotor_graph::{
    Classified, Configuration, Multigraph, Rooted, Stop, StoppingGraph, Tick, VertexId, VertexMap,
};

/// The run of all particles through a strong component of more than one vertex, if its class allows it to be written
/// down without a guess; `supply` says how many are put on each vertex.
///
/// Only the inside has to be tree-like: an arc that leaves the component leads to a sink that its tail has for itself.
/// A particle that leaves does not come back.
///
/// Time O(|A|) operations, on integers of the size of the run.
pub(crate) fn solve_directly(
    part: &Part,
    supply: &[BigUint],
    counts: &mut ComponentCounts,
    tick: &mut dyn Tick,
) -> Result<Option<Vec<BigUint>>, Stop> {
    let Some(start) = supply.iter().position(|count| !count.is_zero()) else { return Ok(None) };
    let is_one = supply[start].is_one() && supply[start + 1..].iter().all(Zero::is_zero);
    tick.tick(part.arc_count() as u64)?;
    if is_surely_no_tree(part) || !Technique::Directly.is_on() {
        return Ok(None);
    }
    let Some(graph) = alone(part, &vec![false; part.len()]) else { return Ok(None) };
    let stopping = StoppingGraph::of(&graph);
    let rotors = Configuration::first_arcs(&graph);
    let start = VertexId::new(start as u32);
    let piece = Rooted::at(&stopping, start);
    let departures = match piece.path() {
        Some(path) => {
            counts.path += 1;
            let mut particles = supply.to_vec();
            particles.resize(graph.vertex_count(), BigUint::zero());
            route_on_path(path, &rotors, &VertexMap::from_vec(particles)).departures
        }
        None => {
            let tree = piece.seen_as(Classified::tree_like).filter(|_| is_one);
            let Some(tree) = tree else { return Ok(None) };
            let departures = run_profile(tree, &rotors, tick)?.departures;
            counts.tree += 1;
            departures
        }
    };
    Ok(Some(departures.as_slice()[..part.len()].to_vec()))
}

/// Whether some arc inside lacks an opposite one, as none does in a strongly connected tree. Most graphs say so at
/// their first arcs. Long rows are not looked through.
pub(crate) fn is_surely_no_tree(part: &Part) -> bool {
    const SHORT: usize = 16;
    let lacks = |v: u32, w: u32| {
        let back = part.heads(w as usize);
        back.len() <= SHORT && !back.contains(&v)
    };
    (0..part.len() as u32)
        .any(|v| part.heads(v as usize).iter().any(|&w| w != OUTSIDE && w != v && lacks(v, w)))
}

/// The part as a graph of its own, rotors on the first arcs: vertices keep their numbers, and after them stand the
/// sinks, one for each vertex that has arcs out of the part, or to vertices that are `held`, which are sinks too.
/// Nothing if that is more than a graph can hold.
pub(crate) fn alone(part: &Part, held: &[bool]) -> Option<Multigraph> {
    let inner = part.len() as u64;
    let mut sinks = 0;
    let (mut first, mut heads) = (vec![0], Vec::with_capacity(part.arc_count()));
    for v in 0..part.len() {
        let before = sinks;
        let row = if held[v] { &[] } else { part.heads(v) };
        for &head in row {
            heads.push(match head {
                head if head == OUTSIDE || held[head as usize] => {
                    sinks = before + 1;
                    VertexId::new(u32::try_from(inner + before).ok()?)
                }
                head => VertexId::new(head),
            });
        }
        first.push(heads.len() as u32);
    }
    first.extend((0..sinks).map(|_| heads.len() as u32));
    Multigraph::from_rows(first, heads).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    #[test]
    fn a_taker_is_named_if_it_took_something() {
        let components = ComponentCounts { division: 3, path: 0, tree: 1, flow: 0 };
        assert_eq!(components.iter().collect::<Vec<_>>(), [("division", 3), ("tree", 1)]);
    }

    #[test]
    fn a_missing_opposite_arc_breaks_a_tree_except_in_long_rows() {
        let is_surely_none = |text: &str| is_surely_no_tree(&Part::of_active(&parse(text).unwrap()).0);
        assert!(is_surely_none("a: b\nb: c s\nc: a\nsink s"));
        assert!(!is_surely_none("a: a b s\nb: a c\nc: b^2 s\nsink s"));
        assert!(is_surely_none("a: b\nb: c s^15\nc: a\nsink s"));
        assert!(!is_surely_none("a: b s^16\nb: c s^16\nc: a s^16\nsink s"));
    }
}
