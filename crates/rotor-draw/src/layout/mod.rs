//! Layout: where every vertex stands.
//!
//! Components are laid out one by one, each in the way that suits it, and put side by side: paths in rows, trees tidily
//! from the root down, all others so that distances in the picture are those of the graph.

mod apart;
mod components;
mod neighbours;
mod orientation;
mod path_rows;
mod shelves;
mod stress;
mod tidy_tree;

use crate::geometry::Point;
use components::{Shape, components};
use neighbours::Neighbours;
use rotor_graph::{Instance, VertexId, VertexMap};

/// The room that vertices need and the room between them.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    /// How far each vertex reaches to each side of its middle.
    pub(crate) halves: VertexMap<Point>,
    /// The least length of an arc between the borders of its ends.
    pub(crate) arc: f64,
}

/// The least distance between the borders of two vertices.
pub(crate) const GAP: f64 = 28.0;

/// A place for every vertex: no two overlap, in a tree no two edges cross. Same instance, same places.
///
/// Time O(|V|·h + |A|) for forests of height h, O(|V|² + |V|·|A|) for the rest; memory O(|V|² + |A|).
pub(crate) fn places(instance: &Instance, room: &Room) -> VertexMap<Point> {
    let neighbours = Neighbours::of(instance.graph());
    let mut placed = Vec::new();
    for component in components(instance, &neighbours) {
        let points = match component.shape {
            Shape::Path => path_rows::places(&component.vertices, room),
            Shape::Tree => tidy_tree::places(instance, &neighbours, &component.vertices, room),
            Shape::Other => {
                let points = stress::places(&neighbours, &component.vertices, room);
                let points = orientation::turned(instance, &component.vertices, points);
                apart::moved(&component.vertices, points, room)
            }
        };
        placed.push((component.vertices, points));
    }
    shelves::side_by_side(placed, room)
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
