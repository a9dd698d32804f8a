//! Stress: places whose distances are as close as possible to those of the graph.
//!
//! Stochastic gradient descent after Zheng, Pawar and Goodman (2018): pairs of vertices are taken in a shuffled order and
//! moved towards their distance in Ḡ, by less and less. The dice are seeded and only sums, products, quotients and
//! square roots are taken, so the same graph gets the same places everywhere.

use super::{Part, Places, positions};
use crate::geometry::Point;
use rotor_graph::{Stop, Tick};
use std::ops::Range;

/// How often all pairs are taken: one more than a power of two, so that the step's decay is a repeated square root.
const SQUARE_ROOTS: u32 = 5;

/// How many pairs are taken between two ticks.
const PORTION: usize = 1 << 12;

/// A larger component is placed by the distances from some of its vertices, the pivots, which are spread over it.
pub(super) const MOST_PAIRED: usize = 2_000;
const PIVOTS: usize = 64;
/// How many second neighbours each vertex is held apart from, on each of its neighbours.
const SECOND: usize = 3;

/// Two vertices of a component and the distance that they should have, in edges.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub(super) first: u32,
    pub(super) second: u32,
    pub(super) distance: f32,
    /// Whether the first one stays: a pivot, which would be moved by everything at once.
    pub(super) stays: bool,
}

/// Places for a connected component. Time O(|V|² + |V|·|A|) and memory O(|V|²) for up to 2,000
/// vertices, then time and memory O(|V| + |A|).
pub(super) fn places(part: Part<'_>, tick: &mut dyn Tick) -> Result<Places, Stop> {
    let vertices = part.vertices.len();
    let pairs = match vertices <= MOST_PAIRED {
        true => all_pairs(part, tick)?,
        false => pivot_pairs(part, tick)?,
    };
    let widest = (0..vertices).map(|at| part.half(at).length()).sum::<f64>() / vertices.max(1) as f64;
    relaxed(pairs, vertices, part.room.arc + 2.0 * widest, tick)
}

/// Places for `vertices` vertices whose distances are as near as can be to those of `pairs`, measured in edges of this length;
/// none if `watch` stops it.
pub(super) fn relaxed(
    mut pairs: Vec<Pair>,
    vertices: usize,
    edge: f64,
    tick: &mut dyn Tick,
) -> Result<Places, Stop> {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let side = (vertices as f64).sqrt() * edge;
    let mut places: Places =
        (0..vertices).map(|_| Point::new(side * dice.fraction(), side * dice.fraction())).collect();

    let farthest = f64::from(pairs.iter().map(|pair| pair.distance).fold(1.0, f32::max));
    let (first_step, last_step) = (farthest * farthest, 0.05);
    let decay = (0..SQUARE_ROOTS).fold(last_step / first_step, |decay: f64, _| decay.sqrt());
    let mut step = first_step;
    for _ in 0..=1u32 << SQUARE_ROOTS {
        dice.shuffle(&mut pairs);
        for (taken, &Pair { first, second, distance, stays }) in pairs.iter().enumerate() {
            if taken % PORTION == 0 {
                tick.tick(PORTION as u64)?;
            }
            let (first, second, distance) = (first as usize, second as usize, f64::from(distance));
            let way = places[first] - places[second];
            let length = way.length().max(1e-9);
            let share = (step / (distance * distance)).min(1.0) * (length - distance * edge) / 2.0;
            let shift = way * (share / length);
            if !stays {
                places[first] = places[first] - shift;
            }
            places[second] = places[second] + shift;
        }
        step *= decay;
    }
    Ok(places)
}

/// Every pair of vertices.
fn all_pairs(part: Part<'_>, tick: &mut dyn Tick) -> Result<Vec<Pair>, Stop> {
    let vertices = part.vertices.len();
    let distances = distances(part, 0..vertices, tick)?;
    let pair = |first: u32, second: u32| Pair {
        first,
        second,
        distance: f32::from(distances[first as usize * vertices + second as usize]),
        stays: false,
    };
    Ok((1..vertices as u32)
        .flat_map(|second| (0..second).map(move |first| (first, second)))
        .map(|(first, second)| pair(first, second))
        .collect())
}

/// Every pivot with every vertex, and the edges of Ḡ. Each pivot is as far from those before it as a vertex can be
/// [after Ortmann, Klimenta and Brandes, A sparse stress model, 2016].
fn pivot_pairs(part: Part<'_>, tick: &mut dyn Tick) -> Result<Vec<Pair>, Stop> {
    let vertices = part.vertices.len();
    let mut nearest = vec![u16::MAX; vertices];
    let mut is_pivot = vec![false; vertices];
    let mut pairs = Vec::new();
    let mut pivot = 0;
    for _ in 0..PIVOTS {
        is_pivot[pivot] = true;
        let row = distances(part, pivot..pivot + 1, tick)?;
        for (at, &distance) in row.iter().enumerate().filter(|&(at, _)| at != pivot) {
            let (first, second) = (pivot as u32, at as u32);
            pairs.push(Pair { first, second, distance: f32::from(distance), stays: true });
            nearest[at] = nearest[at].min(distance);
        }
        nearest[pivot] = 0;
        pivot = (0..vertices).max_by_key(|&at| (nearest[at], std::cmp::Reverse(at))).unwrap_or(0);
    }
    for pair in &mut pairs {
        pair.stays = !is_pivot[pair.second as usize];
    }
    let position = positions(part.vertices);
    // What has the same distances from all pivots would stand on one spot, if it were not for a few pairs of second neighbours.
    for at in 0..vertices {
        let around = part.around(at);
        for (at, &v) in around.iter().enumerate() {
            let next = (1..=SECOND).map(|more| around[(at + more) % around.len()]).filter(|&w| w > v);
            let first = position[v] as u32;
            pairs.extend(next.map(|w| Pair {
                first,
                second: position[w] as u32,
                distance: 2.0,
                stays: false,
            }));
        }
    }
    for first in 0..vertices {
        let after = part.around(first).iter().map(|&v| position[v]).filter(|&second| second > first);
        pairs.extend(after.map(|second| Pair {
            first: first as u32,
            second: second as u32,
            distance: 1.0,
            stays: false,
        }));
    }
    Ok(pairs)
}

/// The distances in Ḡ of all vertices of a component from some of them, a row for each, by a search from it, unless `watch`
/// stops it.
fn distances(part: Part<'_>, from: Range<usize>, tick: &mut dyn Tick) -> Result<Vec<u16>, Stop> {
    let vertices = part.vertices.len();
    let position = positions(part.vertices);
    let mut distances = vec![u16::MAX; vertices * from.len()];
    for (from, row) in from.zip(distances.chunks_mut(vertices)) {
        tick.tick(vertices as u64)?;
        row[from] = 0;
        let mut queue = vec![from];
        let mut next = 0;
        while let Some(&at) = queue.get(next) {
            next += 1;
            for &v in part.around(at) {
                let to = position[v];
                if row[to] == u16::MAX {
                    row[to] = row[at].saturating_add(1);
                    queue.push(to);
                }
            }
        }
    }
    Ok(distances)
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
