//! Apart: vertices that would overlap are moved away from each other.

use super::{GAP, Places, Room};
use crate::geometry::{Point, Rectangle};
use rotor_graph::VertexId;
use rotor_graph::Watch;

/// How often overlapping pairs are moved before everything is stretched, by how much that is, and how often it is done.
const ROUNDS: usize = 60;
const STRETCH: f64 = 1.15;
const STRETCHES: usize = 16;

/// `places` with at least a gap between any two vertices, unless `watch` stops it. Time O(|V|²) per round at worst.
pub(super) fn moved(
    component: &[VertexId],
    mut places: Places,
    room: &Room,
    watch: Watch<'_>,
) -> Option<Places> {
    let half = |at: usize| room.halves[component[at]] + Point::new(GAP / 2.0, GAP / 2.0);
    for round in 1..=ROUNDS * STRETCHES {
        let close = overlapping(&places, &half);
        if close.is_empty() {
            return Some(places);
        }
        if !watch((places.len() + close.len()) as u64) {
            return None;
        }
        for (first, second) in close {
            let way = places[second] - places[first];
            let least = half(first) + half(second);
            let missing = Point::new(least.x - way.x.abs(), least.y - way.y.abs());
            if missing.x <= 0.0 || missing.y <= 0.0 {
                continue;
            }
            // Along the axis on which less is missing.
            let side = |along: f64| if along < 0.0 { -0.51 } else { 0.51 };
            let shift = match missing.x < missing.y {
                true => Point::new(missing.x * side(way.x), 0.0),
                false => Point::new(0.0, missing.y * side(way.y)),
            };
            places[first] = places[first] - shift;
            places[second] = places[second] + shift;
        }
        if round % ROUNDS == 0 {
            places.iter_mut().for_each(|place| *place = *place * STRETCH);
        }
    }
    // Stretching by this much parts every pair that is left.
    let mut stretch = 1.0f64;
    for (first, second) in overlapping(&places, &half) {
        let way = places[second] - places[first];
        let least = half(first) + half(second);
        let needed = (least.x / way.x.abs()).min(least.y / way.y.abs());
        stretch = stretch.max(needed.min(50.0));
    }
    places.iter_mut().for_each(|place| *place = *place * stretch);
    Some(places)
}

/// How many pairs of vertices overlap. Time O(|V|²) at worst.
pub(super) fn crowd(component: &[VertexId], places: &[Point], room: &Room) -> usize {
    overlapping(places, &|at: usize| room.halves[component[at]]).len()
}

/// The pairs that overlap, by a sweep from left to right.
fn overlapping(places: &[Point], half: &impl Fn(usize) -> Point) -> Vec<(usize, usize)> {
    let boxes: Vec<Rectangle> =
        places.iter().enumerate().map(|(at, &place)| Rectangle::around(place, half(at))).collect();
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|&a, &b| boxes[a].least.x.total_cmp(&boxes[b].least.x).then(a.cmp(&b)));
    let mut pairs = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for &at in &order {
        open.retain(|&other| boxes[other].most.x > boxes[at].least.x);
        pairs
            .extend(open.iter().filter(|&&other| boxes[other].overlaps(boxes[at])).map(|&other| (other, at)));
        open.push(at);
    }
    pairs
}
