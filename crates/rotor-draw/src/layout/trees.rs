//! Trees: tidily from the root down; paths, and trees as long as paths, in rows; large trees around their heaviest part.
//!
//! *Tidy*, after Reingold and Tilford: every subtree is drawn once and moved as a whole, so equal subtrees look equal, and a
//! parent stands over the middle of its children. Siblings are packed once from the left and once from the right; the mean of
//! both is as narrow, and a mirrored tree is drawn as the mirror image. No edge crosses another.
//!
//! *In rows*: the heaviest way down goes along rows that run to and fro, as a path does, and what branches off hangs below it,
//! tidily. So a caterpillar is as compact as a path.
//!
//! *Around the core*: all pairs of five thousand vertices would take seconds. The vertices with the largest subtrees are a tree
//! of their own, placed by distances; each asks for as much room as what hangs on it needs, and what hangs there is put into that
//! room from the inside out, every subtree in a sector of its own.

use super::stress::{Pair, relaxed};
use super::{GAP, MOST_TIDY, Part, Places, apart, crowd, on_shelves, positions};
use crate::geometry::{Point, Rectangle};
use rotor_graph::{Stop, Tick, VertexId};
use std::f64::consts::TAU;

// Tidy trees

/// How far a subtree reaches to the left and to the right of its root on each level, the root's own first.
type Contour = Vec<(f64, f64)>;

