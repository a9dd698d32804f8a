//! Scenes: everything that is drawn, with its place, before any format is chosen.

mod arches;
mod bundle;
mod density;
mod directions;
mod hanging;
mod highlight;
mod labels;
mod legend;
mod nearby;
mod picture;
mod routes;

use crate::curve::Curve;
use crate::font;
use crate::geometry::{Point, Rectangle};
use crate::marks::Marked;
use crate::node::{FONT_SIZE, LINE, Node, TAG_LINE, TAG_SIZE};
use crate::palette::Colour;
use rotor_graph::{ArcId, VertexId};

pub use bundle::is_legible;
pub use density::density;
pub(crate) use highlight::{OutlineMark, Plate, kinds};
pub(crate) use legend::ExitColours;
pub use picture::{picture, picture_while};

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
    /// Filled rectangles: legends and densities.
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
        let width = font::width(&self.text, self.size);
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
        let half = f64::max(font::width(&words.text, words.size) / 2.0 + 4.0, 8.0);
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
const MARGIN: f64 = 14.0;

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
    fn frame(&self) -> Rectangle {
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

    /// The same scene moved so that a margin is left all around it.
    fn fitted(mut self) -> Self {
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
