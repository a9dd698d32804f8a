//! Stress: places whose distances are as close as possible to those of the graph.
//!
//! Stochastic gradient descent after Zheng, Pawar and Goodman (2018): pairs of vertices are taken in a shuffled order and
//! moved towards their distance in Ḡ, by less and less. The dice are seeded and only sums, products, quotients and
//! square roots are taken, so the same graph gets the same places everywhere.

use super::neighbours::Neighbours;
use super::{Places, Room, positions};
use crate::geometry::Point;
use rotor_graph::VertexId;
use rotor_graph::Watch;

/// How often all pairs are taken: one more than a power of two, so that the step's decay is a repeated square root.
const SQUARE_ROOTS: u32 = 5;

/// How many pairs are taken between two calls of the watch.
const PORTION: usize = 1 << 12;

/// Places for a connected component, unless `watch` stops it. Time O(|V|² + |V|·|A|), memory O(|V|²).
pub(super) fn places(
    neighbours: &Neighbours,
    component: &[VertexId],
    room: &Room,
    watch: Watch<'_>,
) -> Option<Places> {
    let distances = distances(neighbours, component, watch)?;
    let vertices = component.len();
    let widest = component.iter().map(|&u| room.halves[u].length()).sum::<f64>() / vertices.max(1) as f64;
    let edge = room.arc + 2.0 * widest;
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let side = (vertices as f64).sqrt() * edge;
    let mut places: Places =
        (0..vertices).map(|_| Point::new(side * dice.fraction(), side * dice.fraction())).collect();
    let mut pairs: Vec<(u32, u32)> =
        (1..vertices as u32).flat_map(|second| (0..second).map(move |first| (first, second))).collect();

    let farthest = f64::from(distances.iter().copied().max().unwrap_or(1).max(1));
    let (first_step, last_step) = (farthest * farthest, 0.05);
    let decay = (0..SQUARE_ROOTS).fold(last_step / first_step, |decay: f64, _| decay.sqrt());
    let mut step = first_step;
    for _ in 0..=1u32 << SQUARE_ROOTS {
        dice.shuffle(&mut pairs);
        for (taken, &(first, second)) in pairs.iter().enumerate() {
            if taken % PORTION == 0 && !watch(PORTION as u64) {
                return None;
            }
            let (first, second) = (first as usize, second as usize);
            let distance = f64::from(distances[first * vertices + second]);
            let way = places[first] - places[second];
            let length = way.length().max(1e-9);
            let share = (step / (distance * distance)).min(1.0) * (length - distance * edge) / 2.0;
            let shift = way * (share / length);
            places[first] = places[first] - shift;
            places[second] = places[second] + shift;
        }
        step *= decay;
    }
    Some(places)
}

/// The distance in Ḡ between any two vertices of a component, by a search from each, unless `watch` stops it.
fn distances(neighbours: &Neighbours, component: &[VertexId], watch: Watch<'_>) -> Option<Vec<u16>> {
    let vertices = component.len();
    let all = component.iter().map(|u| u.index() + 1).max().unwrap_or(0);
    let position = positions(component, all);
    let mut distances = vec![u16::MAX; vertices * vertices];
    for from in 0..vertices {
        if !watch(vertices as u64) {
            return None;
        }
        let row = &mut distances[from * vertices..(from + 1) * vertices];
        row[from] = 0;
        let mut queue = vec![from];
        let mut next = 0;
        while let Some(&at) = queue.get(next) {
            next += 1;
            for &v in neighbours.of_vertex(component[at]) {
                let to = position[v];
                if row[to] == u16::MAX {
                    row[to] = row[at].saturating_add(1);
                    queue.push(to);
                }
            }
        }
    }
    Some(distances)
}

/// Marsaglia's xorshift: enough to shuffle, and the same everywhere.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, (self.next() % (end as u64 + 1)) as usize);
        }
    }
}
