//! Curves: how an arc runs from the border of its tail to the border of its head.

use crate::geometry::{Point, Rectangle};
use crate::node::Node;

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
