//! The scene: everything that is drawn, with its place, before any format is chosen.
//!
//! Nouns only: [`crate::picture()`] makes a scene of an instance and of what [`Overlays`] say about it, and the formats write it.

use crate::frames::{Marked, Marks, OutlineMark, Plate};
use crate::geometry::{Curve, Point, Rectangle};
use crate::text::{self, shown};
use num_bigint::BigUint;
use rotor_graph::{ArcId, Exit, Instance, Owner, Player, ReturnFlows, VertexId, VertexMap};

/// Everything that is drawn. All of it lies between (0, 0) and `size`.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// What the picture shows, in words.
    pub title: String,
    /// Width and height.
    pub size: Point,
    /// Outlines of what an algorithm marks, below everything else but rectangles.
    pub(crate) outlines: Vec<OutlineMark>,
    /// Labels of an algorithm, above everything else.
    pub(crate) plates: Vec<Plate>,
    /// Filled rectangles: samples of the legend.
    pub rectangles: Vec<RectangleMark>,
    /// The arcs, in their order.
    pub arcs: Vec<ArcMark>,
    /// The vertices, in their order.
    pub nodes: Vec<NodeMark>,
    /// Text that belongs to no vertex or arc.
    pub words: Vec<Words>,
    /// What the colours of vertices mean; empty if they mean nothing. It is also drawn, as rectangles and words.
    pub legend: Vec<LegendRow>,
}

/// A colour and what it means.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct LegendRow {
    /// The colour inside vertices.
    pub colour: Colour,
    /// The name of the sink they exit at, or what else they have in common.
    pub meaning: String,
    /// How many vertices have it.
    pub vertices: usize,
}

/// A vertex at its place.
#[derive(Clone, PartialEq, Debug)]
pub struct NodeMark {
    /// Which vertex.
    pub vertex: VertexId,
    /// Its name, whole.
    pub name: String,
    /// Shape and words.
    pub node: Node,
    /// Its middle.
    pub center: Point,
    /// The colour inside.
    pub fill: Colour,
    /// Its tooltip.
    pub about: String,
    /// The arrow from nowhere, if the particle starts here.
    pub start: Option<Curve>,
    /// The particles on it, if there are any: their number, or nothing for a single one, on a disc.
    pub particles: Option<Words>,
    /// What an algorithm at work marks and writes there.
    pub marked: Option<Marked>,
}

/// An arc, or several in a row that are parallel.
#[derive(Clone, PartialEq, Debug)]
pub struct ArcMark {
    /// The first of them.
    pub arc: ArcId,
    /// How many they are.
    pub count: u32,
    /// Where they come from.
    pub tail: VertexId,
    /// Where they lead.
    pub head: VertexId,
    /// How they run, without the arrow.
    pub curve: Curve,
    /// The colour of the line.
    pub colour: Colour,
    /// Its width.
    pub width: f64,
    /// Whether it is the initial rotor.
    pub dashed: bool,
    /// Whether a strategy chooses it.
    pub chosen: bool,
    /// Its place in the rotor order, near its tail.
    pub number: Words,
    /// What is said about it.
    pub label: Option<Words>,
    /// What an algorithm at work marks and writes there.
    pub marked: Option<Marked>,
    /// Its tooltip.
    pub about: String,
}

/// A filled rectangle.
#[derive(Clone, PartialEq, Debug)]
pub struct RectangleMark {
    /// Its place.
    pub place: Rectangle,
    /// Its colour.
    pub fill: Colour,
    /// Its tooltip.
    pub about: String,
}

/// Words at a place.
#[derive(Clone, PartialEq, Debug)]
pub struct Words {
    /// What they say.
    pub text: String,
    /// The middle of their height; from left to right, what `anchor` says.
    pub at: Point,
    /// What of them stands at that place.
    pub anchor: Anchor,
    /// Their size.
    pub size: f64,
    /// Their colour.
    pub colour: Colour,
}

/// Which part of some words stands at their place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Anchor {
    /// Their beginning.
    Start,
    /// Their middle.
    Middle,
    /// Their end.
    End,
}

impl Anchor {
    /// How much of the words stands to the left of their place.
    pub(crate) fn share(self) -> f64 {
        match self {
            Self::Start => 0.0,
            Self::Middle => 0.5,
            Self::End => 1.0,
        }
    }
}

