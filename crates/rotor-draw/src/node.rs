//! Nodes: the shape, the words and the size of a vertex.

use crate::font;
use crate::geometry::{Point, Rectangle};
use crate::words::shown;
use rotor_graph::{Instance, Owner, Player, VertexId};

/// The outline of a vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outline {
    /// A rotor vertex or a sink with a short name.
    Circle,
    /// One with a long name.
    Pill,
    /// A vertex of Max.
    Square,
    /// A vertex of Min.
    Diamond,
    /// A vertex of Min with a long name.
    Hexagon,
}

/// The size of the words in a vertex.
pub(crate) const FONT_SIZE: f64 = 14.0;
/// The height of a line of words.
pub(crate) const LINE: f64 = 16.0;
/// The size of the letters of a tag, and the height of their line.
pub(crate) const TAG_SIZE: f64 = 10.0;
pub(crate) const TAG_LINE: f64 = 12.0;
/// How far the outer line of a sink is from the inner one.
pub(crate) const DOUBLE: f64 = 3.5;
/// The least half width of a vertex.
const LEAST: f64 = 17.0;

/// What is drawn for a vertex, wherever it is placed.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// Its outline.
    pub outline: Outline,
    /// How far it reaches to each side.
    pub half: Point,
    /// Whether it is a sink, drawn with a double line.
    pub doubled: bool,
    /// Its name, and what is shown about it.
    pub lines: Vec<String>,
    /// The sink it exits at, in small letters below them.
    pub tag: Option<String>,
}

impl Node {
    /// The node of `u`: name, value of a sink in a game, a remark, and a tag.
    pub(crate) fn of(
        instance: &Instance,
        u: VertexId,
        values_matter: bool,
        remark: Option<&str>,
        tag: Option<String>,
    ) -> Self {
        let doubled = instance.graph().is_sink(u);
        let mut lines = vec![shown(instance.name(u))];
        if doubled && values_matter {
            lines.push(format!("= {}", instance.value(u)));
        }
        lines.extend(remark.map(str::to_owned));
        let width = lines.iter().map(|line| font::width(line, FONT_SIZE)).fold(0.0, f64::max);
        let width = tag.as_ref().map_or(width, |tag| width.max(font::width(tag, TAG_SIZE)));
        let height = LINE * lines.len() as f64 + tag.as_ref().map_or(0.0, |_| TAG_LINE);
        let (outline, half) = match instance.owner(u) {
            Owner::Player(Player::Max) => {
                (Outline::Square, Point::new((width / 2.0 + 7.0).max(LEAST), (height / 2.0 + 6.0).max(LEAST)))
            }
            Owner::Player(Player::Min) if width <= 44.0 => {
                // A diamond holds a rectangle of half its size.
                (Outline::Diamond, Point::new((width * 0.9 + 8.0).max(24.0), (height * 0.9 + 8.0).max(24.0)))
            }
            Owner::Player(Player::Min) => {
                (Outline::Hexagon, Point::new(width / 2.0 + 8.0 + height / 2.0, height / 2.0 + 8.0))
            }
            Owner::Rotor if width <= 44.0 => {
                let across = Point::new(width / 2.0, (height - LINE) / 2.0 + 3.0).length() + 5.0;
                (Outline::Circle, Point::new(across.max(LEAST), across.max(LEAST)))
            }
            Owner::Rotor => {
                let high = (height / 2.0 + 6.0).max(LEAST);
                (Outline::Pill, Point::new(width / 2.0 + 6.0 + high / 2.0, high))
            }
        };
        let border = if doubled { DOUBLE } else { 0.0 };
        Self { outline, half: half + Point::new(border, border), doubled, lines, tag }
    }

    /// The way from its middle to its border in direction `way`.
    pub(crate) fn border(&self, way: Point) -> Point {
        let way = way.unit();
        let (x, y) = (way.x.abs().max(1e-12), way.y.abs().max(1e-12));
        let Point { x: a, y: b } = self.half;
        let length = match self.outline {
            Outline::Circle => a,
            Outline::Square => (a / x).min(b / y),
            Outline::Diamond => 1.0 / (x / a + y / b),
            // The slanted side from (a, 0) to (a − b, b), or the flat one.
            Outline::Hexagon => (a / (x + y)).min(b / y),
            Outline::Pill => {
                let flat = b / y;
                if flat * x <= a - b {
                    flat
                } else {
                    // The half circle around (a − b, 0).
                    let (middle, along) = (a - b, (a - b) * x);
                    along + (along * along - middle * middle + b * b).max(0.0).sqrt()
                }
            }
        };
        way * length
    }

    /// Its corners around `center`, if it is not a circle; `inset` moves its border inwards.
    pub(crate) fn corners(&self, center: Point, inset: f64) -> Vec<Point> {
        let (a, b) = (self.half.x - inset, self.half.y - inset);
        let corners: &[(f64, f64)] = match self.outline {
            Outline::Circle | Outline::Pill => &[],
            Outline::Square => &[(a, b), (-a, b), (-a, -b), (a, -b)],
            Outline::Diamond => &[(a, 0.0), (0.0, b), (-a, 0.0), (0.0, -b)],
            Outline::Hexagon => &[(a, 0.0), (a - b, b), (b - a, b), (-a, 0.0), (b - a, -b), (a - b, -b)],
        };
        corners.iter().map(|&(x, y)| center + Point::new(x, y)).collect()
    }

    /// The rectangle it fills around `center`.
    pub fn frame(&self, center: Point) -> Rectangle {
        Rectangle::around(center, self.half)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    #[test]
    fn owners_have_the_shapes_of_the_paper_and_words_fit() {
        let long = "a-vertex-with-a-long-name";
        let text = format!("u: s\nmax v: s\nmin w: s\n{long}: s\nmin {long}2: s\nsink s = 1");
        let game = parse(&text).unwrap();
        let nodes: Vec<Node> =
            game.graph().vertices().map(|u| Node::of(&game, u, true, None, None)).collect();
        let outlines: Vec<Outline> = nodes.iter().map(|node| node.outline).collect();
        use Outline::{Circle, Diamond, Hexagon, Pill, Square};
        assert_eq!(outlines, [Circle, Square, Diamond, Pill, Hexagon, Circle]);
        assert_eq!(nodes[5].lines, ["s", "= 1"]);
        for node in &nodes {
            for line in &node.lines {
                assert!(font::width(line, FONT_SIZE) + 6.0 < 2.0 * node.half.x, "{line}");
            }
            for angle in 0..360 {
                let way = node.border(Point::towards(f64::from(angle).to_radians()));
                assert!(way.x.abs() <= node.half.x + 1e-9 && way.y.abs() <= node.half.y + 1e-9, "{node:?}");
            }
        }
    }
}
