//! Long trees: a path with what hangs on it, too long for one row.
//!
//! The heaviest way down goes along rows that run to and fro, as a path does; what branches off hangs below it, laid out in
//! the same way. So a caterpillar is as compact as a path. No two vertices overlap, and as long as no more than 16 branches
//! hang on a vertex, no edge runs through another one: their edges lie in a strip above them, the farther the other end,
//! the higher. The rotor order is not visible.

use super::neighbours::Neighbours;
use super::{GAP, Hung, Places, Room, positions};
use crate::curve::ARROW;
use crate::geometry::Point;
use rotor_graph::{VertexId, VertexMap};

/// Part of a tree around its topmost vertex, which stands at the origin in its first row.
#[derive(Default)]
struct Block {
    places: Vec<(usize, Point)>,
    /// How far it reaches to the left (not above 0), to the right and down.
    left: f64,
    right: f64,
    bottom: f64,
}

impl Block {
    fn mirrored(mut self) -> Self {
        self.places.iter_mut().for_each(|(_, place)| place.x = -place.x);
        (self.left, self.right) = (-self.right, -self.left);
        self
    }
}

/// The places of a tree whose vertices stand parents before children, in rows of about `width` or, without one, so that
/// it is a little wider than high. Time and memory O(|V| log |V|): a vertex is copied once for every block it is in, and
/// blocks at least halve from one to the next.
pub(super) fn places(
    neighbours: &Neighbours,
    tree: &[VertexId],
    room: &Room,
    width: Option<f64>,
    hung: &mut VertexMap<Option<Hung>>,
) -> Places {
    let position = positions(tree, tree.iter().map(|u| u.index() + 1).max().unwrap_or(0));
    let mut parents = vec![usize::MAX; tree.len()];
    for (at, &u) in tree.iter().enumerate() {
        for &v in neighbours.of_vertex(u) {
            if position[v] != parents[at] {
                parents[position[v]] = at;
            }
        }
    }
    let mut sizes = vec![1usize; tree.len()];
    let mut heavy = vec![usize::MAX; tree.len()];
    for at in (1..tree.len()).rev() {
        let parent = parents[at];
        sizes[parent] += sizes[at];
        if heavy[parent] == usize::MAX || sizes[at] > sizes[heavy[parent]] {
            heavy[parent] = at;
        }
    }

    // What hangs on each vertex, from the leaves up; the top of a block comes before everything below it.
    let mut hanging: Vec<Vec<Block>> = tree.iter().map(|_| Vec::new()).collect();
    for top in (0..tree.len()).rev() {
        if top > 0 && heavy[parents[top]] == top {
            continue;
        }
        let spine = std::iter::successors(Some(top), |&at| Some(heavy[at]).filter(|&at| at != usize::MAX));
        let spine: Vec<(usize, Vec<Block>)> =
            spine.map(|at| (at, std::mem::take(&mut hanging[at]))).collect();
        let block = rows(spine, tree, room, if top == 0 { width } else { None }, hung);
        match top {
            0 => {
                let mut places = vec![Point::default(); tree.len()];
                block.places.into_iter().for_each(|(at, place)| places[at] = place);
                return places;
            }
            _ => {
                let hanging = &mut hanging[parents[top]];
                hanging.push(block);
                // The narrowest is nearest, so that edges are short.
                hanging.sort_by(|a, b| (a.right - a.left).total_cmp(&(b.right - b.left)));
            }
        }
    }
    Places::new()
}

/// Notes what hangs on `from`, from the nearest to the farthest.
fn hang(from: VertexId, blocks: &[Block], tree: &[VertexId], hung: &mut VertexMap<Option<Hung>>) {
    for (index, block) in blocks.iter().enumerate().filter(|_| blocks.len() <= MOST_IN_A_ROW) {
        let rank = (index as f64 + 0.5) / blocks.len() as f64;
        hung[tree[block.places[0].0]] = Some(Hung { from, rank });
    }
}

/// How far apart the edges to what hangs on a vertex are.
const TRACK: f64 = 7.0;
/// More branches than this hang in several rows, with straight edges.
const MOST_IN_A_ROW: usize = 16;

