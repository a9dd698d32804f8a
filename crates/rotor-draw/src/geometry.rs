//! Geometry: points, rectangles, curves and paths, x to the right and y down, in pixels.
//!
//! A *curve* is how an arc runs from the border of its tail to the border of its head; a *path* is what painters and SVG take:
//! lines and cubic curves, of one piece or several.

use crate::scene::{Node, Outline};
use crate::text::number;
use std::ops::{Add, Mul, Sub};

/// A point, or the way from one point to another, in pixels.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl Point {
    /// The point (x, y).
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The point at distance 1 in direction `angle`, anticlockwise from the right as one sees it.
    pub(crate) fn towards(angle: f64) -> Self {
        Self::new(angle.cos(), -angle.sin())
    }

    /// The angle of its direction, anticlockwise from the right as one sees it.
    pub(crate) fn angle(self) -> f64 {
        (-self.y).atan2(self.x)
    }

    /// Its distance from the origin.
    pub fn length(self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    /// The same direction at distance 1; to the right if it has none.
    pub(crate) fn unit(self) -> Self {
        let length = self.length();
        if length > 0.0 { self * (1.0 / length) } else { Self::new(1.0, 0.0) }
    }

    /// A quarter turn to the left.
    pub(crate) fn left(self) -> Self {
        Self::new(self.y, -self.x)
    }
}

impl Add for Point {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}

/// A rectangle with sides along the axes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rectangle {
    /// The corner on the left, above.
    pub least: Point,
    /// The corner on the right, below.
    pub most: Point,
}

impl Rectangle {
    /// The rectangle around `center` that reaches `half` to each side.
    pub fn around(center: Point, half: Point) -> Self {
        Self { least: center - half, most: center + half }
    }

    /// The smallest rectangle that holds all `points`; an empty one at the origin if there are none.
    pub(crate) fn holding(points: impl IntoIterator<Item = Point>) -> Self {
        let mut points = points.into_iter();
        let first = points.next().unwrap_or_default();
        points.fold(Self { least: first, most: first }, |all, point| all.with(point))
    }

    /// The smallest rectangle that also holds `point`.
    pub(crate) fn with(self, point: Point) -> Self {
        Self {
            least: Point::new(self.least.x.min(point.x), self.least.y.min(point.y)),
            most: Point::new(self.most.x.max(point.x), self.most.y.max(point.y)),
        }
    }

    /// The smallest rectangle that also holds `other`.
    pub(crate) fn and(self, other: Self) -> Self {
        self.with(other.least).with(other.most)
    }

    /// Whether the two have a point inside both.
    pub fn overlaps(self, other: Self) -> bool {
        self.least.x < other.most.x
            && other.least.x < self.most.x
            && self.least.y < other.most.y
            && other.least.y < self.most.y
    }

    /// Whether `other` lies within it.
    pub fn holds(self, other: Self) -> bool {
        self.and(other) == self
    }

    /// Width and height.
    pub fn size(self) -> Point {
        self.most - self.least
    }
}

// Curves

/// A cubic Bézier curve: where it starts, its two handles, where it ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve(pub [Point; 4]);

/// How long the head of an arrow is.
pub(crate) const ARROW: f64 = 8.0;

impl Curve {
    /// From one node to another, leaving at `bend` to the left of the straight way and coming in likewise; it ends where
    /// the arrow begins. `ports` are the angles at which it touches the borders of the two, which may be flatter.
    pub(crate) fn between(tail: (&Node, Point), head: (&Node, Point), bend: f64, ports: [f64; 2]) -> Self {
        let straight = (head.1 - tail.1).unit();
        let leaving = |angle: f64| straight * angle.cos() + straight.left() * angle.sin();
        let coming = |angle: f64| straight * -angle.cos() + straight.left() * angle.sin();
        let start = tail.1 + tail.0.border(leaving(ports[0]));
        let tip = head.1 + head.0.border(coming(ports[1]));
        let end = tip + coming(bend) * ARROW;
        let reach = (end - start).length() * 0.4;
        Self([start, start + leaving(bend) * reach, end + coming(bend) * reach, end])
    }

    /// A loop at `node` in direction `angle`; `rank` many are nested inside it.
    pub(crate) fn loop_at(node: (&Node, Point), angle: f64, rank: usize) -> Self {
        let rank = rank as f64;
        let opening = (0.42 + 0.1 * rank).min(1.2);
        let reach = 46.0 + LOOP_STEP * 4.0 / 3.0 * rank;
        let (first, last) = (Point::towards(angle - opening), Point::towards(angle + opening));
        let (start, end) = (node.1 + node.0.border(first), node.1 + node.0.border(last) + last * ARROW);
        Self([start, start + first * reach, end + last * (reach - ARROW), end])
    }

    /// The point after the share `t` of its parameter.
    pub(crate) fn at(&self, t: f64) -> Point {
        let [a, b, c, d] = self.0;
        let s = 1.0 - t;
        a * (s * s * s) + b * (3.0 * s * s * t) + c * (3.0 * s * t * t) + d * (t * t * t)
    }

    /// The direction after the share `t` of its parameter.
    pub(crate) fn direction(&self, t: f64) -> Point {
        let [a, b, c, d] = self.0;
        let s = 1.0 - t;
        ((b - a) * (s * s) + (c - b) * (2.0 * s * t) + (d - c) * (t * t)).unit()
    }

    /// Tip and corners of the arrow at its end.
    pub(crate) fn arrow(&self, width: f64) -> [Point; 3] {
        let end = self.0[3];
        let way = (end - self.0[2]).unit();
        let side = way.left() * (2.6 + width * 0.7);
        [end + way * ARROW, end + side, end - side]
    }

