//! Routes: which way every bundle takes so that lines stay apart and off other vertices.

use super::arches::arches;
use super::bundle::Bundle;
use super::directions::free;
use super::hanging::hanging;
use super::nearby::Nearby;
use crate::curve::Curve;
use crate::geometry::{Point, Rectangle};
use crate::layout::Placed;
use crate::node::Node;
use rotor_graph::Watch;
use rotor_graph::{Instance, VertexId, VertexMap};
use std::f64::consts::PI;

/// How far the first of several arcs bends to its left, and how much more the next ones.
const FIRST_BEND: f64 = 0.26;
const NEXT_BEND: f64 = 0.36;
const MOST_BEND: f64 = 1.3;

/// The curve of every bundle, and the arrow of the start. If vertices stand `in_a_row`, arcs that skip some of them lead
/// above or below it.
pub(super) fn routes(
    instance: &Instance,
    bundles: &[Bundle],
    nodes: &VertexMap<Node>,
    Placed { places, hung }: &Placed,
    in_a_row: bool,
    watch: Watch<'_>,
) -> Option<(Vec<Curve>, Option<Curve>)> {
    let ends = |bundle: &Bundle| {
        let [tail, head] = [bundle.tail, bundle.head].map(|u| (&nodes[u], places[u]));
        (tail, head)
    };
    // Where lines leave and reach each vertex.
    let mut taken: VertexMap<Vec<f64>> = VertexMap::filled(nodes.len(), Vec::new());
    let sectors = Sectors::of(bundles, places);
    let nearby = Nearby::of(nodes, places, SPACE);
    let mut curves: Vec<Option<Curve>> = vec![None; bundles.len()];
    // How many vertices were looked at since the last call of the watch.
    let mut looks = 0;
    if in_a_row {
        arches(bundles, nodes, places, &mut curves);
    }
    for (bundle, curve) in bundles.iter().zip(&mut curves).filter(|(bundle, _)| bundle.tail != bundle.head) {
        let (tail, head) = ends(bundle);
        let drawn = curve.or_else(|| hanging(bundle, nodes, places, hung)).unwrap_or_else(|| {
            let way = Way { bundle, tail, head, limits: sectors.limits(bundle, places) };
            around(&way, way.curve(way.bend()), nodes, places, &nearby, &mut looks)
        });
        if !watch(std::mem::take(&mut looks) + 1) {
            return None;
        }
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
    Some((curves.collect(), start))
}

/// A bundle between its two ends, and how far from the straight way it may touch each of them.
struct Way<'a> {
    bundle: &'a Bundle,
    tail: (&'a Node, Point),
    head: (&'a Node, Point),
    limits: [f64; 2],
}

impl Way<'_> {
    fn distance(&self) -> f64 {
        (self.head.1 - self.tail.1).length()
    }

    fn bend(&self) -> f64 {
        bend(self.bundle, self.distance())
    }

    /// Its curve if it bends by `angle`. Where the lines between the two vertices would reach beyond their share of the
    /// border, all of them touch it nearer to the straight way.
    fn curve(&self, angle: f64) -> Curve {
        let last = Bundle { rank: self.bundle.ranks.saturating_sub(1), ..*self.bundle };
        let outermost = bend(&last, self.distance()).abs();
        let ports = self.limits.map(|limit| {
            let squeezed = if outermost > limit { angle * limit / outermost } else { angle };
            squeezed.clamp(-limit, limit)
        });
        Curve::between(self.tail, self.head, angle, ports)
    }
}

/// The directions of the neighbours around each vertex.
struct Sectors(VertexMap<Vec<f64>>);

/// The share of the border that stays free between the lines to two neighbours: an arrow is half as wide.
const FREE: f64 = 0.2;
/// The share that lines to a neighbour have at least, to each side.
const LEAST_SHARE: f64 = 0.12;

impl Sectors {
    /// Time O(|A| log |A|).
    fn of(bundles: &[Bundle], places: &VertexMap<Point>) -> Self {
        let mut around = VertexMap::filled(places.len(), Vec::new());
        for bundle in bundles.iter().filter(|bundle| bundle.rank == 0 && bundle.tail != bundle.head) {
            let way = places[bundle.head] - places[bundle.tail];
            around[bundle.tail].push(way.angle());
            if bundle.opposite == 0 {
                around[bundle.head].push((way * -1.0).angle());
            }
        }
        let sorted = around.as_slice().iter().map(|angles: &Vec<f64>| {
            let mut angles = angles.clone();
            angles.sort_by(f64::total_cmp);
            angles
        });
        Self(VertexMap::from_vec(sorted.collect()))
    }

    /// How far from the straight way a bundle may touch its tail and its head.
    fn limits(&self, bundle: &Bundle, places: &VertexMap<Point>) -> [f64; 2] {
        [(bundle.tail, bundle.head), (bundle.head, bundle.tail)].map(|(u, v)| {
            let angles = &self.0[u];
            let own = (places[v] - places[u]).angle();
            let at = angles.partition_point(|&angle| angle < own);
            if angles.len() < 2 {
                return PI;
            }
            let [before, after] = [at + angles.len() - 1, at + 1].map(|other| angles[other % angles.len()]);
            let gap = (own - before).rem_euclid(2.0 * PI).min((after - own).rem_euclid(2.0 * PI));
            (gap / 2.0 - FREE).max(LEAST_SHARE)
        })
    }
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

/// A line that passes as many vertices is not led around any.
const MOST_PASSED: usize = 1_000;

/// How far lines keep away from vertices.
const SPACE: Point = Point::new(3.0, 3.0);

/// The same curve, or one bent more or the other way if it would run through a vertex.
fn around(
    way: &Way,
    straight: Curve,
    nodes: &VertexMap<Node>,
    places: &VertexMap<Point>,
    nearby: &Nearby,
    looks: &mut u64,
) -> Curve {
    // A line across the whole picture cannot avoid everything, and trying would take a look at all of it.
    if nearby.count(grown(straight.frame()), MOST_PASSED) == MOST_PASSED {
        return straight;
    }
    let mut hits = |curve: &Curve| {
        let mut hit: Vec<VertexId> = Vec::new();
        // Point by point: the frame of a line across a star holds a quarter of all vertices, its points pass a few.
        for at in curve.points() {
            let point = Rectangle { least: at, most: at };
            nearby.in_frame(point, |u| {
                *looks += 1;
                let frame = Rectangle::around(places[u], nodes[u].half + SPACE);
                if u != way.bundle.tail && u != way.bundle.head && frame.holds(point) {
                    hit.push(u);
                }
            });
        }
        // A vertex that the line runs through is seen several times.
        hit.sort_unstable();
        hit.dedup();
        hit.len()
    };
    let mut best = (hits(&straight), straight);
    if best.0 == 0 {
        return straight;
    }
    for more in [0.25, -0.25, 0.45, -0.45, 0.7, -0.7, 0.95, -0.95] {
        let curve = way.curve(way.bend() + flattened(more, DETOUR, way.distance()));
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