impl Words {
    /// The rectangle they fill.
    pub fn frame(&self) -> Rectangle {
        let width = text::width(&self.text, self.size);
        let least = self.at - Point::new(width * self.anchor.share(), self.size * 0.6);
        Rectangle { least, most: least + Point::new(width, self.size * 1.2) }
    }

    /// Their baseline, about a third of their size below their middle.
    pub(crate) fn base_line(&self) -> Point {
        self.at + Point::new(0.0, self.size * 0.35)
    }
}

impl ArcMark {
    /// How wide the highlight of an arc is that a strategy picks.
    pub(crate) fn glow(&self) -> f64 {
        self.width + 9.0
    }
}

impl NodeMark {
    /// How wide the border of a vertex is.
    pub(crate) const BORDER_WIDTH: f64 = 1.4;
    /// How wide the arrow of the start is.
    pub(crate) const START_WIDTH: f64 = 2.4;

    /// The disc that its particles stand on, as wide as their number.
    pub(crate) fn disc(&self) -> Option<Rectangle> {
        let words = self.particles.as_ref()?;
        let half = f64::max(text::width(&words.text, words.size) / 2.0 + 4.0, 8.0);
        Some(Rectangle::around(words.at, Point::new(half, 8.0)))
    }

    /// Its lines of words, at their places.
    pub(crate) fn words(&self) -> impl Iterator<Item = Words> + '_ {
        let lines = self.node.lines.iter().map(|line| (line, FONT_SIZE, LINE));
        let tag = self.node.tag.iter().map(|tag| (tag, TAG_SIZE, TAG_LINE));
        let height = self.node.lines.len() as f64 * LINE + tag.len() as f64 * TAG_LINE;
        let mut top = self.center.y - height / 2.0;
        lines.chain(tag).map(move |(text, size, height)| {
            top += height;
            Words {
                text: text.clone(),
                at: Point::new(self.center.x, top - height / 2.0),
                anchor: Anchor::Middle,
                size,
                colour: self.fill.words(),
            }
        })
    }
}

/// The room between the picture and its border.
pub(crate) const MARGIN: f64 = 14.0;

impl Scene {
    /// All words, in the order they are drawn.
    pub(crate) fn all_words(&self) -> impl Iterator<Item = Words> + '_ {
        let arcs =
            self.arcs.iter().flat_map(|mark| std::iter::once(&mark.number).chain(&mark.label)).cloned();
        let nodes = self.nodes.iter().flat_map(|mark| mark.words().chain(mark.particles.clone()));
        let plates = self.plates.iter().map(|plate| plate.words.clone());
        arcs.chain(nodes).chain(self.words.iter().cloned()).chain(plates)
    }

    /// The rectangle that all marks fill.
    pub(crate) fn frame(&self) -> Rectangle {
        let rectangles = self.rectangles.iter().map(|mark| mark.place);
        let nodes = self.nodes.iter().flat_map(|mark| {
            let ends = mark.start.map(|arrow| arrow.frame()).into_iter().chain(mark.disc());
            std::iter::once(mark.node.frame(mark.center)).chain(ends)
        });
        let arcs = self.arcs.iter().flat_map(|mark| {
            [mark.curve.frame(), mark.number.frame()].into_iter().chain(mark.label.as_ref().map(Words::frame))
        });
        let words = self.words.iter().map(Words::frame);
        let outlines = self.outlines.iter().map(|line| {
            let Rectangle { least, most } = line.path.frame();
            let half = Point::new(line.width / 2.0, line.width / 2.0);
            Rectangle { least: least - half, most: most + half }
        });
        let plates = self.plates.iter().map(|plate| plate.place);
        let all = rectangles.chain(nodes).chain(arcs).chain(words).chain(outlines).chain(plates);
        all.reduce(Rectangle::and).unwrap_or(Rectangle::holding([]))
    }

    /// The places of entries of a legend, by how wide each is: in lines of this height below the picture, folded where it ends.
    pub(crate) fn places_below(&self, height: f64) -> impl FnMut(f64) -> Point + use<> {
        let frame = self.frame();
        let corner = Point::new(frame.least.x, frame.most.y + 30.0);
        let edge = corner.x + frame.size().x.max(360.0);
        let mut at = corner;
        move |taken| {
            if at.x > corner.x && at.x + taken > edge {
                at = Point::new(corner.x, at.y + height);
            }
            let place = at;
            at.x += taken + 16.0;
            place
        }
    }

    /// The same scene moved so that a margin is left all around it.
    pub(crate) fn fitted(mut self) -> Self {
        let frame = self.frame();
        let shift = Point::new(MARGIN, MARGIN) - frame.least;
        let curve = |curve: &mut Curve| curve.0.iter_mut().for_each(|point| *point = *point + shift);
        for mark in &mut self.rectangles {
            mark.place = Rectangle { least: mark.place.least + shift, most: mark.place.most + shift };
        }
        for mark in &mut self.nodes {
            mark.center = mark.center + shift;
            mark.start.iter_mut().for_each(curve);
            mark.particles.iter_mut().for_each(|words| words.at = words.at + shift);
        }
        for mark in &mut self.arcs {
            curve(&mut mark.curve);
            mark.number.at = mark.number.at + shift;
            mark.label.iter_mut().for_each(|words| words.at = words.at + shift);
        }
        self.words.iter_mut().for_each(|words| words.at = words.at + shift);
        self.outlines.iter_mut().for_each(|line| line.path.shift(shift));
        for plate in &mut self.plates {
            plate.place = Rectangle { least: plate.place.least + shift, most: plate.place.most + shift };
            plate.words.at = plate.words.at + shift;
        }
        let size = frame.size() + Point::new(2.0 * MARGIN, 2.0 * MARGIN);
        self.size = Point::new(size.x.ceil(), size.y.ceil());
        self
    }
}

