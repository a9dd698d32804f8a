//! Layout: where every vertex stands.
//!
//! Unless a geometry is given, components are laid out one by one, each in the way that suits it, and put side by side on
//! shelves: paths in rows, trees tidily from the root down, long trees tidily in rows, other large ones from the middle outwards,
//! and all other graphs so that distances in the picture are close to those of the graph, turned the way up that figures of the
//! paper have, and with vertices that would overlap moved apart.

mod stress;
mod trees;

use crate::geometry::{Point, Rectangle};
use rotor_graph::{Instance, Multigraph, Stop, Tick, VertexId, VertexMap};

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
pub(crate) fn placed(
    instance: &Instance,
    room: &Room,
    layout: &Layout,
    tick: &mut dyn Tick,
) -> Result<VertexMap<Point>, Stop> {
    let neighbours = Neighbours::of(instance.graph());
    if let Some(places) = given(&layout.geometry, &neighbours, room) {
        return Ok(places);
    }
    let width = layout.width;
    let mut placed = Vec::new();
    for component in components(instance, &neighbours) {
        let vertices = &component.vertices;
        let part = Part { instance, neighbours: &neighbours, vertices, room };
        let tidy = (component.shape == Shape::Tree && vertices.len() <= MOST_TIDY)
            .then(|| trees::tidy(part))
            .filter(|tidy| width.is_none_or(|width| part.frame(tidy).size().x <= width));
        let points = match (component.shape, tidy) {
            (Shape::Path, _) => trees::path(part, width),
            (Shape::Tree, Some(tidy)) => tidy,
            (Shape::Tree, None) if is_long(part) => trees::rows(part, width),
            (Shape::Tree, None) if vertices.len() > MOST_PAIRED_TREE => {
                trees::around_core(part, tick)?.unwrap_or_else(|| trees::rows(part, width))
            }
            (Shape::Tree | Shape::Other, _) => apart(part, turned(part, stress::places(part, tick)?), tick)?,
        };
        placed.push((component.vertices, points));
    }
    Ok(side_by_side(placed, room, width))
}

/// Whether a tree is much longer than a bushy one of its size, so that it has to be folded.
fn is_long(tree: Part<'_>) -> bool {
    let deepest = depth(tree.neighbours, tree.vertices);
    (deepest * deepest) as f64 > 16.0 * tree.vertices.len() as f64
}

/// How far the last vertices of a component are from its first; they stand breadth first.
fn depth(neighbours: &Neighbours, component: &[VertexId]) -> usize {
    let positions = positions(component);
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

/// The places of one component, in the order of its vertices.
type Places = Vec<Point>;

/// A component, or a part of one, and what its layout depends on.
#[derive(Clone, Copy)]
struct Part<'a> {
    instance: &'a Instance,
    neighbours: &'a Neighbours,
    vertices: &'a [VertexId],
    room: &'a Room,
}

impl<'a> Part<'a> {
    /// How far the vertex number `at` reaches.
    fn half(self, at: usize) -> Point {
        self.room.halves[self.vertices[at]]
    }

    /// The neighbours of the vertex number `at`.
    fn around(self, at: usize) -> &'a [VertexId] {
        self.neighbours.of_vertex(self.vertices[at])
    }

    /// What its vertices fill at these places.
    fn frame(self, places: &[Point]) -> Rectangle {
        let boxes = places.iter().enumerate().map(|(at, &place)| Rectangle::around(place, self.half(at)));
        boxes.reduce(Rectangle::and).unwrap_or(Rectangle::holding([]))
    }
}

/// The position of every vertex of a component in its list; `usize::MAX` for others.
fn positions(vertices: &[VertexId]) -> VertexMap<usize> {
    let all = vertices.iter().map(|u| u.index() + 1).max().unwrap_or(0);
    let mut positions = VertexMap::filled(all, usize::MAX);
    for (position, &u) in vertices.iter().enumerate() {
        positions[u] = position;
    }
    positions
}