/// The places of a tree whose vertices stand parents before children. Time O(|V|·height + |A|), memory O(|V|).
pub(super) fn tidy(part: Part<'_>) -> Places {
    let tree = part.vertices;
    let position = positions(tree);
    let mut parents = vec![None; tree.len()];
    let mut depths = vec![0; tree.len()];
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); tree.len()];
    for at in 0..tree.len() {
        let below = anticlockwise(part, at, parents[at].map(|parent: usize| tree[parent]));
        // In a part of a tree, what is not in it has no position.
        let below = below.into_iter().filter_map(|v| position.get(v).copied());
        for child in below.filter(|&child| child != usize::MAX) {
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
        let half = part.half(at).x;
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

    let levels = levels(part, &depths, &widest_fan);
    let mut places: Places = Vec::with_capacity(tree.len());
    for at in 0..tree.len() {
        let above = parents[at].map_or(0.0, |parent: usize| places[parent].x);
        places.push(Point::new(above + offsets[at], levels[depths[at]]));
    }
    places
}

/// The neighbours of `u` but for its parent, from left to right, so that its rotor order turns anticlockwise, as in the
/// figures of the paper.
fn anticlockwise(part: Part<'_>, at: usize, parent: Option<VertexId>) -> Vec<VertexId> {
    let around = part.around(at);
    let Some(parent) = parent else { return around.to_vec() };
    let place = around.iter().position(|&v| v == parent).unwrap_or(0);
    // A parent that no arc leads to stands among those that have no place in the rotor order.
    let has_arc = part.instance.graph().heads(part.vertices[at]).contains(&parent);
    let turned = if has_arc { place } else { 0 };
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
fn levels(part: Part<'_>, depths: &[usize], widest_fan: &[f64]) -> Vec<f64> {
    let mut heights = vec![0.0f64; widest_fan.len()];
    for (at, &depth) in depths.iter().enumerate() {
        heights[depth] = heights[depth].max(part.half(at).y);
    }
    let mut levels = vec![0.0; widest_fan.len()];
    for depth in 1..levels.len() {
        let steep = (widest_fan[depth - 1] * 0.2).clamp(part.room.arc, 16.0 * part.room.arc);
        levels[depth] = levels[depth - 1] + heights[depth - 1] + steep + heights[depth];
    }
    levels
}

// Paths in rows

/// A path of more vertices than this is folded.
const LONGEST_ROW: usize = 24;

/// The vertices of a path, in their order along it, each as far from the next as an arc is long; folded at `width`, or
/// where it would be much wider than high. Time O(|V|).
pub(super) fn path(part: Part<'_>, width: Option<f64>) -> Places {
    let Part { vertices: path, room, .. } = part;
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

// Long trees in rows

/// What hangs on each vertex of a tree whose vertices stand parents before children.
struct Rooted {
    /// The parent of each vertex; that of the root does not matter.
    parents: Vec<usize>,
    children: Vec<Vec<usize>>,
    sizes: Vec<usize>,
}

impl Rooted {
    /// Time O(|V|).
    fn of(part: Part<'_>) -> Self {
        let tree = part.vertices;
        let position = positions(tree);
        let mut rooted = Self {
            parents: vec![usize::MAX; tree.len()],
            children: vec![Vec::new(); tree.len()],
            sizes: vec![1; tree.len()],
        };
        for at in 0..tree.len() {
            let below = part.around(at).iter().map(|&v| position[v]).filter(|&below| below > at);
            below.for_each(|below| rooted.parents[below] = at);
        }
        for at in 1..tree.len() {
            rooted.children[rooted.parents[at]].push(at);
        }
        for at in (1..tree.len()).rev() {
            rooted.sizes[rooted.parents[at]] += rooted.sizes[at];
        }
        rooted
    }

    /// The child with the largest subtree, the first of several.
    fn heavy(&self, at: usize) -> Option<usize> {
        self.children[at].iter().copied().max_by_key(|&child| (self.sizes[child], std::cmp::Reverse(child)))
    }
}

/// Part of a tree around its topmost vertex, which stands at the origin and comes first.
struct Block {
    places: Vec<(usize, Point)>,
    /// What it fills.
    frame: Rectangle,
}

impl Block {
    fn shifted(mut self, by: Point) -> Self {
        self.places.iter_mut().for_each(|(_, place)| *place = *place + by);
        let Rectangle { least, most } = self.frame;
        self.frame = Rectangle { least: least + by, most: most + by };
        self
    }
}

/// `column` with all that hangs on its vertex moved by `way` to the right; the vertex itself reaches `half` to each side.
fn moved(mut column: Block, half: f64, way: f64) -> Block {
    if column.places.len() > 1 {
        column.places[1..].iter_mut().for_each(|(_, place)| place.x += way);
        let Rectangle { least, most } = column.frame;
        column.frame.least.x = (least.x + way).min(-half);
        column.frame.most.x = (most.x + way).max(half);
    }
    column
}

/// How wide what hangs on a vertex may be, in sides of a square of the same area, before it is put on shelves.
const WIDEST: f64 = 3.0;

struct LongTree<'a> {
    part: Part<'a>,
    rooted: Rooted,
}

/// The places of a tree whose vertices stand parents before children, in rows of about `width` or, without one, so that it is a
/// little wider than high. No two vertices overlap. Time O(|V| log |V|) times the height of what hangs below the rows.
pub(super) fn rows(part: Part<'_>, width: Option<f64>) -> Places {
    let long = LongTree { part, rooted: Rooted::of(part) };
    let mut places = vec![Point::default(); part.vertices.len()];
    long.rows_from(0, width).places.into_iter().for_each(|(at, place)| places[at] = place);
    places
}

impl LongTree<'_> {
    fn half(&self, at: usize) -> Point {
        self.part.half(at)
    }

    /// The child where the heaviest way down goes on. A fan of leaves ends it.
    fn next(&self, at: usize) -> Option<usize> {
        let heavy = self.rooted.heavy(at)?;
        (self.rooted.sizes[heavy] > 1 || self.rooted.children[at].len() == 1).then_some(heavy)
    }

    /// The heaviest way down from `top` in rows that run to and fro, with what hangs on each of its vertices below it.
    fn rows_from(&self, top: usize, width: Option<f64>) -> Block {
        let spine: Vec<usize> = std::iter::successors(Some(top), |&at| self.next(at)).collect();
        let columns: Vec<Block> = spine.iter().map(|&at| self.column(at)).collect();
        let area = |block: &Block| (block.frame.size().x + GAP) * (block.frame.size().y + GAP);
        let width = width.unwrap_or_else(|| (1.8 * columns.iter().map(area).sum::<f64>()).sqrt());
        let tallest = spine.iter().map(|&at| self.half(at).y).fold(0.0, f64::max);

        let mut all = Block { places: Vec::new(), frame: Rectangle::holding([]) };
        // Where the row ends so far, and how far down it reaches; rows go to the right and to the left in turn.
        let (mut place, mut sign, mut edge, mut bottom) = (Point::default(), 1.0, None, 0.0f64);
        let last = *spine.last().unwrap_or(&top);
        for (at, column) in spine.into_iter().zip(columns) {
            let half = self.half(at).x;
            let ahead = |column: &Block| if sign > 0.0 { column.frame.most.x } else { -column.frame.least.x };
            let behind =
                |column: &Block| if sign > 0.0 { -column.frame.least.x } else { column.frame.most.x };
            let before = place.x * sign;
            let put = |column: &Block| match edge {
                None => before,
                Some((edge, half_before)) => {
                    f64::max(edge + GAP + behind(column), before + half_before + self.part.room.arc + half)
                }
            };
            let limit = if sign > 0.0 { width } else { 0.0 };
            let turns = at != last && put(&column) + ahead(&column) > limit;
            // The last vertex of a row has the way down to the next one to itself; what hangs on it stands before that, as what hangs
            // on the first one stands behind it.
            let way = match edge {
                _ if turns => -ahead(&column) - GAP,
                None if place.y > 0.0 => behind(&column) - half,
                _ => 0.0,
            };
            let column = moved(column, half, sign * way);
            let x = put(&column);
            edge = Some((x + ahead(&column), half));
            place.x = x * sign;
            let column = column.shifted(place);
            bottom = bottom.max(column.frame.most.y);
            all.places.extend(column.places);
            all.frame = all.frame.and(column.frame);
            if turns {
                place.y = f64::max(bottom + GAP + tallest, place.y + 2.0 * tallest + self.part.room.arc);
                (sign, edge) = (-sign, None);
            }
        }
        all
    }

    /// A vertex with everything that hangs on it but the way down, tidily where that is not too wide.
    fn column(&self, at: usize) -> Block {
        let way_down = self.next(at);
        let light = || self.rooted.children[at].iter().copied().filter(|&child| Some(child) != way_down);
        let block = |places: Vec<(usize, Point)>| {
            let frames = places.iter().map(|&(at, place)| Rectangle::around(place, self.half(at)));
            let frame = frames.reduce(Rectangle::and).unwrap_or(Rectangle::holding([]));
            Block { places, frame }
        };
        if light().map(|child| self.rooted.sizes[child]).sum::<usize>() < MOST_TIDY {
            let mut hanging: Vec<usize> = std::iter::once(at).chain(light()).collect();
            let mut next = 1;
            while let Some(&below) = hanging.get(next) {
                hanging.extend(&self.rooted.children[below]);
                next += 1;
            }
            let vertices: Vec<VertexId> = hanging.iter().map(|&at| self.part.vertices[at]).collect();
            let places = tidy(Part { vertices: &vertices, ..self.part });
            let area =
                |&at: &usize| (2.0 * self.half(at).x + GAP) * (2.0 * self.half(at).y + self.part.room.arc);
            let area: f64 = hanging.iter().map(area).sum();
            let tidy = block(hanging.into_iter().zip(places).collect());
            if tidy.frame.size().x <= WIDEST * area.sqrt() {
                return tidy;
            }
        }
        // On shelves below it.
        let blocks: Vec<Block> = light().map(|child| self.rows_from(child, None)).collect();
        let frames: Vec<Rectangle> = blocks.iter().map(|block| block.frame).collect();
        let corners = on_shelves(&frames, GAP, None);
        let width =
            corners.iter().zip(&frames).map(|(corner, frame)| corner.x + frame.size().x).fold(0.0, f64::max);
        let first = Point::new(-width / 2.0, self.half(at).y + self.part.room.arc);
        let below = blocks.into_iter().zip(corners).map(|(block, corner)| {
            let way = first + corner - block.frame.least;
            block.shifted(way)
        });
        block(std::iter::once((at, Point::default())).chain(below.flat_map(|block| block.places)).collect())
    }
}

// Large trees around their core

/// How many vertices are placed by distances at most, and how large the subtree of each is at least.
const CORE: usize = 600;
const LEAST: usize = 6;

/// A part of a ring around a vertex of the core: what hangs in it begins at `inner`.
#[derive(Clone, Copy)]
struct Sector {
    middle: Point,
    from: f64,
    angle: f64,
    inner: f64,
}

/// The places of a tree whose vertices stand parents before children; inside that, none if there is
/// not enough room for them. Time and memory O(|V| log |V|), but for what overlaps at first.
pub(super) fn around_core(part: Part<'_>, tick: &mut dyn Tick) -> Result<Option<Places>, Stop> {
    let Part { vertices: tree, room, .. } = part;
    let Rooted { parents, children, sizes } = Rooted::of(part);
    let mut order: Vec<usize> = (0..tree.len()).collect();
    // A parent is larger than its children, so that those before any place are a tree.
    order.sort_by_key(|&at| (std::cmp::Reverse(sizes[at]), at));
    let mut is_core = vec![false; tree.len()];
    let is_large = |at: &&usize| **at == 0 || sizes[**at] >= LEAST;
    order.iter().take_while(is_large).take(CORE).for_each(|&at| is_core[at] = true);

    let half = tree.iter().map(|&u| room.halves[u].x).sum::<f64>() / tree.len().max(1) as f64;
    let cell = 2.0 * half + GAP;
    let edge = 2.0 * half + room.arc;
    let hanging =
        |at: usize| children[at].iter().filter(|&&child| !is_core[child]).map(|&child| sizes[child]);
    // A disc for what hangs on a vertex, larger than its cells because sectors do not fill it.
    let reach = |at: usize| cell * (0.6 * hanging(at).sum::<usize>() as f64).sqrt();
    let mut places = core_places(&parents, &is_core, edge, &reach, tick)?;

    let mut sectors: Vec<Option<Sector>> = vec![None; tree.len()];
    for at in 0..tree.len() {
        let sector = match is_core[at] {
            true => {
                let around = parents.get(at).filter(|_| at > 0).into_iter().chain(&children[at]);
                let angles = around
                    .filter(|&&other| is_core[other])
                    .map(|&other| (places[other] - places[at]).angle());
                let from = widest_gap(angles.collect());
                Sector { middle: places[at], from, angle: TAU, inner: edge }
            }
            false => match sectors[at] {
                Some(sector) => sector,
                None => continue,
            },
        };
        let below: Vec<usize> = children[at].iter().copied().filter(|&child| !is_core[child]).collect();
        fan(&below, sector, cell, edge, &sizes, &mut places, &mut sectors);
    }
    // A tree that doubles from level to level finds no room around its middle.
    if crowd(part, &places) > tree.len() {
        return Ok(None);
    }
    apart(part, places, tick).map(Some)
}

/// The vertices of the core by their distances, where an edge is longer by what its ends reach; others at the origin.
fn core_places(
    parents: &[usize],
    is_core: &[bool],
    edge: f64,
    reach: &impl Fn(usize) -> f64,
    tick: &mut dyn Tick,
) -> Result<Places, Stop> {
    let core: Vec<usize> = (0..parents.len()).filter(|&at| is_core[at]).collect();
    let mut index = vec![usize::MAX; parents.len()];
    core.iter().enumerate().for_each(|(number, &at)| index[at] = number);
    // Each row from that of the parent, which comes before it: one edge more to everything known so far.
    let mut rows: Vec<Vec<f32>> = Vec::with_capacity(core.len());
    let mut pairs = Vec::new();
    for (number, &at) in core.iter().enumerate() {
        tick.tick(number as u64 + 1)?;
        let mut row = vec![0.0f32; number + 1];
        if number > 0 {
            let parent = index[parents[at]];
            let length = (1.0 + (reach(at) + reach(parents[at])) / edge) as f32;
            for (other, distance) in row.iter_mut().enumerate().take(number) {
                let known = if other <= parent { rows[parent][other] } else { rows[other][parent] };
                *distance = known + length;
                pairs.push(Pair {
                    first: other as u32,
                    second: number as u32,
                    distance: *distance,
                    stays: false,
                });
            }
        }
        rows.push(row);
    }
    let relaxed = relaxed(pairs, core.len(), edge, tick)?;
    let mut places = vec![Point::default(); parents.len()];
    core.iter().zip(relaxed).for_each(|(&at, place)| places[at] = place);
    Ok(places)
}

/// The direction in the middle of the widest gap between `angles`.
fn widest_gap(mut angles: Vec<f64>) -> f64 {
    angles.sort_by(f64::total_cmp);
    let Some(&first) = angles.first() else { return 0.0 };
    let next = angles.iter().skip(1).copied().chain([first + TAU]);
    let gaps = angles.iter().zip(next).map(|(&from, to)| (to - from, from));
    let widest = gaps.fold((0.0, 0.0), |best, gap| if gap.0 > best.0 { gap } else { best });
    widest.1 + widest.0 / 2.0
}

/// Puts vertices side by side into a sector, on as many rings as they need, the largest subtrees first; each gets the part of
/// the sector behind it that its size asks for.
fn fan(
    below: &[usize],
    Sector { middle, from, angle, inner }: Sector,
    cell: f64,
    edge: f64,
    sizes: &[usize],
    places: &mut Places,
    sectors: &mut [Option<Sector>],
) {
    let total: usize = below.iter().map(|&child| sizes[child]).sum();
    let holds = |rings: usize| {
        let on_ring = |ring: usize| (angle * (inner + ring as f64 * cell) / cell).floor().max(1.0);
        (0..rings).map(on_ring).sum::<f64>() >= below.len() as f64
    };
    let rings = (1..=below.len()).find(|&rings| holds(rings)).unwrap_or(1);
    let outer = inner + rings as f64 * cell - cell + edge.min(1.3 * cell);
    let mut at = from;
    for (number, &child) in below.iter().enumerate() {
        let share = angle * sizes[child] as f64 / total as f64;
        let radius = inner + (number % rings) as f64 * cell;
        places[child] = middle + Point::towards(at + share / 2.0) * radius;
        sectors[child] = Some(Sector { middle, from: at, angle: share, inner: outer });
        at += share;
    }
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