// Nodes: the shape, the words and the size of a vertex

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
        let width = lines.iter().map(|line| text::width(line, FONT_SIZE)).fold(0.0, f64::max);
        let width = tag.as_ref().map_or(width, |tag| width.max(text::width(tag, TAG_SIZE)));
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

// Overlays: what is shown on top of a graph

/// What a picture shows besides the graph and its rotors. All of it is about the instance that is drawn.
#[derive(Clone, Debug, Default)]
pub struct Overlays {
    /// Return flows, as labels on arcs.
    pub flows: Option<ReturnFlows>,
    /// The destination forest, as bold arcs; [`ArcId::NONE`] where a particle halts.
    pub forest: Option<VertexMap<ArcId>>,
    /// Where a particle from each vertex ends, as the colour of the vertex.
    pub exits: Option<VertexMap<Exit>>,
    /// How often a walk uses each arc, by the number of the arc, as its width.
    pub visits: Option<Vec<BigUint>>,
    /// The arcs that strategies choose, in their order, highlighted.
    pub strategies: Option<Vec<ArcId>>,
    /// What is shown about each vertex, as a line below its name.
    pub values: Option<VertexMap<String>>,
    /// How many particles are on vertices, on a disc at their corner; the disc of a single one has no number.
    pub particles: Option<VertexMap<Option<String>>>,
    /// What an algorithm at work marks and writes, as outlines and labels.
    pub marks: Option<Marks>,
}

impl Overlays {
    /// How often the arc that is used most is used.
    pub(crate) fn most_visits(&self) -> BigUint {
        self.visits.iter().flatten().max().cloned().unwrap_or_default()
    }

    /// Whether a strategy picks `a`.
    pub(crate) fn picks(&self, a: ArcId) -> bool {
        self.strategies.as_ref().is_some_and(|picked| picked.binary_search(&a).is_ok())
    }
}

/// Lines of arcs that are used less often than a number of this many binary digits are not the widest.
const FEW: u64 = 6;

/// How wide a line is that stands for an arc used `count` times, if none is used more than `most` times: on a
/// logarithmic scale, by binary digits.
pub(crate) fn width_of(count: &BigUint, most: &BigUint) -> f64 {
    match count.bits() {
        0 => 0.8,
        bits => 1.0 + 7.0 * bits as f64 / most.bits().max(bits).max(FEW) as f64,
    }
}

// Colours that people with any kind of colour vision can tell apart, after Okabe and Ito