// Geometries that can be asked for where the family of a graph is known

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
fn given(geometry: &Geometry, neighbours: &Neighbours, room: &Room) -> Option<VertexMap<Point>> {
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

// The undirected graph and its components

/// The neighbours of every vertex in the undirected simple graph Ḡ: no loops, no repetitions.
struct Neighbours {
    first: Vec<usize>,
    list: Vec<VertexId>,
}

impl Neighbours {
    /// Time and memory O(|V| + |A|).
    fn of(graph: &Multigraph) -> Self {
        let reversed = graph.reversed();
        let mut seen_by = vec![None; graph.vertex_count()];
        let (mut first, mut list) = (vec![0], Vec::new());
        for u in graph.vertices() {
            for &v in graph.heads(u).iter().chain(reversed.tails(u)) {
                if v != u && seen_by[v.index()] != Some(u) {
                    seen_by[v.index()] = Some(u);
                    list.push(v);
                }
            }
            first.push(list.len());
        }
        Self { first, list }
    }

    /// The neighbours of `u`.
    pub(super) fn of_vertex(&self, u: VertexId) -> &[VertexId] {
        &self.list[self.first[u.index()]..self.first[u.index() + 1]]
    }
}

/// A component: a path from one end to the other, a tree with parents before children, or anything else.
struct Component {
    vertices: Vec<VertexId>,
    shape: Shape,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Path,
    Tree,
    Other,
}

/// The components, that of the start first, then in the order of the file. Time and memory O(|V| + |A|).
fn components(instance: &Instance, neighbours: &Neighbours) -> Vec<Component> {
    let graph = instance.graph();
    let mut found = vec![false; graph.vertex_count()];
    let mut all = Vec::new();
    for root in instance.start().into_iter().chain(graph.vertices()) {
        if found[root.index()] {
            continue;
        }
        let vertices = search(neighbours, root, &mut found);
        let degree = |u: &VertexId| neighbours.of_vertex(*u).len();
        let edges = vertices.iter().map(degree).sum::<usize>() / 2;
        let shape = match edges + 1 == vertices.len() {
            true if vertices.iter().all(|u| degree(u) <= 2) => Shape::Path,
            true => Shape::Tree,
            false => Shape::Other,
        };
        let root = match shape {
            // From the end that the file names first.
            Shape::Path => vertices.iter().copied().filter(|u| degree(u) <= 1).min(),
            // A tree hangs from the start, or from the first vertex that is not a sink.
            _ if Some(root) == instance.start() => None,
            _ => vertices.iter().copied().filter(|&u| !graph.is_sink(u)).min(),
        };
        let vertices = match root {
            Some(root) => {
                vertices.iter().for_each(|u| found[u.index()] = false);
                search(neighbours, root, &mut found)
            }
            None => vertices,
        };
        all.push(Component { vertices, shape });
    }
    all
}

/// What is connected to `root`, breadth first.
fn search(neighbours: &Neighbours, root: VertexId, found: &mut [bool]) -> Vec<VertexId> {
    found[root.index()] = true;
    let mut queue = vec![root];
    let mut next = 0;
    while let Some(&u) = queue.get(next) {
        next += 1;
        for &v in neighbours.of_vertex(u) {
            if !std::mem::replace(&mut found[v.index()], true) {
                queue.push(v);
            }
        }
    }
    queue
}

// Vertices that were not placed yet stand near their neighbours, where nothing else does

/// How many rings around the neighbours are tried, and how many places on each.
const RINGS: usize = 24;
const ON_A_RING: usize = 16;

/// A place for every vertex, those that are given kept; none if no vertex has one, or if they are those of another graph.
///
/// Time O(|V|) if none is missing, else O(|V|·m) for m missing ones.
fn completed(
    given: &VertexMap<Option<Point>>,
    neighbours: &Neighbours,
    room: &Room,
) -> Option<VertexMap<Point>> {
    if given.len() != room.halves.len() || given.iter().all(|(_, place)| place.is_none()) {
        return None;
    }
    let mut places = given.clone();
    let missing: Vec<VertexId> = given.iter().filter(|(_, place)| place.is_none()).map(|(u, _)| u).collect();
    for u in missing {
        let around = neighbours.of_vertex(u).iter().filter_map(|&v| places[v]);
        let (sum, count) = around.fold((Point::default(), 0), |(sum, count), at| (sum + at, count + 1));
        let frame = places.iter().filter_map(|(v, &at)| Some(Rectangle::around(at?, room.halves[v])));
        let frame = frame.reduce(Rectangle::and)?;
        let beside =
            Point::new(frame.most.x + room.arc + room.halves[u].x, (frame.least.y + frame.most.y) / 2.0);
        let middle = if count == 0 { beside } else { sum * (1.0 / f64::from(count)) };
        places[u] = Some(free_near(middle, u, &places, room).unwrap_or(beside));
    }
    Some(VertexMap::from_vec(places.iter().map(|(_, place)| place.unwrap_or_default()).collect()))
}

/// The first place on rings around `middle` where `u` overlaps nothing.
fn free_near(middle: Point, u: VertexId, places: &VertexMap<Option<Point>>, room: &Room) -> Option<Point> {
    let gap = Point::new(GAP, GAP);
    let step = room.arc / 2.0 + room.halves[u].x;
    let rings =
        (0..RINGS).flat_map(|ring| (0..if ring == 0 { 1 } else { ON_A_RING }).map(move |turn| (ring, turn)));
    let spots = rings.map(|(ring, turn)| {
        let angle = std::f64::consts::TAU * turn as f64 / ON_A_RING as f64;
        middle + Point::new(angle.cos(), angle.sin()) * (step * ring as f64)
    });
    let is_free = |&at: &Point| {
        let own = Rectangle::around(at, room.halves[u] + gap);
        let mut others = places.iter().filter(|&(v, _)| v != u);
        others.all(|(v, place)| {
            place.is_none_or(|place| !Rectangle::around(place, room.halves[v]).overlaps(own))
        })
    };
    let mut spots = spots;
    spots.find(is_free)
}

// Which way up a free picture is drawn

/// `places` turned and mirrored: edges along the axes where they can be, wider than high, rotor orders anticlockwise and
/// sinks to the right, as in the figures of the paper. Time O(|V| + |A|).
fn turned(part: Part<'_>, mut places: Places) -> Places {
    let Part { instance, vertices: component, .. } = part;
    let graph = instance.graph();
    let position = positions(component);
    let edges: Vec<(usize, usize)> = component
        .iter()
        .enumerate()
        .flat_map(|(at, &u)| graph.heads(u).iter().map(move |&v| (at, v)))
        .map(|(at, v)| (at, position[v]))
        .filter(|(at, to)| at != to)
        .collect();

    let angles = (0..90).map(|degrees| f64::from(degrees).to_radians());
    let slant = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        let slant = |&(from, to): &(usize, usize)| {
            let way = rotated((places[to] - places[from]).unit(), sin, cos);
            (way.x * way.y).abs()
        };
        edges.iter().map(slant).sum::<f64>()
    };
    // The first of the least; differences that rounding could make do not count.
    let mut best = (f64::INFINITY, 0.0);
    for angle in angles {
        let slant = slant(angle);
        if slant < best.0 - 1e-6 {
            best = (slant, angle);
        }
    }
    let (sin, cos) = best.1.sin_cos();
    places.iter_mut().for_each(|place| *place = rotated(*place, sin, cos));

    let size = Rectangle::holding(places.iter().copied()).size();
    let middle =
        places.iter().fold(Point::default(), |sum, &place| sum + place) * (1.0 / places.len().max(1) as f64);
    let sinks = || component.iter().zip(&places).filter(|&(&u, _)| graph.is_sink(u));
    let sum = sinks().fold(Point::default(), |sum, (_, &place)| sum + (place - middle));
    let towards_sinks = sum * (1.0 / sinks().count().max(1) as f64);
    // Along the way to the sinks if they lie to one side, else along the longer side.
    let along_y = match (towards_sinks.x.abs(), towards_sinks.y.abs()) {
        (x, y) if x.max(y) < 0.1 * size.x.max(size.y) => size.y > size.x * 1.05,
        (x, y) if y > 1.3 * x && size.x <= 3.0 * size.y => true,
        (x, y) if x > 1.3 * y && size.y <= 3.0 * size.x => false,
        _ => size.y > size.x * 1.05,
    };
    if along_y {
        places.iter_mut().for_each(|place| *place = Point::new(place.y, -place.x));
    }
    if clockwise_turns(part, &position, &places) > 0 {
        places.iter_mut().for_each(|place| place.y = -place.y);
    }
    let middle = places.iter().map(|place| place.x).sum::<f64>() / places.len().max(1) as f64;
    let pull = |(&u, place): (&VertexId, &Point)| match () {
        () if graph.is_sink(u) => place.x - middle,
        () if instance.start() == Some(u) => middle - place.x,
        () => 0.0,
    };
    if component.iter().zip(&places).map(pull).sum::<f64>() < -1e-6 {
        // Half a turn keeps every order.
        places.iter_mut().for_each(|place| *place = *place * -1.0);
    }
    places
}

