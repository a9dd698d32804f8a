//! Geometries that can be asked for where the family of a graph is known.

use super::completed::completed;
use super::neighbours::Neighbours;
use super::{GAP, Room};
use crate::geometry::Point;
use rotor_graph::VertexMap;

/// Where vertices are placed, for callers that know more than the graph.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Geometry {
    /// As the graph suggests: paths in rows, trees from the root down, others by distances.
    #[default]
    Free,
    /// At these places, measured between middles; vertices without one stand near their neighbours.
    Places(VertexMap<Option<Point>>),
    /// The first `w`·`h` vertices in `h` rows of `w`, from the top, as they are numbered; the next vertex to their left,
    /// the one after it to their right, others below. Ignored if there are fewer vertices.
    Grid {
        /// How many columns.
        w: u32,
        /// How many rows.
        h: u32,
    },
    /// All vertices in one row as they are numbered; arcs back lead above it, arcs that skip vertices below it.
    Chain,
}

/// How to lay out a graph.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Layout {
    /// Where vertices stand.
    pub geometry: Geometry,
    /// How wide the picture should be: paths, large trees and components are wrapped there. One that cannot be wrapped
    /// may be wider.
    pub width: Option<f64>,
}

/// The places that `geometry` names, unless they are left to the graph. Time O(|V|) if it names them all.
pub(super) fn places(geometry: &Geometry, neighbours: &Neighbours, room: &Room) -> Option<VertexMap<Point>> {
    match *geometry {
        Geometry::Free => None,
        Geometry::Places(ref places) => completed(places, neighbours, room),
        Geometry::Grid { w, h } => grid(w as usize, h as usize, room),
        Geometry::Chain => Some(row(room)),
    }
}

fn row(room: &Room) -> VertexMap<Point> {
    let mut edge = 0.0;
    let place = |half: &Point| {
        let x = edge + half.x;
        edge = x + half.x + room.arc;
        Point::new(x, 0.0)
    };
    VertexMap::from_vec(room.halves.as_slice().iter().map(place).collect())
}

fn grid(columns: usize, rows: usize, room: &Room) -> Option<VertexMap<Point>> {
    let halves = room.halves.as_slice();
    let inside = columns.checked_mul(rows).filter(|&inside| inside > 0 && inside <= halves.len())?;
    let most = |part: fn(&Point) -> f64| halves[..inside].iter().map(part).fold(0.0, f64::max);
    let (across, down) = (2.0 * most(|half| half.x) + room.arc, 2.0 * most(|half| half.y) + room.arc);
    let (width, height) = ((columns - 1) as f64 * across, (rows - 1) as f64 * down);
    let mut below = Point::new(0.0, height + down);
    let place = |(at, half): (usize, &Point)| match at.checked_sub(inside) {
        None => Point::new((at % columns) as f64 * across, (at / columns) as f64 * down),
        // Far enough away that arcs from the whole side have room.
        Some(0) => Point::new(-1.5 * across - half.x, height / 2.0),
        Some(1) => Point::new(width + 1.5 * across + half.x, height / 2.0),
        Some(_) => {
            let place = below + *half;
            below.x += 2.0 * half.x + GAP;
            place
        }
    };
    Some(VertexMap::from_vec(halves.iter().enumerate().map(place).collect()))
}
