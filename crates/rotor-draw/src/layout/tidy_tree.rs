//! Tidy trees: children below their parent, subtrees as close as they can be, no edge across another.
//!
//! After Reingold and Tilford: every subtree is drawn once and moved as a whole, so equal subtrees look equal, and a
//! parent stands over the middle of its children. Siblings are packed once from the left and once from the right; the
//! mean of both is as narrow, and a mirrored tree is drawn as the mirror image.

use super::neighbours::Neighbours;
use super::{GAP, Places, Room, positions};
use crate::geometry::Point;
use rotor_graph::{Instance, Multigraph, VertexId};

/// How far a subtree reaches to the left and to the right of its root on each level, the root's own first.
type Contour = Vec<(f64, f64)>;

/// The places of a tree whose vertices stand parents before children. Time O(|V|·height + |A|), memory O(|V|).
pub(super) fn places(instance: &Instance, neighbours: &Neighbours, tree: &[VertexId], room: &Room) -> Places {
    let graph = instance.graph();
    let position = positions(tree, graph.vertex_count());
    let mut parents = vec![None; tree.len()];
    let mut depths = vec![0; tree.len()];
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); tree.len()];
    for (at, &u) in tree.iter().enumerate() {
        let below = anticlockwise(graph, neighbours, u, parents[at].map(|parent: usize| tree[parent]));
        for v in below {
            let child = position[v];
            (parents[child], depths[child]) = (Some(at), depths[at] + 1);
            children[at].push(child);
        }
    }

    // From the leaves up: where each vertex stands, measured from its parent.
    let mut offsets = vec![0.0; tree.len()];
    let mut contours: Vec<Contour> = vec![Vec::new(); tree.len()];
    let mut widest_fan = vec![0.0f64; depths.iter().max().map_or(0, |deepest| deepest + 1)];
    for at in (0..tree.len()).rev() {
        let below: Vec<Contour> =
            children[at].iter().map(|&child| std::mem::take(&mut contours[child])).collect();
        let xs = spread(&below);
        let half = room.halves[tree[at]].x;
        let mut contour = vec![(-half, half)];
        for (&child, (x, below)) in children[at].iter().zip(xs.iter().zip(&below)) {
            offsets[child] = *x;
            for (level, &(left, right)) in below.iter().enumerate() {
                let reach = (left + x, right + x);
                match contour.get_mut(level + 1) {
                    Some(known) => *known = (known.0.min(reach.0), known.1.max(reach.1)),
                    None => contour.push(reach),
                }
            }
        }
        let fan = xs.last().copied().unwrap_or(0.0);
        widest_fan[depths[at]] = widest_fan[depths[at]].max(fan);
        contours[at] = contour;
    }

    let levels = levels(tree, &depths, &widest_fan, room);
    let mut places: Places = Vec::with_capacity(tree.len());
    for at in 0..tree.len() {
        let above = parents[at].map_or(0.0, |parent: usize| places[parent].x);
        places.push(Point::new(above + offsets[at], levels[depths[at]]));
    }
    places
}

/// The neighbours of `u` but for its parent, from left to right, so that its rotor order turns anticlockwise, as in the
/// figures of the paper.
fn anticlockwise(
    graph: &Multigraph,
    neighbours: &Neighbours,
    u: VertexId,
    parent: Option<VertexId>,
) -> Vec<VertexId> {
    let around = neighbours.of_vertex(u);
    let Some(parent) = parent else { return around.to_vec() };
    let at = around.iter().position(|&v| v == parent).unwrap_or(0);
    // A parent that no arc leads to stands among those that have no place in the rotor order.
    let turned = if graph.heads(u).contains(&parent) { at } else { 0 };
    let (before, after) = around.split_at(turned);
    after.iter().chain(before).copied().filter(|&v| v != parent).collect()
}

/// Where subtrees of these contours stand side by side, their middle at 0.
fn spread(below: &[Contour]) -> Vec<f64> {
    let from_left = packed(below.iter());
    let mirrored: Vec<Contour> =
        below.iter().map(|contour| contour.iter().map(|&(left, right)| (-right, -left)).collect()).collect();
    let mut from_right = packed(mirrored.iter().rev());
    from_right.reverse();
    let total = from_left.last().copied().unwrap_or(0.0);
    let mean = |(left, right): (&f64, &f64)| (left + total - right) / 2.0 - total / 2.0;
    from_left.iter().zip(&from_right).map(mean).collect()
}

/// Where subtrees stand if each is put as far to the left as those before it allow, the first at 0.
fn packed<'c>(below: impl Iterator<Item = &'c Contour>) -> Vec<f64> {
    let mut right_sides: Vec<f64> = Vec::new();
    let mut xs = Vec::new();
    for contour in below {
        let meeting = right_sides.iter().zip(contour).map(|(&side, &(left, _))| side + GAP - left);
        let x = meeting.fold(if xs.is_empty() { 0.0 } else { f64::NEG_INFINITY }, f64::max);
        for (level, &(_, right)) in contour.iter().enumerate() {
            match right_sides.get_mut(level) {
                Some(side) => *side = side.max(x + right),
                None => right_sides.push(x + right),
            }
        }
        xs.push(x);
    }
    xs
}

/// The height of each level: far enough below the one above that arcs are long enough, and not too flat.
fn levels(tree: &[VertexId], depths: &[usize], widest_fan: &[f64], room: &Room) -> Vec<f64> {
    let mut heights = vec![0.0f64; widest_fan.len()];
    for (&u, &depth) in tree.iter().zip(depths) {
        heights[depth] = heights[depth].max(room.halves[u].y);
    }
    let mut levels = vec![0.0; widest_fan.len()];
    for depth in 1..levels.len() {
        let steep = (widest_fan[depth - 1] * 0.2).clamp(room.arc, 16.0 * room.arc);
        levels[depth] = levels[depth - 1] + heights[depth - 1] + steep + heights[depth];
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_siblings_are_centred_and_mirrors_are_mirrored() {
        let leaf = vec![(-10.0, 10.0)];
        let wide = vec![(-10.0, 10.0), (-80.0, 80.0)];
        let xs = spread(&[wide.clone(), leaf.clone(), leaf.clone(), wide.clone()]);
        // The two wide ones stand apart by their lower levels, the two leaves in the middle between them.
        let (outer, inner) = (80.0 + GAP / 2.0, 10.0 + GAP / 2.0);
        assert_eq!(xs, [-outer, -inner, inner, outer]);
        let mirrored: Vec<f64> = spread(&[leaf.clone(), wide.clone()]).iter().rev().map(|x| -x).collect();
        assert_eq!(spread(&[wide, leaf]), mirrored);
        assert_eq!(spread(&[]), Vec::<f64>::new());
    }
}