fn rotated(point: Point, sin: f64, cos: f64) -> Point {
    Point::new(point.x * cos - point.y * sin, point.x * sin + point.y * cos)
}

/// How many triples of successive arcs turn clockwise, less those that turn anticlockwise.
fn clockwise_turns(part: Part<'_>, position: &VertexMap<usize>, places: &[Point]) -> i64 {
    let mut turns = 0;
    for (at, &u) in part.vertices.iter().enumerate() {
        let mut heads: Vec<VertexId> = Vec::new();
        for &v in part.instance.graph().heads(u) {
            if v != u && !heads.contains(&v) && heads.len() < 8 {
                heads.push(v);
            }
        }
        if heads.len() < 3 {
            continue;
        }
        let angle = |v: VertexId| (places[position[v]] - places[at]).angle();
        for three in heads.windows(3) {
            let [a, b, c] = [angle(three[0]), angle(three[1]), angle(three[2])];
            let turn = |from: f64, to: f64| (to - from).rem_euclid(std::f64::consts::TAU);
            turns += if turn(a, b) < turn(a, c) { -1 } else { 1 };
        }
    }
    turns
}

// Vertices that would overlap are moved away from each other

/// How often overlapping pairs are moved before everything is stretched, by how much that is, and how often it is done.
const ROUNDS: usize = 60;
const STRETCH: f64 = 1.15;
const STRETCHES: usize = 16;

