//! Painting: the scene as a list of shapes from the lowest to the topmost, for formats that know only paths.

use crate::curve::Curve;
use crate::font;
use crate::geometry::{Point, Rectangle};
use crate::node::DOUBLE;
use crate::palette::Colour;
use crate::path::{Path, Step};
use crate::scene::{ArcMark, NodeMark, Scene, Words};
use std::collections::BTreeMap;
use std::rc::Rc;
use ttf_parser::{GlyphId, OutlineBuilder};

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
    pub(crate) dashed: bool,
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
    scene.arcs.iter().for_each(|mark| painter.arc(mark));
    scene.nodes.iter().for_each(|mark| painter.node(mark));
    scene.words.iter().for_each(|words| painter.words(words));
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
        let pen = Pen { colour: mark.colour, width: mark.width, dashed: mark.dashed, round: false };
        if mark.chosen {
            let glow = Pen { colour: Colour::CHOSEN, width: mark.glow(), dashed: false, round: true };
            self.shape(Path::curve(mark.curve), None, Some(glow));
        }
        self.arrow(mark.curve, pen);
        self.words(&mark.number);
        mark.label.iter().for_each(|label| self.words(label));
    }

    fn node(&mut self, mark: &NodeMark) {
        let pen = |width| Pen { colour: Colour::INK, width, dashed: false, round: false };
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
            let pen = Pen { colour: Colour::PAPER, width: 1.0, dashed: false, round: false };
            self.shape(Path::disc(disc), Some(Colour::PARTICLE), Some(pen));
            self.words(words);
        }
    }

    fn words(&mut self, words: &Words) {
        let (glyphs, width) = font::set(&words.text);
        let scale = words.size / font::em();
        let left = words.base_line() - Point::new(words.anchor.share() * width * scale, 0.0);
        for glyph in glyphs {
            let path = self.glyphs.entry(glyph.id).or_insert_with(|| Rc::new(outline(glyph.id)));
            if !path.0.is_empty() {
                let (path, origin) = (path.clone(), left + Point::new(glyph.at * scale, 0.0));
                self.shapes.push(Shape { path, scale, origin, fill: Some(words.colour), pen: None });
            }
        }
    }
}

/// The outline of a glyph in units of the font; an empty box for characters that the font lacks.
fn outline(id: Option<GlyphId>) -> Path {
    let mut path = Path::default();
    if let Some(id) = id {
        // A space has no outline.
        let _ = font::face().outline_glyph(id, &mut path);
        return path;
    }
    let em = font::em();
    let frame = |inset: f64| Rectangle {
        least: Point::new(0.08 * em + inset, inset - 0.75 * em),
        most: Point::new(0.92 * em - inset, 0.1 * em - inset),
    };
    let (outer, mut inner) = (Path::rectangle(frame(0.0)), Path::rectangle(frame(0.07 * em)));
    // The other way around, so that the inside stays empty.
    inner.0[1..4].reverse();
    Path(outer.0.into_iter().chain(inner.0).collect())
}

/// Glyphs, in units of the font, y down. Handles are rounded to whole units, which is invisible and keeps them short.
impl OutlineBuilder for Path {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.push(Step::Move(down(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.push(Step::Line(down(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let from = match self.0.last() {
            Some(&(Step::Move(at) | Step::Line(at) | Step::Curve(_, _, at))) => at,
            Some(Step::Close) | None => Point::default(),
        };
        let (handle, to) = (down(x1, y1), down(x, y));
        let third = |end: Point| {
            let at = end * (1.0 / 3.0) + handle * (2.0 / 3.0);
            Point::new(at.x.round(), at.y.round())
        };
        self.0.push(Step::Curve(third(from), third(to), to));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.push(Step::Curve(down(x1, y1), down(x2, y2), down(x, y)));
    }

    fn close(&mut self) {
        self.0.push(Step::Close);
    }
}

fn down(x: f32, y: f32) -> Point {
    Point::new(f64::from(x), -f64::from(y))
}
