//! Large trees: their heaviest part by distances, and around each of its vertices what hangs there, on rings.
//!
//! All pairs of five thousand vertices would take seconds. The vertices with the largest subtrees are a tree of their own; each
//! asks for as much room as what hangs on it needs, and what hangs there is put into that room from the inside out, every
//! subtree in a sector of its own.

use super::neighbours::Neighbours;
use super::stress::{Pair, relaxed};
use super::{GAP, Places, Room, apart, positions};
use crate::geometry::Point;
use rotor_graph::{VertexId, Watch};
use std::f64::consts::TAU;

/// How many vertices are placed by distances at most, and how large the subtree of each is at least.
const CORE: usize = 600;
const LEAST: usize = 6;

/// A part of a ring around a vertex of the core: what hangs in it begins at `inner`.
#[derive(Clone, Copy)]
struct Sector {
    middle: Point,
    from: f64,
    angle: f64,
    inner: f64,
}

/// The places of a tree whose vertices stand parents before children, unless `watch` stops it; inside that, none if there is
/// not enough room for them. Time and memory O(|V| log |V|), but for what overlaps at first.
pub(super) fn places(
    neighbours: &Neighbours,
    tree: &[VertexId],
    room: &Room,
    watch: Watch<'_>,
) -> Option<Option<Places>> {
    let parents = parents(neighbours, tree);
    let mut sizes = vec![1usize; tree.len()];
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); tree.len()];
    for at in (1..tree.len()).rev() {
        sizes[parents[at]] += sizes[at];
    }
    for at in 1..tree.len() {
        children[parents[at]].push(at);
    }
    let mut order: Vec<usize> = (0..tree.len()).collect();
    // A parent is larger than its children, so that those before any place are a tree.
    order.sort_by_key(|&at| (std::cmp::Reverse(sizes[at]), at));
    let mut is_core = vec![false; tree.len()];
    let is_large = |at: &&usize| **at == 0 || sizes[**at] >= LEAST;
    order.iter().take_while(is_large).take(CORE).for_each(|&at| is_core[at] = true);

    let half = tree.iter().map(|&u| room.halves[u].x).sum::<f64>() / tree.len().max(1) as f64;
    let cell = 2.0 * half + GAP;
    let edge = 2.0 * half + room.arc;
    let hanging =
        |at: usize| children[at].iter().filter(|&&child| !is_core[child]).map(|&child| sizes[child]);
    // A disc for what hangs on a vertex, larger than its cells because sectors do not fill it.
    let reach = |at: usize| cell * (0.6 * hanging(at).sum::<usize>() as f64).sqrt();
    let mut places = core_places(&parents, &is_core, edge, &reach, watch)?;

    let mut sectors: Vec<Option<Sector>> = vec![None; tree.len()];
    for at in 0..tree.len() {
        let sector = match is_core[at] {
            true => {
                let around = parents.get(at).filter(|_| at > 0).into_iter().chain(&children[at]);
                let angles = around
                    .filter(|&&other| is_core[other])
                    .map(|&other| (places[other] - places[at]).angle());
                let from = widest_gap(angles.collect());
                Sector { middle: places[at], from, angle: TAU, inner: edge }
            }
            false => match sectors[at] {
                Some(sector) => sector,
                None => continue,
            },
        };
        let below: Vec<usize> = children[at].iter().copied().filter(|&child| !is_core[child]).collect();
        fan(&below, sector, cell, edge, &sizes, &mut places, &mut sectors);
    }
    // A tree that doubles from level to level finds no room around its middle.
    if apart::crowd(tree, &places, room) > tree.len() {
        return Some(None);
    }
    apart::moved(tree, places, room, watch).map(Some)
}

/// The position of the parent of each vertex of a tree; that of the root does not matter.
fn parents(neighbours: &Neighbours, tree: &[VertexId]) -> Vec<usize> {
    let position = positions(tree, tree.iter().map(|u| u.index() + 1).max().unwrap_or(0));
    let mut parents = vec![usize::MAX; tree.len()];
    for (at, &u) in tree.iter().enumerate() {
        let below = neighbours.of_vertex(u).iter().map(|&v| position[v]).filter(|&below| below > at);
        below.for_each(|below| parents[below] = at);
    }
    parents
}

/// The vertices of the core by their distances, where an edge is longer by what its ends reach; others at the origin.
fn core_places(
    parents: &[usize],
    is_core: &[bool],
    edge: f64,
    reach: &impl Fn(usize) -> f64,
    watch: Watch<'_>,
) -> Option<Places> {
    let core: Vec<usize> = (0..parents.len()).filter(|&at| is_core[at]).collect();
    let mut index = vec![usize::MAX; parents.len()];
    core.iter().enumerate().for_each(|(number, &at)| index[at] = number);
    // Each row from that of the parent, which comes before it: one edge more to everything known so far.
    let mut rows: Vec<Vec<f32>> = Vec::with_capacity(core.len());
    let mut pairs = Vec::new();
    for (number, &at) in core.iter().enumerate() {
        if !watch(number as u64 + 1) {
            return None;
        }
        let mut row = vec![0.0f32; number + 1];
        if number > 0 {
            let parent = index[parents[at]];
            let length = (1.0 + (reach(at) + reach(parents[at])) / edge) as f32;
            for (other, distance) in row.iter_mut().enumerate().take(number) {
                let known = if other <= parent { rows[parent][other] } else { rows[other][parent] };
                *distance = known + length;
                pairs.push(Pair {
                    first: other as u32,
                    second: number as u32,
                    distance: *distance,
                    stays: false,
                });
            }
        }
        rows.push(row);
    }
    let relaxed = relaxed(pairs, core.len(), edge, watch)?;
    let mut places = vec![Point::default(); parents.len()];
    core.iter().zip(relaxed).for_each(|(&at, place)| places[at] = place);
    Some(places)
}

/// The direction in the middle of the widest gap between `angles`.
fn widest_gap(mut angles: Vec<f64>) -> f64 {
    angles.sort_by(f64::total_cmp);
    let Some(&first) = angles.first() else { return 0.0 };
    let next = angles.iter().skip(1).copied().chain([first + TAU]);
    let gaps = angles.iter().zip(next).map(|(&from, to)| (to - from, from));
    let widest = gaps.fold((0.0, 0.0), |best, gap| if gap.0 > best.0 { gap } else { best });
    widest.1 + widest.0 / 2.0
}

/// Puts vertices side by side into a sector, on as many rings as they need, the largest subtrees first; each gets the part of
/// the sector behind it that its size asks for.
fn fan(
    below: &[usize],
    Sector { middle, from, angle, inner }: Sector,
    cell: f64,
    edge: f64,
    sizes: &[usize],
    places: &mut Places,
    sectors: &mut [Option<Sector>],
) {
    let total: usize = below.iter().map(|&child| sizes[child]).sum();
    let holds = |rings: usize| {
        let on_ring = |ring: usize| (angle * (inner + ring as f64 * cell) / cell).floor().max(1.0);
        (0..rings).map(on_ring).sum::<f64>() >= below.len() as f64
    };
    let rings = (1..=below.len()).find(|&rings| holds(rings)).unwrap_or(1);
    let outer = inner + rings as f64 * cell - cell + edge.min(1.3 * cell);
    let mut at = from;
    for (number, &child) in below.iter().enumerate() {
        let share = angle * sizes[child] as f64 / total as f64;
        let radius = inner + (number % rings) as f64 * cell;
        places[child] = middle + Point::towards(at + share / 2.0) * radius;
        sectors[child] = Some(Sector { middle, from: at, angle: share, inner: outer });
        at += share;
    }
}