/// What hangs on a vertex that stands at the origin, side by side below it. The first is at least `aside` to the right.
fn fan(blocks: &[Block], half: Point, aside: f64, tree: &[VertexId], room: &Room) -> Block {
    let root = |block: &Block| room.halves[tree[block.places[0].0]].y;
    let area: f64 = blocks.iter().map(|block| (block.right - block.left + GAP) * (block.bottom + GAP)).sum();
    let width = if blocks.len() > MOST_IN_A_ROW { (1.8 * area).sqrt() } else { f64::INFINITY };
    // The tops of all roots are level, so that no edge on its way to one runs through another.
    let mut top = half.y + room.arc.max(2.0 * ARROW + TRACK * blocks.len().min(MOST_IN_A_ROW) as f64);
    let mut all = Block::default();
    let mut edge: Option<f64> = None;
    for block in blocks {
        if edge.is_some_and(|edge| edge > width) {
            (top, edge) = (all.bottom + GAP, None);
        }
        let x = match edge {
            None if aside > 0.0 => aside - block.left,
            None => 0.0,
            Some(edge) => edge + GAP - block.left,
        };
        let at = Point::new(x, top + root(block));
        all.places.extend(block.places.iter().map(|&(vertex, place)| (vertex, place + at)));
        all.left = all.left.min(at.x + block.left);
        all.right = all.right.max(at.x + block.right);
        all.bottom = all.bottom.max(at.y + block.bottom);
        edge = Some(x + block.right);
    }
    all
}

/// The spine in rows that run to and fro, with what hangs on each of its vertices.
fn rows(
    spine: Vec<(usize, Vec<Block>)>,
    tree: &[VertexId],
    room: &Room,
    width: Option<f64>,
    hung: &mut VertexMap<Option<Hung>>,
) -> Block {
    let half = |at: usize| room.halves[tree[at]];
    let straight: Vec<Block> =
        spine.iter().map(|(at, blocks)| fan(blocks, half(*at), 0.0, tree, room)).collect();
    let column = |at: usize, fan: &Block| {
        (half(at).x.max(-fan.left) + half(at).x.max(fan.right) + GAP).max(2.0 * half(at).x + room.arc)
    };
    let area: f64 = spine
        .iter()
        .zip(&straight)
        .map(|((at, _), fan)| column(*at, fan) * (fan.bottom.max(half(*at).y) + half(*at).y + GAP))
        .sum();
    let width = width.unwrap_or_else(|| (1.8 * area).sqrt());
    let tallest = spine.iter().map(|(at, _)| half(*at).y).fold(0.0, f64::max);

    let mut all = Block::default();
    // Rows go to the right and to the left in turn; x is measured in the direction of the row, from where it starts.
    let (mut row, mut start, mut sign) = (0.0, Point::default(), 1.0);
    let (mut previous, mut edge, mut bottom): (Option<(f64, f64)>, f64, f64) = (None, 0.0, 0.0);
    let last = spine.len() - 1;
    for (index, ((at, blocks), straight)) in spine.into_iter().zip(straight).enumerate() {
        let put = |fan: &Block, edge: f64, previous: Option<(f64, f64)>| match previous {
            None => 0.0,
            Some((x, reach)) => {
                let beside = edge + GAP + half(at).x.max(-fan.left);
                beside.max(x + reach + room.arc + half(at).x)
            }
        };
        let x = put(&straight, edge, previous);
        let limit = if sign > 0.0 { width - start.x } else { start.x };
        let turns = index < last && x + half(at).x.max(straight.right) > limit;
        // The last vertex of a row has the way down to the next row to itself; what hangs on it stands before that.
        hang(tree[at], &blocks, tree, hung);
        let (fan, x) = match turns {
            false => (straight, x),
            true => {
                let turned = fan(&blocks, half(at), half(at).x + GAP / 2.0, tree, room).mirrored();
                let x = put(&turned, edge, previous);
                (turned, x)
            }
        };
        let place = Point::new(start.x + sign * x, row);
        all.places.push((at, place));
        all.places
            .extend(fan.places.iter().map(|&(at, hung)| (at, place + Point::new(sign * hung.x, hung.y))));
        let (before, behind) = (half(at).x.max(-fan.left), half(at).x.max(fan.right));
        let sides = [place.x - sign * before, place.x + sign * behind];
        all.left = sides.iter().copied().fold(all.left, f64::min);
        all.right = sides.iter().copied().fold(all.right, f64::max);
        bottom = f64::max(bottom, row + half(at).y.max(fan.bottom));
        all.bottom = all.bottom.max(bottom);
        (previous, edge) = (Some((x, half(at).x)), x + behind);
        if turns {
            start = place;
            row = (bottom + GAP + tallest).max(row + 2.0 * tallest + room.arc);
            (sign, previous, edge, bottom) = (-sign, None, 0.0, row);
        }
    }
    all
}
