//! Shelves: components side by side, in rows of about the same width.

use super::{GAP, Places, Room};
use crate::geometry::{Point, Rectangle};
use rotor_graph::{VertexId, VertexMap};

/// Puts the components beside and below each other, in their order, in rows of `width`. Time O(|V|).
pub(super) fn side_by_side(
    components: Vec<(Vec<VertexId>, Places)>,
    room: &Room,
    width: Option<f64>,
) -> VertexMap<Point> {
    let space = 2.0 * GAP;
    let mut all = VertexMap::filled(room.halves.len(), Point::default());
    let frames: Vec<Rectangle> = components
        .iter()
        .map(|(vertices, places)| {
            let boxes = vertices.iter().zip(places).map(|(&u, &at)| Rectangle::around(at, room.halves[u]));
            boxes.reduce(Rectangle::and).unwrap_or(Rectangle::holding([]))
        })
        .collect();
    let area: f64 = frames.iter().map(|frame| (frame.size().x + space) * (frame.size().y + space)).sum();
    let widest = frames.iter().map(|frame| frame.size().x).fold(0.0, f64::max);
    // Without a wish, a little wider than high.
    let width = widest.max(width.unwrap_or((1.8 * area).sqrt()));
    let (mut corner, mut shelf) = (Point::default(), 0.0f64);
    for ((vertices, places), frame) in components.into_iter().zip(frames) {
        let size = frame.size();
        if corner.x > 0.0 && corner.x + size.x > width {
            corner = Point::new(0.0, corner.y + shelf + space);
            shelf = 0.0;
        }
        for (u, place) in vertices.into_iter().zip(places) {
            all[u] = place - frame.least + corner;
        }
        corner.x += size.x + space;
        shelf = shelf.max(size.y);
    }
    all
}
