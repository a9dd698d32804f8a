//! Arches: arcs between vertices that stand in one row, above it if they lead back and below it if they skip ahead.

use super::bundle::Bundle;
use crate::curve::{ARROW, Curve};
use crate::geometry::Point;
use crate::node::Node;
use rotor_graph::{VertexId, VertexMap};
use std::f64::consts::PI;

/// How high the arch over one vertex is, and how much higher for each further one.
const FIRST_HEIGHT: f64 = 26.0;
const NEXT_HEIGHT: f64 = 11.0;

/// One end of an arch at a vertex.
struct ArchEnd {
    bundle: usize,
    is_head: bool,
    /// How many places to the right the other end is; negative to the left.
    span: i64,
}

/// Sets the curves of all bundles that skip at least one vertex. Higher arches span more, so those at one vertex do not
/// cross. Time O(|A| log |A|).
pub(super) fn arches(
    bundles: &[Bundle],
    nodes: &VertexMap<Node>,
    places: &VertexMap<Point>,
    curves: &mut [Option<Curve>],
) {
    // The ends above and below each vertex.
    let mut ends: [VertexMap<Vec<ArchEnd>>; 2] =
        std::array::from_fn(|_| VertexMap::from_vec(nodes.iter().map(|_| Vec::new()).collect()));
    for (bundle, &Bundle { tail, head, .. }) in bundles.iter().enumerate() {
        let span = i64::from(head.raw()) - i64::from(tail.raw());
        if span.abs() > 1 {
            let side = &mut ends[usize::from(span > 0)];
            side[tail].push(ArchEnd { bundle, is_head: false, span });
            side[head].push(ArchEnd { bundle, is_head: true, span: -span });
        }
    }
    let mut ports: Vec<[Point; 2]> = vec![[Point::default(); 2]; bundles.len()];
    for (side, vertices) in ends.iter_mut().enumerate() {
        for u in (0..nodes.len() as u32).map(VertexId::new) {
            let ends = &mut vertices[u];
            // From left to right: the near ones to the left, the far ones to either side, the near ones to the right.
            ends.sort_by_key(|end| (end.span > 0, -end.span, end.bundle, end.is_head));
            let count = ends.len() as f64;
            for (at, end) in ends.iter().enumerate() {
                let angle = PI * (0.9 - 0.8 * (at as f64 + 0.5) / count);
                let way = Point::towards(if side == 0 { angle } else { -angle });
                ports[end.bundle][usize::from(end.is_head)] = places[u] + nodes[u].border(way);
            }
        }
    }
    for ((bundle, curve), port) in bundles.iter().zip(curves).zip(&ports) {
        let span = i64::from(bundle.head.raw()) - i64::from(bundle.tail.raw());
        if span.abs() <= 1 {
            continue;
        }
        let [start, tip] = *port;
        let height = FIRST_HEIGHT + NEXT_HEIGHT * (span.abs() - 1) as f64;
        let up = Point::new(0.0, if span < 0 { -1.0 } else { 1.0 });
        let end = tip + up * ARROW;
        // Handles as high as this make the middle of the arch `height` high.
        let handle = up * (height * 4.0 / 3.0);
        *curve = Some(Curve([start, start + handle, end + handle, end]));
    }
}