/// A colour of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// Lines and words.
    pub const INK: Self = Self(0x22, 0x22, 0x22);
    /// The background, and vertices without a meaning.
    pub const PAPER: Self = Self(0xFF, 0xFF, 0xFF);
    /// What is there but does not matter.
    pub const FAINT: Self = Self(0xBB, 0xBB, 0xBB);
    /// Initial rotors.
    pub const ROTOR: Self = Self(0xD4, 0x1C, 0x1C);
    /// Labels of arcs.
    pub const REMARK: Self = Self(0x00, 0x57, 0x8A);
    /// A particle on its way; no sink has this colour.
    pub const PARTICLE: Self = Self(0x7A, 0x1F, 0xA0);
    /// What an algorithm computes now.
    pub const NOW: Self = Self(0x1D, 0x5F, 0xBF);
    /// The border of a label.
    pub const LINE: Self = Self(0x8A, 0x8F, 0x98);
    /// The arcs that a strategy chooses.
    pub const CHOSEN: Self = Self(0xF0, 0xE4, 0x42);

    /// Its six digits after a `#`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// The colour in which text on it is legible.
    pub fn words(self) -> Self {
        if self.grey() < 110 { Self::PAPER } else { Self::INK }
    }

    /// Its grey on a printer without colours, from 0 for black to 255 for white.
    pub(crate) fn grey(self) -> u32 {
        (299 * u32::from(self.0) + 587 * u32::from(self.1) + 114 * u32::from(self.2)) / 1000
    }
}

/// The colours of the sinks that most vertices exit to. They are those of Okabe and Ito moved to lightnesses of their own,
/// so that all differ on a grey printer too; the first ones differ most.
pub(crate) const SINKS: [Colour; 7] = [
    Colour(0x9F, 0xD8, 0xF7),
    Colour(0xC4, 0x53, 0x0A),
    Colour(0xFA, 0xEC, 0x8C),
    Colour(0x3F, 0xA3, 0x7C),
    Colour(0xF2, 0xB0, 0x4A),
    Colour(0x0F, 0x5A, 0x9C),
    Colour(0xCC, 0x80, 0xAC),
];

/// All other sinks.
pub(crate) const OTHER_SINKS: Colour = Colour(0xF2, 0xF2, 0xF2);

/// Traps.
pub(crate) const TRAPS: Colour = Colour(0x44, 0x44, 0x44);

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
                assert!(text::width(line, FONT_SIZE) + 6.0 < 2.0 * node.half.x, "{line}");
            }
            for angle in 0..360 {
                let way = node.border(Point::towards(f64::from(angle).to_radians()));
                assert!(way.x.abs() <= node.half.x + 1e-9 && way.y.abs() <= node.half.y + 1e-9, "{node:?}");
            }
        }
    }

    #[test]
    fn exits_have_their_own_greys_and_the_particle_its_colour() {
        let fills: Vec<Colour> = SINKS.into_iter().chain([OTHER_SINKS, TRAPS]).collect();
        let mut greys: Vec<u32> = fills.iter().map(|fill| fill.grey()).collect();
        greys.sort_unstable();
        let steps: Vec<u32> = greys.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(steps.iter().all(|&step| step >= 7), "{greys:?}");
        // With few sinks the greys are far apart.
        for (at, one) in SINKS[..4].iter().enumerate() {
            assert!(SINKS[..at].iter().all(|other| one.grey().abs_diff(other.grey()) >= 20));
        }
        let distance = |Colour(r, g, b): Colour, other: Colour| {
            u32::from(r.abs_diff(other.0)) + u32::from(g.abs_diff(other.1)) + u32::from(b.abs_diff(other.2))
        };
        assert!(fills.iter().all(|&fill| distance(fill, Colour::PARTICLE) > 100));
    }

    #[test]
    fn words_are_legible_on_every_fill() {
        // The contrast of the Web Content Accessibility Guidelines, for large or bold words at least 3.
        let luminance = |Colour(r, g, b): Colour| {
            let part = |part: u8| match f64::from(part) / 255.0 {
                dark if dark <= 0.04045 => dark / 12.92,
                light => ((light + 0.055) / 1.055).powf(2.4),
            };
            0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
        };
        for fill in SINKS.into_iter().chain([OTHER_SINKS, TRAPS, Colour::PAPER]) {
            let [a, b] = [luminance(fill), luminance(fill.words())].map(|light| light + 0.05);
            assert!((a / b).max(b / a) > 4.5, "{fill:?}");
        }
    }
}
