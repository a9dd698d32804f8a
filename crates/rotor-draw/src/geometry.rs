//! Points of the plane, x to the right and y down, and what is measured with them.

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
