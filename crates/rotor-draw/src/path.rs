//! Paths: lines and outlines of cubic curves, as painters and SVG take them.

use crate::curve::Curve;
use crate::geometry::{Point, Rectangle};
use crate::node::{Node, Outline};
use crate::words::number;

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
