//! Paths: in a row from left to right, long ones in rows that run to and fro.

use super::{Places, Room};
use crate::geometry::Point;
use rotor_graph::VertexId;

/// A path of more vertices than this is folded.
const LONGEST_ROW: usize = 24;

/// The vertices of a path, in their order along it, each as far from the next as an arc is long; folded at `width`, or
/// where it would be much wider than high. Time O(|V|).
pub(super) fn places(path: &[VertexId], room: &Room, width: Option<f64>) -> Places {
    let half = |u: VertexId| room.halves[u];
    let length = path.iter().map(|&u| 2.0 * half(u).x + room.arc).sum::<f64>() - room.arc;
    let row_length = match (width, path.len()) {
        (Some(width), all) if length <= width => all,
        (Some(width), _) => {
            let widest = path.iter().map(|&u| 2.0 * half(u).x).fold(0.0, f64::max);
            (((width + room.arc) / (widest + room.arc)) as usize).max(1)
        }
        (None, short) if short <= LONGEST_ROW => LONGEST_ROW,
        (None, long) => ((2 * long) as f64).sqrt().ceil().max(12.0) as usize,
    };
    let height = path.iter().map(|&u| half(u).y).fold(0.0, f64::max);
    let folds = path.len() > row_length;
    // Where rows meet, vertices stand below each other: all columns are equally wide then.
    let widest = path.iter().map(|&u| half(u).x).fold(0.0, f64::max);
    let mut x = 0.0;
    let mut places = Vec::with_capacity(path.len());
    for (index, &u) in path.iter().enumerate() {
        let (row, column) = (index / row_length, index % row_length);
        if folds {
            let column = if row % 2 == 0 { column } else { row_length - 1 - column };
            let width = 2.0 * widest + room.arc;
            places.push(Point::new(column as f64 * width, row as f64 * (2.0 * height + room.arc)));
        } else {
            if index > 0 {
                x += half(path[index - 1]).x + room.arc + half(u).x;
            }
            places.push(Point::new(x, 0.0));
        }
    }
    places
}
