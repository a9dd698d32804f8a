//! Hanging: edges of long trees that go down from a vertex, along above its other children, and down to one of them.

use super::bundle::Bundle;
use crate::curve::{ARROW, Curve};
use crate::geometry::Point;
use crate::layout::Hung;
use crate::node::Node;
use rotor_graph::VertexMap;

/// How far parallel and opposite lines are apart.
const LINE_GAP: f64 = 9.0;

/// The curve of a bundle if one of its ends hangs from the other and not straight below it.
pub(super) fn hanging(
    bundle: &Bundle,
    nodes: &VertexMap<Node>,
    places: &VertexMap<Point>,
    hung: &VertexMap<Option<Hung>>,
) -> Option<Curve> {
    let hangs = |low, high| hung[low].filter(|hung: &Hung| hung.from == high);
    let (low, hung, down) = match (hangs(bundle.head, bundle.tail), hangs(bundle.tail, bundle.head)) {
        (Some(hung), _) => (bundle.head, hung, true),
        (None, Some(hung)) => (bundle.tail, hung, false),
        (None, None) => return None,
    };
    let Hung { from, rank } = hung;
    let way = places[low] - places[from];
    if way.x.abs() < 1.0 {
        return None;
    }
    let (side, lower_half, upper_half) = (way.x.signum(), nodes[low].half, nodes[from].half);
    // Lines down keep to one side, lines up to the other, as on a road.
    let lines = (bundle.ranks + bundle.opposite).max(1) as f64;
    let lane = if down { bundle.opposite + bundle.rank } else { bundle.ranks - 1 - bundle.rank };
    let aside = (lane as f64 - (lines - 1.0) / 2.0) * LINE_GAP.min(lower_half.y * 1.4 / lines);
    // The farther, the higher it runs and the farther to the side it leaves.
    let leaving = Point::new(side * (0.25 + rank + aside * 0.02), 1.0);
    let upper = places[from] + nodes[from].border(leaving);
    let lower = places[low] + nodes[low].border(Point::new(side * aside / lower_half.x * 0.9, -1.0));
    let (top, bottom) = (places[from].y + upper_half.y, places[low].y - lower_half.y - ARROW);
    let track = bottom - (bottom - top) * rank - aside * 0.3;
    let near = Point::new(upper.x + (lower.x - upper.x) * 0.25, track);
    let far = Point::new(lower.x, track);
    Some(match down {
        true => Curve([upper, near, far, lower - Point::new(0.0, ARROW)]),
        false => Curve([lower, far, near, upper + (near - upper).unit() * ARROW]),
    })
}
