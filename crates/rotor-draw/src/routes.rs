//! Routes: which way every bundle takes so that lines stay apart and off other vertices, and where its words stand.
//!
//! Lines between two vertices bend the more the later they are in the rotor order; a line that would run through a third vertex
//! bends more, or the other way; loops and the arrow of the start go where nothing else is. Vertices in one row are joined by
//! *arches*. Then numbers and flows are put where nothing runs through them.

use crate::geometry::{ARROW, Curve, Point, Rectangle};
use crate::picture::Bundle;
use crate::scene::{ArcMark, Node, Words};
use rotor_graph::{Instance, Stop, Tick, VertexId, VertexMap};
use std::f64::consts::{PI, TAU};

/// How far the first of several arcs bends to its left, and how much more the next ones.
const FIRST_BEND: f64 = 0.26;
const NEXT_BEND: f64 = 0.36;
const MOST_BEND: f64 = 1.3;

/// The curve of every bundle, and the arrow of the start. If vertices stand `in_a_row`, arcs that skip some of them lead
/// above or below it.
pub(crate) fn routes(
    instance: &Instance,
    bundles: &[Bundle],
    nodes: &VertexMap<Node>,
    places: &VertexMap<Point>,
    in_a_row: bool,
    tick: &mut dyn Tick,
) -> Result<(Vec<Curve>, Option<Curve>), Stop> {
    let ends = |bundle: &Bundle| {
        let [tail, head] = [bundle.tail, bundle.head].map(|u| (&nodes[u], places[u]));
        (tail, head)
    };
    // Where lines leave and reach each vertex.
    let mut taken: VertexMap<Vec<f64>> = VertexMap::filled(nodes.len(), Vec::new());
    let sectors = Sectors::of(bundles, places);
    let nearby = nearby(nodes, places, SPACE);
    let mut curves: Vec<Option<Curve>> = vec![None; bundles.len()];
    // How many vertices were looked at since the last tick.
    let mut looks = 0;
    if in_a_row {
        arches(bundles, nodes, places, &mut curves);
    }
    for (bundle, curve) in bundles.iter().zip(&mut curves).filter(|(bundle, _)| bundle.tail != bundle.head) {
        let (tail, head) = ends(bundle);
        let drawn = curve.unwrap_or_else(|| {
            let way = Way { bundle, tail, head, limits: sectors.limits(bundle, places) };
            around(&way, way.curve(way.bend()), nodes, places, &nearby, &mut looks)
        });
        tick.tick(std::mem::take(&mut looks) + 1)?;
        taken[bundle.tail].push((drawn.0[0] - tail.1).angle());
        taken[bundle.head].push((drawn.0[3] - head.1).angle());
        *curve = Some(drawn);
    }
    let start = instance.start().map(|start| {
        let (angle, _) = free(&mut taken[start], PI / 2.0);
        taken[start].push(angle);
        let way = Point::towards(angle);
        let tip = places[start] + nodes[start].border(way);
        let [near, far] = [8.0, 30.0].map(|distance| tip + way * distance);
        Curve([far, far + (near - far) * 0.3, far + (near - far) * 0.7, near])
    });
    let curves = bundles.iter().zip(curves).map(|(bundle, curve)| {
        curve.unwrap_or_else(|| {
            let (angle, _) = free(&mut taken[bundle.tail], 0.0);
            Curve::loop_at(ends(bundle).0, angle, bundle.rank)
        })
    });
    Ok((curves.collect(), start))
}

/// A bundle between its two ends, and how far from the straight way it may touch each of them.
struct Way<'a> {
    bundle: &'a Bundle,
    tail: (&'a Node, Point),
    head: (&'a Node, Point),
    limits: [f64; 2],
}

impl Way<'_> {
    fn distance(&self) -> f64 {
        (self.head.1 - self.tail.1).length()
    }

    fn bend(&self) -> f64 {
        bend(self.bundle, self.distance())
    }

    /// Its curve if it bends by `angle`. Where the lines between the two vertices would reach beyond their share of the
    /// border, all of them touch it nearer to the straight way.
    fn curve(&self, angle: f64) -> Curve {
        let last = Bundle { rank: self.bundle.ranks.saturating_sub(1), ..*self.bundle };
        let outermost = bend(&last, self.distance()).abs();
        let ports = self.limits.map(|limit| {
            let squeezed = if outermost > limit { angle * limit / outermost } else { angle };
            squeezed.clamp(-limit, limit)
        });
        Curve::between(self.tail, self.head, angle, ports)
    }
}

