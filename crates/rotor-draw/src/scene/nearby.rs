//! Nearby: which vertices lie in a rectangle, found without looking at all of them.

use crate::geometry::{Point, Rectangle};
use crate::node::Node;
use rotor_graph::{VertexId, VertexMap};

/// Vertices sorted into square cells, each into every cell that its frame touches.
pub(super) struct Nearby {
    corner: Point,
    side: f64,
    columns: usize,
    rows: usize,
    /// Where the vertices of each cell begin in the list, and where those of the last end.
    starts: Vec<u32>,
    vertices: Vec<VertexId>,
}

/// There are about as many cells as vertices, and none is smaller than this.
const LEAST_SIDE: f64 = 40.0;

impl Nearby {
    /// The frames of all vertices, with some room around each. Time and memory O(|V|) unless vertices are much larger than
    /// the room between them.
    pub(super) fn of(nodes: &VertexMap<Node>, places: &VertexMap<Point>, room: Point) -> Self {
        let frame = |u: VertexId| Rectangle::around(places[u], nodes[u].half + room);
        let all = nodes.iter().map(|(u, _)| frame(u)).reduce(Rectangle::and);
        let all = all.unwrap_or(Rectangle::holding([]));
        let Point { x: width, y: height } = all.size();
        let side = (width * height / nodes.len().max(1) as f64).sqrt().max(LEAST_SIDE);
        // A row of vertices that is very long and flat has few rows of cells, and no more columns than vertices.
        let side = side.max(width.max(height) / nodes.len().max(1) as f64);
        let [columns, rows] = [width, height].map(|length| (length / side) as usize + 1);
        let mut nearby =
            Self { corner: all.least, side, columns, rows, starts: Vec::new(), vertices: Vec::new() };
        let mut counts = vec![0u32; columns * rows + 1];
        for (u, _) in nodes.iter() {
            nearby.cells(frame(u)).for_each(|cell| counts[cell + 1] += 1);
        }
        for cell in 1..counts.len() {
            counts[cell] += counts[cell - 1];
        }
        let mut next = counts.clone();
        let total = counts.last().map_or(0, |&total| total as usize);
        nearby.vertices = vec![VertexId::new(0); total];
        for (u, _) in nodes.iter() {
            for cell in nearby.cells(frame(u)) {
                nearby.vertices[next[cell] as usize] = u;
                next[cell] += 1;
            }
        }
        nearby.starts = counts;
        nearby
    }

    /// The cells that `frame` touches.
    fn cells(&self, frame: Rectangle) -> impl Iterator<Item = usize> + use<> {
        let cell = |point: Point| {
            let [x, y] = [point.x - self.corner.x, point.y - self.corner.y];
            let [x, y] = [x, y].map(|way| (way / self.side).max(0.0) as usize);
            (x.min(self.columns - 1), y.min(self.rows - 1))
        };
        let ((left, top), (right, bottom)) = (cell(frame.least), cell(frame.most));
        let columns = self.columns;
        (top..=bottom).flat_map(move |row| (left..=right).map(move |column| row * columns + column))
    }

    /// How many vertices [`in_frame`](Self::in_frame) visits, at most `most`.
    pub(super) fn count(&self, frame: Rectangle, most: usize) -> usize {
        let mut count = 0;
        for cell in self.cells(frame) {
            count += (self.starts[cell + 1] - self.starts[cell]) as usize;
            if count >= most {
                return most;
            }
        }
        count
    }

    /// Calls `visit` with every vertex whose frame may overlap `frame`; with some of them several times.
    pub(super) fn in_frame(&self, frame: Rectangle, mut visit: impl FnMut(VertexId)) {
        for cell in self.cells(frame) {
            let [from, to] = [cell, cell + 1].map(|cell| self.starts[cell] as usize);
            self.vertices[from..to].iter().for_each(|&u| visit(u));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Layout;
    use crate::overlays::Overlays;
    use crate::scene::picture;
    use rotor_generate::{Dice, small_graph};

    #[test]
    fn every_vertex_in_a_rectangle_is_found() {
        let mut dice = Dice::new(77);
        let mut found = 0;
        for _ in 0..200 {
            let instance = small_graph(&mut dice);
            let scene = picture(&instance, &Overlays::default(), &Layout::default());
            let nodes = VertexMap::from_vec(scene.nodes.iter().map(|mark| mark.node.clone()).collect());
            let places = VertexMap::from_vec(scene.nodes.iter().map(|mark| mark.center).collect());
            let room = Point::new(3.0, 3.0);
            let nearby = Nearby::of(&nodes, &places, room);
            for _ in 0..20 {
                let mut point = || {
                    let [x, y] = [scene.size.x, scene.size.y].map(|most| dice.below(most as u32 + 1));
                    Point::new(f64::from(x), f64::from(y))
                };
                let frame = Rectangle::holding([point(), point()]);
                let mut seen = vec![false; nodes.len()];
                nearby.in_frame(frame, |u| seen[u.index()] = true);
                for (u, &place) in places.iter() {
                    if Rectangle::around(place, nodes[u].half + room).overlaps(frame) {
                        assert!(seen[u.index()]);
                        found += 1;
                    }
                }
            }
        }
        assert!(found > 1_000);
    }
}
