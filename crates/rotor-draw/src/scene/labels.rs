//! Labels: where numbers and flows stand so that nothing runs through them.

use super::{ArcMark, Words};
use crate::curve::Curve;
use crate::geometry::{Point, Rectangle};
use crate::node::Node;
use rotor_graph::VertexMap;

/// The least side of a cell of the grid, and how many cells there may be.
const CELL: f64 = 16.0;
const MOST_CELLS: f64 = (1 << 18) as f64;
/// How far apart the points are that stand for a line or a border.
const STRIDE: f64 = 3.0;

/// How far apart words are from left to right.
const APART: f64 = 4.0;

/// Points where something is drawn, sorted into cells.
struct Taken {
    corner: Point,
    side: f64,
    columns: usize,
    cells: Vec<Vec<Point>>,
}

impl Taken {
    fn new(frame: Rectangle) -> Self {
        let Point { x: width, y: height } = frame.size();
        let side = (width * height / MOST_CELLS).sqrt().max(CELL);
        let [columns, rows] = [width, height].map(|length| (length / side) as usize + 1);
        Self { corner: frame.least, side, columns, cells: vec![Vec::new(); columns * rows] }
    }

    fn cell(&self, point: Point) -> (usize, usize) {
        let rows = self.cells.len() / self.columns;
        let [x, y] =
            [point.x - self.corner.x, point.y - self.corner.y].map(|way| (way / self.side).max(0.0) as usize);
        (x.min(self.columns - 1), y.min(rows - 1))
    }

    fn add(&mut self, point: Point) {
        let (x, y) = self.cell(point);
        self.cells[y * self.columns + x].push(point);
    }

    /// The middle of a line, and its sides if it is wide.
    fn add_curve(&mut self, curve: &Curve, width: f64) {
        let parts = ((curve.0[3] - curve.0[0]).length() * 1.3 / STRIDE).clamp(8.0, 400.0) as u32;
        let sides = [-width / 2.0, 0.0, width / 2.0];
        for share in (0..=parts).map(|part| f64::from(part) / f64::from(parts)) {
            let normal = curve.direction(share).left();
            for &side in if width > STRIDE { &sides[..] } else { &sides[1..2] } {
                self.add(curve.at(share) + normal * side);
            }
        }
    }

    fn add_frame(&mut self, frame: Rectangle) {
        let steps = |side: f64| (side / STRIDE).ceil().clamp(1.0, 100.0) as u32;
        let (across, down) = (steps(frame.size().x), steps(frame.size().y));
        for row in 0..=down {
            for column in 0..=across {
                let share = [column, row].map(f64::from);
                let way = Point::new(
                    frame.size().x * share[0] / f64::from(across),
                    frame.size().y * share[1] / f64::from(down),
                );
                self.add(frame.least + way);
            }
        }
    }

    /// How many points lie in `frame`.
    fn count(&self, frame: Rectangle) -> usize {
        let ((left, top), (right, bottom)) = (self.cell(frame.least), self.cell(frame.most));
        let cells =
            (top..=bottom).flat_map(|row| (left..=right).map(move |column| row * self.columns + column));
        let inside = |point: &&Point| frame.holds(Rectangle { least: **point, most: **point });
        cells.map(|cell| self.cells[cell].iter().filter(inside).count()).sum()
    }
}

/// Where the number of an arc is tried.
#[derive(Clone, Copy)]
pub(super) struct Tries {
    /// So far from its tail first.
    pub(super) away: f64,
    /// Whether it is one of many between the same two vertices. Near their tails these lie too close; towards the middle
    /// there is room for a number between them.
    pub(super) parallel: bool,
}

/// Moves the numbers and labels of all arcs to where the least is drawn, near the tail and near the middle. The number
/// of an arc is tried first `tries[i].away` from its tail. Time O(|A|) times what crowds around an arc.
pub(super) fn settled(
    arcs: &mut [ArcMark],
    nodes: &VertexMap<Node>,
    places: &VertexMap<Point>,
    tries: &[Tries],
) {
    let frames = places.iter().map(|(u, &place)| nodes[u].frame(place));
    let all = frames.chain(arcs.iter().map(|mark| mark.curve.frame())).reduce(Rectangle::and);
    let Some(all) = all else { return };
    let mut taken = Taken::new(all);
    for (u, &place) in places.iter() {
        taken.add_frame(nodes[u].frame(place));
    }
    for mark in arcs.iter() {
        taken.add_curve(&mark.curve, mark.width);
        taken.add_frame(Rectangle::holding(mark.curve.arrow(mark.width)));
    }
    for (mark, &Tries { away, parallel }) in arcs.iter_mut().zip(tries) {
        let curve = mark.curve;
        let shares = match mark.tail == mark.head {
            true => vec![0.25, 0.4, 0.5],
            false => [0.0, 5.0, 10.0, 16.0].map(|more| curve.share_at(away + more, 0.45)).to_vec(),
        };
        let far = if parallel { &[0.3, 0.36, 0.42, 0.48, 0.54, 0.6][..] } else { &[] };
        settle(&mut mark.number, &curve, [&shares, far], mark.width, &mut taken);
    }
    for mark in arcs {
        let (curve, width) = (mark.curve, mark.width);
        if let Some(label) = &mut mark.label {
            settle(label, &curve, [&[0.5, 0.58, 0.42, 0.66, 0.74], &[]], width, &mut taken);
        }
    }
}

/// Puts `words` beside the curve, at the first of the least crowded places: at one of the first shares of the curve if
/// nothing runs through them there, else at any of them.
fn settle(words: &mut Words, curve: &Curve, shares: [&[f64]; 2], width: f64, taken: &mut Taken) {
    let half = words.frame().size() * 0.5;
    let mut best = (usize::MAX, words.at);
    for shares in shares {
        if best.0 == 0 {
            break;
        }
        for &share in shares {
            for side in [1.0, -1.0] {
                let normal = curve.direction(share).left() * side;
                // As near as the words' own frame allows.
                let off = half.x * normal.x.abs() + half.y * 0.75 * normal.y.abs() + width / 2.0 + 1.5;
                words.at = curve.at(share) + normal * off;
                let crowd = taken.count(words.frame());
                if crowd < best.0 {
                    best = (crowd, words.at);
                }
            }
        }
    }
    words.at = best.1;
    // Two numbers side by side would read as one.
    let frame = words.frame();
    let apart = Point::new(APART, 0.0);
    taken.add_frame(Rectangle { least: frame.least - apart, most: frame.most + apart });
}