/// `places` with at least a gap between any two vertices. Time O(|V|²) per round at worst.
fn apart(part: Part<'_>, mut places: Places, tick: &mut dyn Tick) -> Result<Places, Stop> {
    let half = |at: usize| part.half(at) + Point::new(GAP / 2.0, GAP / 2.0);
    for round in 1..=ROUNDS * STRETCHES {
        let close = overlapping(&places, &half);
        if close.is_empty() {
            return Ok(places);
        }
        tick.tick((places.len() + close.len()) as u64)?;
        for (first, second) in close {
            let way = places[second] - places[first];
            let least = half(first) + half(second);
            let missing = Point::new(least.x - way.x.abs(), least.y - way.y.abs());
            if missing.x <= 0.0 || missing.y <= 0.0 {
                continue;
            }
            // Along the axis on which less is missing.
            let side = |along: f64| if along < 0.0 { -0.51 } else { 0.51 };
            let shift = match missing.x < missing.y {
                true => Point::new(missing.x * side(way.x), 0.0),
                false => Point::new(0.0, missing.y * side(way.y)),
            };
            places[first] = places[first] - shift;
            places[second] = places[second] + shift;
        }
        if round % ROUNDS == 0 {
            places.iter_mut().for_each(|place| *place = *place * STRETCH);
        }
    }
    // Stretching by this much parts every pair that is left.
    let mut stretch = 1.0f64;
    for (first, second) in overlapping(&places, &half) {
        let way = places[second] - places[first];
        let least = half(first) + half(second);
        let needed = (least.x / way.x.abs()).min(least.y / way.y.abs());
        stretch = stretch.max(needed.min(50.0));
    }
    places.iter_mut().for_each(|place| *place = *place * stretch);
    Ok(places)
}

/// How many pairs of vertices overlap. Time O(|V|²) at worst.
fn crowd(part: Part<'_>, places: &[Point]) -> usize {
    overlapping(places, &|at: usize| part.half(at)).len()
}

/// The pairs that overlap, by a sweep from left to right.
fn overlapping(places: &[Point], half: &impl Fn(usize) -> Point) -> Vec<(usize, usize)> {
    let boxes: Vec<Rectangle> =
        places.iter().enumerate().map(|(at, &place)| Rectangle::around(place, half(at))).collect();
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|&a, &b| boxes[a].least.x.total_cmp(&boxes[b].least.x).then(a.cmp(&b)));
    let mut pairs = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for &at in &order {
        open.retain(|&other| boxes[other].most.x > boxes[at].least.x);
        pairs
            .extend(open.iter().filter(|&&other| boxes[other].overlaps(boxes[at])).map(|&other| (other, at)));
        open.push(at);
    }
    pairs
}

// Components side by side, in rows of about the same width

/// Puts the components beside and below each other, in their order, in rows of `width`. Time O(|V|).
fn side_by_side(
    components: Vec<(Vec<VertexId>, Places)>,
    room: &Room,
    width: Option<f64>,
) -> VertexMap<Point> {
    let mut all = VertexMap::filled(room.halves.len(), Point::default());
    let frames: Vec<Rectangle> = components
        .iter()
        .map(|(vertices, places)| {
            let boxes = vertices.iter().zip(places).map(|(&u, &at)| Rectangle::around(at, room.halves[u]));
            boxes.reduce(Rectangle::and).unwrap_or(Rectangle::holding([]))
        })
        .collect();
    let corners = on_shelves(&frames, 2.0 * GAP, width);
    for (((vertices, places), frame), corner) in components.into_iter().zip(frames).zip(corners) {
        for (u, place) in vertices.into_iter().zip(places) {
            all[u] = place - frame.least + corner;
        }
    }
    all
}

/// The upper left corners of rectangles that stand in rows of `width` or, without a wish, so that all are a little wider than high.
fn on_shelves(frames: &[Rectangle], space: f64, width: Option<f64>) -> Vec<Point> {
    let area: f64 = frames.iter().map(|frame| (frame.size().x + space) * (frame.size().y + space)).sum();
    let widest = frames.iter().map(|frame| frame.size().x).fold(0.0, f64::max);
    let width = widest.max(width.unwrap_or((1.8 * area).sqrt()));
    let (mut corner, mut shelf) = (Point::default(), 0.0f64);
    let place = |frame: &Rectangle| {
        let size = frame.size();
        if corner.x > 0.0 && corner.x + size.x > width {
            corner = Point::new(0.0, corner.y + shelf + space);
            shelf = 0.0;
        }
        let place = corner;
        corner.x += size.x + space;
        shelf = shelf.max(size.y);
        place
    };
    frames.iter().map(place).collect()
}
