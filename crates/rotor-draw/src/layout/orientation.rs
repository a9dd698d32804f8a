//! Orientation: which way up a free picture is drawn.

use super::{Places, positions};
use crate::geometry::{Point, Rectangle};
use rotor_graph::{Instance, VertexId};

/// `places` turned and mirrored: edges along the axes where they can be, wider than high, rotor orders anticlockwise and
/// sinks to the right, as in the figures of the paper. Time O(|V| + |A|).
pub(super) fn turned(instance: &Instance, component: &[VertexId], mut places: Places) -> Places {
    let graph = instance.graph();
    let position = positions(component, graph.vertex_count());
    let edges: Vec<(usize, usize)> = component
        .iter()
        .enumerate()
        .flat_map(|(at, &u)| graph.heads(u).iter().map(move |&v| (at, v)))
        .map(|(at, v)| (at, position[v]))
        .filter(|(at, to)| at != to)
        .collect();

    let angles = (0..90).map(|degrees| f64::from(degrees).to_radians());
    let slant = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        let slant = |&(from, to): &(usize, usize)| {
            let way = rotated((places[to] - places[from]).unit(), sin, cos);
            (way.x * way.y).abs()
        };
        edges.iter().map(slant).sum::<f64>()
    };
    // The first of the least; differences that rounding could make do not count.
    let mut best = (f64::INFINITY, 0.0);
    for angle in angles {
        let slant = slant(angle);
        if slant < best.0 - 1e-6 {
            best = (slant, angle);
        }
    }
    let (sin, cos) = best.1.sin_cos();
    places.iter_mut().for_each(|place| *place = rotated(*place, sin, cos));

    let size = Rectangle::holding(places.iter().copied()).size();
    let middle =
        places.iter().fold(Point::default(), |sum, &place| sum + place) * (1.0 / places.len().max(1) as f64);
    let sinks = || component.iter().zip(&places).filter(|&(&u, _)| graph.is_sink(u));
    let sum = sinks().fold(Point::default(), |sum, (_, &place)| sum + (place - middle));
    let towards_sinks = sum * (1.0 / sinks().count().max(1) as f64);
    // Along the way to the sinks if they lie to one side, else along the longer side.
    let along_y = match (towards_sinks.x.abs(), towards_sinks.y.abs()) {
        (x, y) if x.max(y) < 0.1 * size.x.max(size.y) => size.y > size.x * 1.05,
        (x, y) if y > 1.3 * x && size.x <= 3.0 * size.y => true,
        (x, y) if x > 1.3 * y && size.y <= 3.0 * size.x => false,
        _ => size.y > size.x * 1.05,
    };
    if along_y {
        places.iter_mut().for_each(|place| *place = Point::new(place.y, -place.x));
    }
    if clockwise_turns(instance, component, &position, &places) > 0 {
        places.iter_mut().for_each(|place| place.y = -place.y);
    }
    let middle = places.iter().map(|place| place.x).sum::<f64>() / places.len().max(1) as f64;
    let pull = |(&u, place): (&VertexId, &Point)| match () {
        () if graph.is_sink(u) => place.x - middle,
        () if instance.start() == Some(u) => middle - place.x,
        () => 0.0,
    };
    if component.iter().zip(&places).map(pull).sum::<f64>() < -1e-6 {
        // Half a turn keeps every order.
        places.iter_mut().for_each(|place| *place = *place * -1.0);
    }
    places
}

fn rotated(point: Point, sin: f64, cos: f64) -> Point {
    Point::new(point.x * cos - point.y * sin, point.x * sin + point.y * cos)
}

/// How many triples of successive arcs turn clockwise, less those that turn anticlockwise.
fn clockwise_turns(
    instance: &Instance,
    component: &[VertexId],
    position: &rotor_graph::VertexMap<usize>,
    places: &[Point],
) -> i64 {
    let mut turns = 0;
    for (at, &u) in component.iter().enumerate() {
        let mut heads: Vec<VertexId> = Vec::new();
        for &v in instance.graph().heads(u) {
            if v != u && !heads.contains(&v) && heads.len() < 8 {
                heads.push(v);
            }
        }
        if heads.len() < 3 {
            continue;
        }
        let angle = |v: VertexId| (places[position[v]] - places[at]).angle();
        for three in heads.windows(3) {
            let [a, b, c] = [angle(three[0]), angle(three[1]), angle(three[2])];
            let turn = |from: f64, to: f64| (to - from).rem_euclid(std::f64::consts::TAU);
            turns += if turn(a, b) < turn(a, c) { -1 } else { 1 };
        }
    }
    turns
}
