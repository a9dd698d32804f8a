//! Painting: the scene as a list of shapes from the lowest to the topmost, for formats that know only paths.

use crate::curve::Curve;
use crate::font::{self, Glyph};
use crate::geometry::{Point, Rectangle};
use crate::node::DOUBLE;
use crate::outline::{glyph, outline};
use crate::palette::Colour;
use crate::path::Path;
use crate::scene::{ArcMark, NodeMark, Plate, Scene, Words};
use std::collections::BTreeMap;
use std::rc::Rc;
use ttf_parser::GlyphId;

/// A path at its place, filled, drawn around, or both.
pub(crate) struct Shape {
    /// The path; all letters of a kind share theirs.
    pub(crate) path: Rc<Path>,
    /// How much larger it is drawn than it is.
    pub(crate) scale: f64,
    /// Where its origin is.
    pub(crate) origin: Point,
    pub(crate) fill: Option<Colour>,
    pub(crate) pen: Option<Pen>,
}

/// How a line is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Pen {
    pub(crate) colour: Colour,
    pub(crate) width: f64,
    /// The lengths of its dashes and of the gaps between them; none for a line without gaps.
    pub(crate) dashes: Option<[f64; 2]>,
    /// Whether its ends are round.
    pub(crate) round: bool,
}

/// Lengths of the dashes of initial rotors and of the gaps between them.
pub(crate) const DASHES: [f64; 2] = [6.0, 3.0];

#[cfg(feature = "png")]
impl Shape {
    /// A rectangle that holds all of it.
    pub(crate) fn frame(&self) -> Rectangle {
        let Rectangle { least, most } = self.path.frame();
        // Mitres of the sharpest corner, that of a diamond, reach a little beyond half the width.
        let pen = self.pen.map_or(0.0, |pen| 2.0 * pen.width);
        let reach = Point::new(pen, pen);
        Rectangle {
            least: least * self.scale + self.origin - reach,
            most: most * self.scale + self.origin + reach,
        }
    }
}

/// All shapes of `scene`, the lowest first. Time and memory linear in the scene.
pub(crate) fn shapes(scene: &Scene) -> Vec<Shape> {
    let mut painter = Painter::default();
    let paper = Rectangle { least: Point::default(), most: scene.size };
    painter.fill(Path::rectangle(paper), Colour::PAPER);
    for mark in &scene.rectangles {
        painter.fill(Path::rectangle(mark.place), mark.fill);
    }
    for line in &scene.outlines {
        let pen = Pen { colour: line.colour, width: line.width, dashes: line.dashes, round: false };
        painter.shape(line.path.clone(), None, Some(pen));
    }
    scene.arcs.iter().for_each(|mark| painter.arc(mark));
    scene.nodes.iter().for_each(|mark| painter.node(mark));
    scene.words.iter().for_each(|words| painter.words(words));
    for Plate { place, border, width, words } in &scene.plates {
        let pen = Pen { colour: *border, width: *width, dashes: None, round: false };
        painter.shape(Path::rounded(*place, Plate::ROUND), Some(Colour::PAPER), Some(pen));
        painter.words(words);
    }
    painter.shapes
}

#[derive(Default)]
struct Painter {
    shapes: Vec<Shape>,
    glyphs: BTreeMap<Option<GlyphId>, Rc<Path>>,
}

impl Painter {
    fn shape(&mut self, path: Path, fill: Option<Colour>, pen: Option<Pen>) {
        self.shapes.push(Shape { path: Rc::new(path), scale: 1.0, origin: Point::default(), fill, pen });
    }

    fn fill(&mut self, path: Path, colour: Colour) {
        self.shape(path, Some(colour), None);
    }

    /// A line with the head of an arrow at its end.
    fn arrow(&mut self, curve: Curve, pen: Pen) {
        self.shape(Path::curve(curve), None, Some(pen));
        self.fill(Path::polygon(&curve.arrow(pen.width)), pen.colour);
    }

    fn arc(&mut self, mark: &ArcMark) {
        let pen = Pen {
            colour: mark.colour,
            width: mark.width,
            dashes: mark.dashed.then_some(DASHES),
            round: false,
        };
        if mark.chosen {
            let glow = Pen { colour: Colour::CHOSEN, width: mark.glow(), dashes: None, round: true };
            self.shape(Path::curve(mark.curve), None, Some(glow));
        }
        self.arrow(mark.curve, pen);
        self.words(&mark.number);
        mark.label.iter().for_each(|label| self.words(label));
    }

    fn node(&mut self, mark: &NodeMark) {
        let pen = |width| Pen { colour: Colour::INK, width, dashes: None, round: false };
        if let Some(arrow) = mark.start {
            self.arrow(arrow, pen(NodeMark::START_WIDTH));
        }
        let border = |inset| Path::border(&mark.node, mark.center, inset);
        self.shape(border(0.0), Some(mark.fill), Some(pen(NodeMark::BORDER_WIDTH)));
        if mark.node.doubled {
            self.shape(border(DOUBLE), None, Some(pen(NodeMark::BORDER_WIDTH)));
        }
        mark.words().for_each(|words| self.words(&words));
        if let (Some(disc), Some(words)) = (mark.disc(), &mark.particles) {
            let pen = Pen { colour: Colour::PAPER, width: 1.0, dashes: None, round: false };
            self.shape(Path::disc(disc), Some(Colour::PARTICLE), Some(pen));
            self.words(words);
        }
    }

    fn words(&mut self, words: &Words) {
        let (glyphs, width) = font::set(&words.text);
        let scale = words.size / font::em();
        let left = words.base_line() - Point::new(words.anchor.share() * width * scale, 0.0);
        for Glyph { character, at } in glyphs {
            let id = glyph(character);
            let path = self.glyphs.entry(id).or_insert_with(|| Rc::new(outline(id)));
            if !path.0.is_empty() {
                let (path, origin) = (path.clone(), left + Point::new(at * scale, 0.0));
                self.shapes.push(Shape { path, scale, origin, fill: Some(words.colour), pen: None });
            }
        }
    }
}
