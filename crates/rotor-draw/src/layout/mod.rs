//! Layout: where every vertex stands.
//!
//! Unless a geometry is given, components are laid out one by one, each in the way that suits it, and put side by side:
//! paths in rows, trees tidily from the root down, long trees in rows as well, other large ones from the middle outwards, and
//! all other graphs so that distances in the picture are close to those of the graph.

mod apart;
mod completed;
mod components;
mod given;
mod large_tree;
mod long_tree;
mod neighbours;
mod orientation;
mod path_rows;
mod shelves;
mod stress;
mod tidy_tree;

use crate::geometry::{Point, Rectangle};
use components::{Component, Shape, components};
pub use given::{Geometry, Layout};
use neighbours::Neighbours;
use rotor_graph::Watch;
use rotor_graph::{Instance, VertexId, VertexMap};

/// The room that vertices need and the room between them.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    /// How far each vertex reaches to each side of its middle.
    pub(crate) halves: VertexMap<Point>,
    /// The least length of an arc between the borders of its ends.
    pub(crate) arc: f64,
}

/// Where everything stands.
pub(crate) struct Placed {
    pub(crate) places: VertexMap<Point>,
    /// What hangs below a vertex that is not next to it, in large trees.
    pub(crate) hung: VertexMap<Option<Hung>>,
}

/// How a vertex hangs below another one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Hung {
    pub(crate) from: VertexId,
    /// How far it is among those that hang there, from 0 to 1: its edge runs above those before it.
    pub(crate) rank: f64,
}

/// The least distance between the borders of two vertices.
pub(crate) const GAP: f64 = 28.0;

/// A tidy tree has at most this many vertices; larger ones would be wider than any screen.
const MOST_TIDY: usize = 150;
/// A larger tree is not placed by the distances of all pairs.
const MOST_PAIRED_TREE: usize = 1_000;

/// A place for every vertex: no two overlap unless places are given; in a tree of at most 150 vertices that is not wider
/// than `layout` allows, no two edges cross. Same instance, same places.
///
/// Time O(|V|·h + |A|) for small trees of height h, O(|V| log |V| + |A|) for long and for large ones, O(|V|² + |V|·|A|) for the
/// rest up to 2,000 vertices and O(|V| log |V| + |A|) beyond, but for what overlaps at first; memory O(|V| + |A|), or its
/// square up to 2,000 vertices.
///
/// None if `watch` stops it.
pub(crate) fn placed(instance: &Instance, room: &Room, layout: &Layout, watch: Watch<'_>) -> Option<Placed> {
    let mut hung = VertexMap::filled(room.halves.len(), None);
    let neighbours = Neighbours::of(instance.graph());
    if let Some(places) = given::places(&layout.geometry, &neighbours, room) {
        return Some(Placed { places, hung });
    }
    let width = layout.width;
    let mut placed = Vec::new();
    for component in components(instance, &neighbours) {
        let vertices = &component.vertices;
        let tidy = (component.shape == Shape::Tree && vertices.len() <= MOST_TIDY)
            .then(|| tidy_tree::places(instance, &neighbours, vertices, room))
            .filter(|tidy| width.is_none_or(|width| extent(vertices, tidy, room) <= width));
        let points = match (component.shape, tidy) {
            (Shape::Path, _) => path_rows::places(vertices, room, width),
            (Shape::Tree, Some(tidy)) => tidy,
            (Shape::Tree, None) if is_long(&neighbours, vertices) => {
                long_tree::places(&neighbours, vertices, room, width, &mut hung)
            }
            (Shape::Tree, None) if vertices.len() > MOST_PAIRED_TREE => {
                match large_tree::places(&neighbours, vertices, room, watch)? {
                    Some(points) => points,
                    None => long_tree::places(&neighbours, vertices, room, width, &mut hung),
                }
            }
            (Shape::Tree | Shape::Other, _) => {
                let points = stress::places(&neighbours, vertices, room, watch)?;
                let points = orientation::turned(instance, vertices, points);
                apart::moved(vertices, points, room, watch)?
            }
        };
        placed.push((component.vertices, points));
    }
    Some(Placed { places: shelves::side_by_side(placed, room, width), hung })
}

/// Whether a tree is much longer than a bushy one of its size, so that it has to be folded.
fn is_long(neighbours: &Neighbours, tree: &[VertexId]) -> bool {
    let deepest = depth(neighbours, tree);
    (deepest * deepest) as f64 > 16.0 * tree.len() as f64
}

/// How far the last vertices of a component are from its first; they stand breadth first.
fn depth(neighbours: &Neighbours, component: &[VertexId]) -> usize {
    let positions = positions(component, component.iter().map(|u| u.index() + 1).max().unwrap_or(0));
    let mut depths = vec![usize::MAX; component.len()];
    for (at, &u) in component.iter().enumerate() {
        // A neighbour that is nearer stands before it.
        let around = neighbours.of_vertex(u).iter().map(|&v| depths[positions[v]]);
        depths[at] = around.min().filter(|&above| above != usize::MAX).map_or(0, |above| above + 1);
    }
    depths.last().copied().unwrap_or(0)
}

/// Whether a graph of thousands of vertices has room in the plane: its large components are trees, or as wide as a grid, not
/// so tangled that everything is near to everything. Time O(|V| + |A|).
pub(crate) fn has_room(instance: &Instance) -> bool {
    let neighbours = Neighbours::of(instance.graph());
    components(instance, &neighbours).iter().all(|Component { vertices, shape }| {
        let deepest = || depth(&neighbours, vertices);
        *shape != Shape::Other
            || vertices.len() <= stress::MOST_PAIRED
            || deepest().pow(2) >= vertices.len() / 4
    })
}

/// How wide a component is.
fn extent(vertices: &[VertexId], places: &[Point], room: &Room) -> f64 {
    let boxes = vertices.iter().zip(places).map(|(&u, &at)| Rectangle::around(at, room.halves[u]));
    boxes.reduce(Rectangle::and).map_or(0.0, |frame| frame.size().x)
}

/// The places of one component, in the order of its vertices.
type Places = Vec<Point>;

/// The position of every vertex of a component in its list; `usize::MAX` for others.
fn positions(vertices: &[VertexId], all: usize) -> VertexMap<usize> {
    let mut positions = VertexMap::filled(all, usize::MAX);
    for (position, &u) in vertices.iter().enumerate() {
        positions[u] = position;
    }
    positions
}