/// The directions of the neighbours around each vertex.
struct Sectors(VertexMap<Vec<f64>>);

/// The share of the border that stays free between the lines to two neighbours: an arrow is half as wide.
const FREE: f64 = 0.2;
/// The share that lines to a neighbour have at least, to each side.
const LEAST_SHARE: f64 = 0.12;

impl Sectors {
    /// Time O(|A| log |A|).
    fn of(bundles: &[Bundle], places: &VertexMap<Point>) -> Self {
        let mut around = VertexMap::filled(places.len(), Vec::new());
        for bundle in bundles.iter().filter(|bundle| bundle.rank == 0 && bundle.tail != bundle.head) {
            let way = places[bundle.head] - places[bundle.tail];
            around[bundle.tail].push(way.angle());
            if bundle.opposite == 0 {
                around[bundle.head].push((way * -1.0).angle());
            }
        }
        let sorted = around.as_slice().iter().map(|angles: &Vec<f64>| {
            let mut angles = angles.clone();
            angles.sort_by(f64::total_cmp);
            angles
        });
        Self(VertexMap::from_vec(sorted.collect()))
    }

    /// How far from the straight way a bundle may touch its tail and its head.
    fn limits(&self, bundle: &Bundle, places: &VertexMap<Point>) -> [f64; 2] {
        [(bundle.tail, bundle.head), (bundle.head, bundle.tail)].map(|(u, v)| {
            let angles = &self.0[u];
            let own = (places[v] - places[u]).angle();
            let at = angles.partition_point(|&angle| angle < own);
            if angles.len() < 2 {
                return PI;
            }
            let [before, after] = [at + angles.len() - 1, at + 1].map(|other| angles[other % angles.len()]);
            let gap = (own - before).rem_euclid(2.0 * PI).min((after - own).rem_euclid(2.0 * PI));
            (gap / 2.0 - FREE).max(LEAST_SHARE)
        })
    }
}

/// How far a bundle bends to its left: not at all if it is alone, else the more the later it is in the rotor order. Its
/// ends are `distance` apart: a long line bends by a smaller angle.
fn bend(bundle: &Bundle, distance: f64) -> f64 {
    let (rank, ranks) = (bundle.rank as f64, bundle.ranks as f64);
    match (bundle.opposite, bundle.ranks) {
        (0, 0 | 1) => 0.0,
        (0, _) => {
            let off = rank - (ranks - 1.0) / 2.0;
            flattened(off * NEXT_BEND.min(2.0 * MOST_BEND / ranks), off.abs() * LINE_GAP, distance)
        }
        _ => {
            let bend = FIRST_BEND + rank * NEXT_BEND.min((MOST_BEND - FIRST_BEND) / ranks);
            flattened(bend, LINE_GAP * (1.0 + rank), distance)
        }
    }
}

/// How far long lines between the same two vertices are apart.
const LINE_GAP: f64 = 14.0;

/// `bend`, or less, so that a line between points `distance` apart is never farther than `most` from the straight one.
fn flattened(bend: f64, most: f64, distance: f64) -> f64 {
    // The middle of such a curve is at 0.3 · distance · sin(bend).
    let least = (most / (0.3 * distance.max(1.0))).min(1.0).asin();
    bend.clamp(-least, least)
}

/// How far a line may be led away from the straight one to pass a vertex.
const DETOUR: f64 = 60.0;

/// A line that passes as many vertices is not led around any.
const MOST_PASSED: usize = 1_000;

/// How far lines keep away from vertices.
const SPACE: Point = Point::new(3.0, 3.0);

