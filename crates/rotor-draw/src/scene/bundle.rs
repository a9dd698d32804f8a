//! Bundles: arcs that are drawn as one line.

use crate::layout::has_room;
use rotor_graph::{ArcId, Instance, VertexId};

/// A single arc, or many parallel ones that follow each other in the rotor order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bundle {
    pub(super) first: ArcId,
    pub(super) count: u32,
    pub(super) tail: VertexId,
    pub(super) head: VertexId,
    /// How many bundles from its tail to its head come before it.
    pub(super) rank: usize,
    /// How many there are.
    pub(super) ranks: usize,
    /// How many lead from its head to its tail.
    pub(super) opposite: usize,
}

/// Up to this many parallel arcs in a row are drawn one by one.
const MOST_APART: u32 = 5;

/// All arcs in bundles, in their order. Initial rotors stay alone. Time O(|A| log |A|).
pub(super) fn bundles(instance: &Instance) -> Vec<Bundle> {
    let graph = instance.graph();
    let mut all = Vec::new();
    for u in graph.vertices() {
        let rotor = instance.rotors().rotor(u);
        let mut run: Vec<ArcId> = Vec::new();
        let mut close = |run: &mut Vec<ArcId>| {
            let size = if run.len() as u32 > MOST_APART { run.len() } else { 1 };
            for arcs in run.chunks(size) {
                let (first, count, head) = (arcs[0], arcs.len() as u32, graph.head(arcs[0]));
                all.push(Bundle { first, count, tail: u, head, rank: 0, ranks: 0, opposite: 0 });
            }
            run.clear();
        };
        for a in graph.out_arcs(u) {
            let joins = run
                .last()
                .is_some_and(|&last| graph.head(last) == graph.head(a) && last != rotor && a != rotor);
            if !joins {
                close(&mut run);
            }
            run.push(a);
        }
        close(&mut run);
    }
    rank(&mut all);
    all
}

/// The most vertices that are drawn one by one, and the most of a graph that is tangled.
const MOST_VERTICES: usize = 5_000;
const MOST_TANGLED: usize = 2_000;
/// The most lines that are drawn one by one.
const MOST_LINES: usize = 20_000;

/// Whether a picture of every vertex and every arc can be legible: at most 5,000 vertices and 20,000 lines, where many
/// parallel arcs in a row are one line; no more than 2,000 vertices if everything is near to everything, as in random
/// graphs. Time O(|V| + |A|).
pub fn is_legible(instance: &Instance) -> bool {
    let graph = instance.graph();
    let changes = |u: VertexId| graph.heads(u).windows(2).filter(|pair| pair[0] != pair[1]).count();
    if graph.vertex_count() > MOST_VERTICES {
        return false;
    }
    if graph.vertex_count() > MOST_TANGLED && !has_room(instance) {
        return false;
    }
    // No fewer lines than this many: enough to refuse before anything large is made.
    let least: usize = graph.vertices().map(|u| changes(u) + usize::from(!graph.is_sink(u))).sum();
    least <= MOST_LINES && bundles(instance).len() <= MOST_LINES
}

/// Counts the bundles between the same two vertices.
fn rank(bundles: &mut [Bundle]) {
    let mut order: Vec<(VertexId, VertexId, usize)> =
        bundles.iter().enumerate().map(|(at, bundle)| (bundle.tail, bundle.head, at)).collect();
    order.sort_unstable();
    let mut sizes: Vec<((VertexId, VertexId), usize)> = Vec::new();
    for group in order.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        sizes.push(((group[0].0, group[0].1), group.len()));
        for (rank, &(.., at)) in group.iter().enumerate() {
            (bundles[at].rank, bundles[at].ranks) = (rank, group.len());
        }
    }
    for bundle in bundles.iter_mut().filter(|bundle| bundle.tail != bundle.head) {
        let back = sizes.binary_search_by_key(&(bundle.head, bundle.tail), |&(ends, _)| ends);
        bundle.opposite = back.map_or(0, |at| sizes[at].1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    #[test]
    fn every_arc_is_in_one_bundle_and_rotors_stay_alone() {
        let instance = parse("u: v^9 *v^20 s v\nv: u u\nsink s").unwrap();
        let bundles = bundles(&instance);
        let arcs: u32 = bundles.iter().map(|bundle| bundle.count).sum();
        assert_eq!(arcs as usize, instance.graph().arc_count());
        let counts: Vec<u32> = bundles.iter().map(|bundle| bundle.count).collect();
        assert_eq!(counts, [9, 1, 19, 1, 1, 1, 1]);
        let ranks: Vec<_> =
            bundles.iter().map(|bundle| (bundle.rank, bundle.ranks, bundle.opposite)).collect();
        assert_eq!(ranks, [(0, 4, 2), (1, 4, 2), (2, 4, 2), (0, 1, 0), (3, 4, 2), (0, 2, 4), (1, 2, 4)]);
    }
}
