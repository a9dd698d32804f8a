//! Routes: which way every bundle takes so that lines stay apart and off other vertices.

use super::bundle::Bundle;
use super::directions::free;
use crate::curve::Curve;
use crate::geometry::{Point, Rectangle};
use crate::node::Node;
use rotor_graph::{Instance, VertexMap};
use std::f64::consts::PI;

/// How far the first of several arcs bends to its left, and how much more the next ones.
const FIRST_BEND: f64 = 0.26;
const NEXT_BEND: f64 = 0.36;
const MOST_BEND: f64 = 1.3;

/// Up to this product of vertices and bundles, lines are led around vertices.
const MOST_DETOURS: usize = 20_000_000;

/// The curve of every bundle, and the arrow of the start.
pub(super) fn routes(
    instance: &Instance,
    bundles: &[Bundle],
    nodes: &VertexMap<Node>,
    places: &VertexMap<Point>,
) -> (Vec<Curve>, Option<Curve>) {
    let ends = |bundle: &Bundle| {
        let [tail, head] = [bundle.tail, bundle.head].map(|u| (&nodes[u], places[u]));
        (tail, head)
    };
    // Where lines leave and reach each vertex.
    let mut taken: VertexMap<Vec<f64>> = VertexMap::filled(nodes.len(), Vec::new());
    let few = nodes.len().saturating_mul(bundles.len()) <= MOST_DETOURS;
    let mut curves: Vec<Option<Curve>> = vec![None; bundles.len()];
    for (bundle, curve) in bundles.iter().zip(&mut curves).filter(|(bundle, _)| bundle.tail != bundle.head) {
        let (tail, head) = ends(bundle);
        let straight = Curve::between(tail, head, bend(bundle, (head.1 - tail.1).length()));
        let drawn = if few { around(bundle, straight, nodes, places) } else { straight };
        taken[bundle.tail].push((drawn.0[0] - tail.1).angle());
        taken[bundle.head].push((drawn.0[3] - head.1).angle());
        *curve = Some(drawn);
    }
    let start = instance.start().map(|start| {
        let (angle, _) = free(&mut taken[start], PI / 2.0);
        taken[start].push(angle);
        let way = Point::towards(angle);
        let tip = places[start] + nodes[start].border(way);
        let [near, far] = [8.0, 30.0].map(|distance| tip + way * distance);
        Curve([far, far + (near - far) * 0.3, far + (near - far) * 0.7, near])
    });
    let curves = bundles.iter().zip(curves).map(|(bundle, curve)| {
        curve.unwrap_or_else(|| {
            let (angle, _) = free(&mut taken[bundle.tail], 0.0);
            Curve::loop_at(ends(bundle).0, angle, bundle.rank)
        })
    });
    (curves.collect(), start)
}

/// How far a bundle bends to its left: not at all if it is alone, else the more the later it is in the rotor order. Its
/// ends are `distance` apart: a long line bends by a smaller angle.
fn bend(bundle: &Bundle, distance: f64) -> f64 {
    let (rank, ranks) = (bundle.rank as f64, bundle.ranks as f64);
    match (bundle.opposite, bundle.ranks) {
        (0, 0 | 1) => 0.0,
        (0, _) => {
            let off = rank - (ranks - 1.0) / 2.0;
            flattened(off * NEXT_BEND.min(2.0 * MOST_BEND / ranks), off.abs() * LINE_GAP, distance)
        }
        _ => {
            let bend = FIRST_BEND + rank * NEXT_BEND.min((MOST_BEND - FIRST_BEND) / ranks);
            flattened(bend, LINE_GAP * (1.0 + rank), distance)
        }
    }
}

/// How far long lines between the same two vertices are apart.
const LINE_GAP: f64 = 14.0;

/// `bend`, or less, so that a line between points `distance` apart is never farther than `most` from the straight one.
fn flattened(bend: f64, most: f64, distance: f64) -> f64 {
    // The middle of such a curve is at 0.3 · distance · sin(bend).
    let least = (most / (0.3 * distance.max(1.0))).min(1.0).asin();
    bend.clamp(-least, least)
}

/// How far a line may be led away from the straight one to pass a vertex.
const DETOUR: f64 = 60.0;

/// The same curve, or one bent more or the other way if it would run through a vertex.
fn around(bundle: &Bundle, straight: Curve, nodes: &VertexMap<Node>, places: &VertexMap<Point>) -> Curve {
    let hits = |curve: &Curve| {
        let reach = curve.frame();
        places
            .iter()
            .filter(|&(u, _)| u != bundle.tail && u != bundle.head)
            .map(|(u, &place)| Rectangle::around(place, nodes[u].half + Point::new(3.0, 3.0)))
            .filter(|&frame| frame.overlaps(grown(reach)) && curve.crosses(frame))
            .count()
    };
    let mut best = (hits(&straight), straight);
    if best.0 == 0 {
        return straight;
    }
    let [tail, head] = [bundle.tail, bundle.head].map(|u| (&nodes[u], places[u]));
    for more in [0.25, -0.25, 0.45, -0.45, 0.7, -0.7, 0.95, -0.95] {
        let distance = (head.1 - tail.1).length();
        let curve = Curve::between(tail, head, bend(bundle, distance) + flattened(more, DETOUR, distance));
        let hits = hits(&curve);
        if hits < best.0 {
            best = (hits, curve);
        }
    }
    best.1
}

/// A flat frame has no inside: a little more of it.
fn grown(frame: Rectangle) -> Rectangle {
    let little = Point::new(0.5, 0.5);
    Rectangle { least: frame.least - little, most: frame.most + little }
}