/// The same curve, or one bent more or the other way if it would run through a vertex.
fn around(
    way: &Way,
    straight: Curve,
    nodes: &VertexMap<Node>,
    places: &VertexMap<Point>,
    nearby: &Cells<VertexId>,
    looks: &mut u64,
) -> Curve {
    // A line across the whole picture cannot avoid everything, and trying would take a look at all of it.
    if nearby.in_frame(grown(straight.frame())).nth(MOST_PASSED - 1).is_some() {
        return straight;
    }
    let mut hits = |curve: &Curve| {
        let mut hit: Vec<VertexId> = Vec::new();
        // Point by point: the frame of a line across a star holds a quarter of all vertices, its points pass a few.
        for at in curve.points() {
            let point = Rectangle { least: at, most: at };
            for u in nearby.in_frame(point) {
                *looks += 1;
                let frame = Rectangle::around(places[u], nodes[u].half + SPACE);
                if u != way.bundle.tail && u != way.bundle.head && frame.holds(point) {
                    hit.push(u);
                }
            }
        }
        // A vertex that the line runs through is seen several times.
        hit.sort_unstable();
        hit.dedup();
        hit.len()
    };
    let mut best = (hits(&straight), straight);
    if best.0 == 0 {
        return straight;
    }
    for more in [0.25, -0.25, 0.45, -0.45, 0.7, -0.7, 0.95, -0.95] {
        let curve = way.curve(way.bend() + flattened(more, DETOUR, way.distance()));
        let hits = hits(&curve);
        if hits < best.0 {
            best = (hits, curve);
        }
    }
    best.1
}

/// A flat frame has no inside: a little more of it.
fn grown(frame: Rectangle) -> Rectangle {
    let little = Point::new(0.5, 0.5);
    Rectangle { least: frame.least - little, most: frame.most + little }
}

// Arches: above the row if they lead back, below it if they skip ahead

/// How high the arch over one vertex is, and how much higher for each further one.
const FIRST_HEIGHT: f64 = 26.0;
const NEXT_HEIGHT: f64 = 11.0;

/// One end of an arch at a vertex.
struct ArchEnd {
    bundle: usize,
    is_head: bool,
    /// How many places to the right the other end is; negative to the left.
    span: i64,
}

/// Sets the curves of all bundles that skip at least one vertex. Higher arches span more, so those at one vertex do not
/// cross. Time O(|A| log |A|).
fn arches(
    bundles: &[Bundle],
    nodes: &VertexMap<Node>,
    places: &VertexMap<Point>,
    curves: &mut [Option<Curve>],
) {
    // The ends above and below each vertex.
    let mut ends: [VertexMap<Vec<ArchEnd>>; 2] =
        std::array::from_fn(|_| VertexMap::from_vec(nodes.iter().map(|_| Vec::new()).collect()));
    for (bundle, &Bundle { tail, head, .. }) in bundles.iter().enumerate() {
        let span = i64::from(head.raw()) - i64::from(tail.raw());
        if span.abs() > 1 {
            let side = &mut ends[usize::from(span > 0)];
            side[tail].push(ArchEnd { bundle, is_head: false, span });
            side[head].push(ArchEnd { bundle, is_head: true, span: -span });
        }
    }
    let mut ports: Vec<[Point; 2]> = vec![[Point::default(); 2]; bundles.len()];
    for (side, vertices) in ends.iter_mut().enumerate() {
        for u in (0..nodes.len() as u32).map(VertexId::new) {
            let ends = &mut vertices[u];
            // From left to right: the near ones to the left, the far ones to either side, the near ones to the right.
            ends.sort_by_key(|end| (end.span > 0, -end.span, end.bundle, end.is_head));
            let count = ends.len() as f64;
            for (at, end) in ends.iter().enumerate() {
                let angle = PI * (0.9 - 0.8 * (at as f64 + 0.5) / count);
                let way = Point::towards(if side == 0 { angle } else { -angle });
                ports[end.bundle][usize::from(end.is_head)] = places[u] + nodes[u].border(way);
            }
        }
    }
    for ((bundle, curve), port) in bundles.iter().zip(curves).zip(&ports) {
        let span = i64::from(bundle.head.raw()) - i64::from(bundle.tail.raw());
        if span.abs() <= 1 {
            continue;
        }
        let [start, tip] = *port;
        let height = FIRST_HEIGHT + NEXT_HEIGHT * (span.abs() - 1) as f64;
        let up = Point::new(0.0, if span < 0 { -1.0 } else { 1.0 });
        let end = tip + up * ARROW;
        // Handles as high as this make the middle of the arch `height` high.
        let handle = up * (height * 4.0 / 3.0);
        *curve = Some(Curve([start, start + handle, end + handle, end]));
    }
}

// Where around a vertex there is room for a loop or for the arrow of the start

