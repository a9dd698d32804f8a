//! Completed places: vertices that were not placed yet stand near their neighbours, where nothing else does (F34).

use super::neighbours::Neighbours;
use super::{GAP, Room};
use crate::geometry::{Point, Rectangle};
use rotor_graph::{VertexId, VertexMap};

/// How many rings around the neighbours are tried, and how many places on each.
const RINGS: usize = 24;
const ON_A_RING: usize = 16;

/// A place for every vertex, those that are given kept; none if no vertex has one, or if they are those of another graph.
///
/// Time O(|V|) if none is missing, else O(|V|·m) for m missing ones.
pub(super) fn completed(
    given: &VertexMap<Option<Point>>,
    neighbours: &Neighbours,
    room: &Room,
) -> Option<VertexMap<Point>> {
    if given.len() != room.halves.len() || given.iter().all(|(_, place)| place.is_none()) {
        return None;
    }
    let mut places = given.clone();
    let missing: Vec<VertexId> = given.iter().filter(|(_, place)| place.is_none()).map(|(u, _)| u).collect();
    for u in missing {
        let around = neighbours.of_vertex(u).iter().filter_map(|&v| places[v]);
        let (sum, count) = around.fold((Point::default(), 0), |(sum, count), at| (sum + at, count + 1));
        let frame = places.iter().filter_map(|(v, &at)| Some(Rectangle::around(at?, room.halves[v])));
        let frame = frame.reduce(Rectangle::and)?;
        let beside =
            Point::new(frame.most.x + room.arc + room.halves[u].x, (frame.least.y + frame.most.y) / 2.0);
        let middle = if count == 0 { beside } else { sum * (1.0 / f64::from(count)) };
        places[u] = Some(free_near(middle, u, &places, room).unwrap_or(beside));
    }
    Some(VertexMap::from_vec(places.iter().map(|(_, place)| place.unwrap_or_default()).collect()))
}

/// The first place on rings around `middle` where `u` overlaps nothing.
fn free_near(middle: Point, u: VertexId, places: &VertexMap<Option<Point>>, room: &Room) -> Option<Point> {
    let gap = Point::new(GAP, GAP);
    let step = room.arc / 2.0 + room.halves[u].x;
    let rings =
        (0..RINGS).flat_map(|ring| (0..if ring == 0 { 1 } else { ON_A_RING }).map(move |turn| (ring, turn)));
    let spots = rings.map(|(ring, turn)| {
        let angle = std::f64::consts::TAU * turn as f64 / ON_A_RING as f64;
        middle + Point::new(angle.cos(), angle.sin()) * (step * ring as f64)
    });
    let is_free = |&at: &Point| {
        let own = Rectangle::around(at, room.halves[u] + gap);
        let mut others = places.iter().filter(|&(v, _)| v != u);
        others.all(|(v, place)| {
            place.is_none_or(|place| !Rectangle::around(place, room.halves[v]).overlaps(own))
        })
    };
    let mut spots = spots;
    spots.find(is_free)
}