    /// The share of the parameter after which it is `distance` away from its start, at most `most`.
    pub(crate) fn share_at(&self, distance: f64, most: f64) -> f64 {
        let shares = (1..=40).map(|part| f64::from(part) / 40.0);
        shares
            .take_while(|&t| t <= most)
            .find(|&t| (self.at(t) - self.0[0]).length() >= distance)
            .unwrap_or(most)
    }

    /// A rectangle that holds it.
    pub(crate) fn frame(&self) -> Rectangle {
        Rectangle::holding((0..=16).map(|part| self.at(f64::from(part) / 16.0)))
    }

    /// Points along it, close enough to each other that it passes no vertex between two of them unless it is very long.
    pub(crate) fn points(&self) -> impl Iterator<Item = Point> + '_ {
        (1..40).map(|part| self.at(f64::from(part) / 40.0))
    }
}

/// How much farther out each nested loop lies.
pub(crate) const LOOP_STEP: f64 = 12.0;

// Paths

/// One step of a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Step {
    Move(Point),
    Line(Point),
    Curve(Point, Point, Point),
    Close,
}

/// A path of lines and cubic curves, of one piece or several.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Path(pub(crate) Vec<Step>);

/// How far the handles of a quarter circle are from its ends, in radii.
const QUARTER: f64 = 0.552_284_75;

impl Path {
    pub(crate) fn polygon(corners: &[Point]) -> Self {
        let (first, rest) = corners.split_at(corners.len().min(1));
        let steps = first.iter().map(|&at| Step::Move(at)).chain(rest.iter().map(|&at| Step::Line(at)));
        Self(steps.chain([Step::Close]).collect())
    }

    #[cfg(any(feature = "png", feature = "pdf"))]
    pub(crate) fn rectangle(Rectangle { least, most }: Rectangle) -> Self {
        Self::polygon(&[least, Point::new(most.x, least.y), most, Point::new(least.x, most.y)])
    }

    pub(crate) fn curve(Curve([from, first, second, to]): Curve) -> Self {
        Self(vec![Step::Move(from), Step::Curve(first, second, to)])
    }

    /// The border of a node around `center`, moved inwards by `inset`.
    pub(crate) fn border(node: &Node, center: Point, inset: f64) -> Self {
        match node.outline {
            Outline::Circle | Outline::Pill => Self::pill(center, node.half - Point::new(inset, inset)),
            Outline::Square | Outline::Diamond | Outline::Hexagon => {
                Self::polygon(&node.corners(center, inset))
            }
        }
    }

    /// A rectangle whose corners are round.
    #[cfg(any(feature = "png", feature = "pdf"))]
    pub(crate) fn rounded(frame: Rectangle, round: f64) -> Self {
        let half = frame.size() * 0.5;
        Self::with_corners(frame.least + half, half, round)
    }

    /// A rectangle with round ends.
    pub(crate) fn disc(frame: Rectangle) -> Self {
        let half = frame.size() * 0.5;
        Self::pill(frame.least + half, half)
    }

    /// A rectangle around `center` whose corners are as round as can be; a circle if it is as wide as high.
    fn pill(center: Point, half: Point) -> Self {
        Self::with_corners(center, half, half.x.min(half.y))
    }

    fn with_corners(center: Point, half: Point, round: f64) -> Self {
        let (flat, handle) = (half - Point::new(round, round), round * (1.0 - QUARTER));
        let at = |x: f64, y: f64| center + Point::new(x, y);
        let mut steps = vec![Step::Move(at(flat.x, -half.y))];
        // One quarter after the other, clockwise from the top.
        for (x, y) in [(1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)] {
            let on_side = (at(x * half.x, y * flat.y), at(x * half.x, y * (half.y - handle)));
            let on_top = (at(x * flat.x, y * half.y), at(x * (half.x - handle), y * half.y));
            let (from, to) = if x * y < 0.0 { (on_top, on_side) } else { (on_side, on_top) };
            steps.extend([Step::Line(from.0), Step::Curve(from.1, to.1, to.0)]);
        }
        steps.push(Step::Close);
        Self(steps)
    }

    /// The path in the notation of SVG.
    pub(crate) fn svg(&self) -> String {
        let at = |point: Point| format!("{} {}", number(point.x), number(point.y));
        let steps = self.0.iter().map(|step| match *step {
            Step::Move(to) => format!("M{}", at(to)),
            Step::Line(to) => format!("L{}", at(to)),
            Step::Curve(first, second, to) => format!("C{} {} {}", at(first), at(second), at(to)),
            Step::Close => "Z".to_owned(),
        });
        steps.collect::<Vec<_>>().join(" ")
    }

    /// Moves all of it.
    pub(crate) fn shift(&mut self, by: Point) {
        for step in &mut self.0 {
            match step {
                Step::Move(at) | Step::Line(at) => *at = *at + by,
                Step::Curve(first, second, to) => {
                    (*first, *second, *to) = (*first + by, *second + by, *to + by);
                }
                Step::Close => {}
            }
        }
    }

    /// A rectangle that holds it.
    pub(crate) fn frame(&self) -> Rectangle {
        let points = self.0.iter().flat_map(|step| match *step {
            Step::Move(at) | Step::Line(at) => vec![at],
            Step::Curve(first, second, to) => vec![first, second, to],
            Step::Close => Vec::new(),
        });
        Rectangle::holding(points)
    }
}