/// The middle of the widest gap between `taken` directions, and how wide it is; among equals the nearest to `wished`.
fn free(taken: &mut [f64], wished: f64) -> (f64, f64) {
    taken.iter_mut().for_each(|angle| *angle = angle.rem_euclid(TAU));
    taken.sort_by(f64::total_cmp);
    let Some((&first, &last)) = taken.first().zip(taken.last()) else { return (wished, TAU) };
    let gaps = taken.windows(2).map(|pair| (pair[0], pair[1])).chain([(last, first + TAU)]);
    let off = |angle: f64| ((angle - wished + PI).rem_euclid(TAU) - PI).abs();
    let mut best = (wished, -1.0);
    for (from, to) in gaps {
        let (middle, width) = ((from + to) / 2.0, to - from);
        let (known, widest) = best;
        if width > widest + 1e-6 || (width > widest - 1e-6 && off(middle) < off(known) - 1e-6) {
            best = (middle, width);
        }
    }
    // In a wide gap the wish may be granted.
    let (middle, width) = best;
    let room = (width / 2.0 - 0.7).max(0.0);
    let wish = (wished - middle + PI).rem_euclid(TAU) - PI;
    (middle + wish.clamp(-room, room), width)
}

// What lies in a rectangle, found without looking at everything

/// Items sorted into square cells, each into every cell that its frame touches.
struct Cells<T> {
    corner: Point,
    side: f64,
    columns: usize,
    cells: Vec<Vec<T>>,
}

impl<T: Copy> Cells<T> {
    /// Cells of this side that cover `frame`.
    fn over(frame: Rectangle, side: f64) -> Self {
        let Point { x: width, y: height } = frame.size();
        let [columns, rows] = [width, height].map(|length| (length / side) as usize + 1);
        Self { corner: frame.least, side, columns, cells: vec![Vec::new(); columns * rows] }
    }

    /// The cells that `frame` touches.
    fn touched(&self, frame: Rectangle) -> impl Iterator<Item = usize> + use<T> {
        let (columns, rows) = (self.columns, self.cells.len() / self.columns);
        let cell = |point: Point| {
            let way = point - self.corner;
            let [x, y] = [way.x, way.y].map(|way| (way / self.side).max(0.0) as usize);
            (x.min(columns - 1), y.min(rows - 1))
        };
        let ((left, top), (right, bottom)) = (cell(frame.least), cell(frame.most));
        (top..=bottom).flat_map(move |row| (left..=right).map(move |column| row * columns + column))
    }

    fn add(&mut self, frame: Rectangle, item: T) {
        self.touched(frame).for_each(|cell| self.cells[cell].push(item));
    }

    /// Every item whose frame may overlap `frame`; some of them several times.
    fn in_frame(&self, frame: Rectangle) -> impl Iterator<Item = T> + '_ {
        self.touched(frame).flat_map(|cell| self.cells[cell].iter().copied())
    }
}

/// There are about as many cells as vertices, and none is smaller than this.
const LEAST_SIDE: f64 = 40.0;

/// All vertices, with some room around each. Time and memory O(|V|) unless vertices are much larger than the room between them.
fn nearby(nodes: &VertexMap<Node>, places: &VertexMap<Point>, room: Point) -> Cells<VertexId> {
    let frame = |u: VertexId| Rectangle::around(places[u], nodes[u].half + room);
    let all = nodes.iter().map(|(u, _)| frame(u)).reduce(Rectangle::and);
    let all = all.unwrap_or(Rectangle::holding([]));
    let (Point { x: width, y: height }, count) = (all.size(), nodes.len().max(1) as f64);
    let side = (width * height / count).sqrt().max(LEAST_SIDE);
    // A row of vertices that is very long and flat has few rows of cells, and no more columns than vertices.
    let mut cells = Cells::over(all, side.max(width.max(height) / count));
    nodes.iter().for_each(|(u, _)| cells.add(frame(u), u));
    cells
}

// Labels

/// The least side of a cell of the grid, and how many cells there may be.
const CELL: f64 = 16.0;
const MOST_CELLS: f64 = (1 << 18) as f64;
/// How far apart the points are that stand for a line or a border.
const STRIDE: f64 = 3.0;

/// How far apart words are from left to right.
const APART: f64 = 4.0;

/// Points where something is drawn.
impl Cells<Point> {
    fn add_point(&mut self, point: Point) {
        self.add(Rectangle { least: point, most: point }, point);
    }

    /// The middle of a line, and its sides if it is wide.
    fn add_curve(&mut self, curve: &Curve, width: f64) {
        let parts = ((curve.0[3] - curve.0[0]).length() * 1.3 / STRIDE).clamp(8.0, 400.0) as u32;
        let sides = [-width / 2.0, 0.0, width / 2.0];
        for share in (0..=parts).map(|part| f64::from(part) / f64::from(parts)) {
            let normal = curve.direction(share).left();
            for &side in if width > STRIDE { &sides[..] } else { &sides[1..2] } {
                self.add_point(curve.at(share) + normal * side);
            }
        }
    }

    fn add_frame(&mut self, frame: Rectangle) {
        let size = frame.size();
        let [across, down] = [size.x, size.y].map(|side| (side / STRIDE).ceil().clamp(1.0, 100.0));
        for row in 0..=down as u32 {
            for column in 0..=across as u32 {
                let [column, row] = [column, row].map(f64::from);
                self.add_point(frame.least + Point::new(size.x * column / across, size.y * row / down));
            }
        }
    }

    /// How many points lie in `frame`.
    fn count(&self, frame: Rectangle) -> usize {
        let inside = |point: &Point| frame.holds(Rectangle { least: *point, most: *point });
        self.in_frame(frame).filter(inside).count()
    }
}

/// Where the number of an arc is tried.
#[derive(Clone, Copy)]
pub(crate) struct Tries {
    /// So far from its tail first.
    pub(crate) away: f64,
    /// Whether it is one of many between the same two vertices. Near their tails these lie too close; towards the middle
    /// there is room for a number between them.
    pub(crate) parallel: bool,
}

/// Moves the numbers and labels of all arcs to where the least is drawn, near the tail and near the middle. The number
/// of an arc is tried first `tries[i].away` from its tail. Time O(|A|) times what crowds around an arc.
pub(crate) fn place_labels(
    arcs: &mut [ArcMark],
    nodes: &VertexMap<Node>,
    places: &VertexMap<Point>,
    tries: &[Tries],
) {
    let frames = places.iter().map(|(u, &place)| nodes[u].frame(place));
    let all = frames.chain(arcs.iter().map(|mark| mark.curve.frame())).reduce(Rectangle::and);
    let Some(all) = all else { return };
    let Point { x: width, y: height } = all.size();
    let mut taken = Cells::over(all, (width * height / MOST_CELLS).sqrt().max(CELL));
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
fn settle(words: &mut Words, curve: &Curve, shares: [&[f64]; 2], width: f64, taken: &mut Cells<Point>) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;
    use crate::layout::Layout;
    use crate::picture::picture;
    use crate::scene::Overlays;
    use rotor_generate::Instances;

    #[test]
    fn loops_and_arrows_go_where_nothing_else_is() {
        let near = |found: (f64, f64), angle: f64| Point::towards(found.0 - angle).x > 1.0 - 1e-9;
        assert!(near(free(&mut [], 1.0), 1.0));
        // Something above and something below: the wished side.
        let found = free(&mut [PI / 2.0, -PI / 2.0], 0.0);
        assert!(near(found, TAU) || near(found, 0.0));
        // Below only: the wish, as it is far enough away.
        assert!(near(free(&mut [-PI / 2.0], PI / 2.0), PI / 2.0));
        let (angle, width) = free(&mut [0.0, 1.0, 2.0], PI / 2.0);
        assert!(angle > 2.0 && angle < TAU && (width - (TAU - 2.0)).abs() < 1e-9, "{angle}");
    }

    #[test]
    fn every_vertex_in_a_rectangle_is_found() {
        let mut found = 0;
        Instances::small(77).check(200, |instance, dice| {
            let scene = picture(instance, &Overlays::default(), &Layout::default(), &mut ()).unwrap();
            let nodes = VertexMap::from_vec(scene.nodes.iter().map(|mark| mark.node.clone()).collect());
            let places = VertexMap::from_vec(scene.nodes.iter().map(|mark| mark.center).collect());
            let room = Point::new(3.0, 3.0);
            let nearby = nearby(&nodes, &places, room);
            for _ in 0..20 {
                let mut point = || {
                    let [x, y] = [scene.size.x, scene.size.y].map(|most| dice.below(most as u32 + 1));
                    Point::new(f64::from(x), f64::from(y))
                };
                let frame = Rectangle::holding([point(), point()]);
                let mut seen = vec![false; nodes.len()];
                nearby.in_frame(frame).for_each(|u| seen[u.index()] = true);
                for (u, &place) in places.iter() {
                    if Rectangle::around(place, nodes[u].half + room).overlaps(frame) {
                        assert!(seen[u.index()]);
                        found += 1;
                    }
                }
            }
        });
        assert!(found > 1_000);
    }
}
