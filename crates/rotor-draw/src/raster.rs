//! Painting: the scene as a list of shapes from the lowest to the topmost, for formats that know only paths.
//!
//! Words are shapes too, from a table of outlines: a parser of fonts would be a dependency for one font that never changes, and
//! twice the bytes in the engine of a page.

use crate::frames::Plate;
use crate::geometry::{Curve, Path, Point, Rectangle, Step};
use crate::scene::{ArcMark, Colour, DOUBLE, NodeMark, Scene, Words};
use crate::text;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::OnceLock;

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
    glyphs: BTreeMap<Option<char>, Rc<Path>>,
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
        let scale = words.size / text::em();
        let width = text::set(&words.text, |_, _| ());
        let left = words.base_line() - Point::new(words.anchor.share() * width * scale, 0.0);
        text::set(&words.text, |character, at| {
            let path = self.glyphs.entry(character).or_insert_with(|| Rc::new(outline(character)));
            if !path.0.is_empty() {
                let (path, origin) = (path.clone(), left + Point::new(at * scale, 0.0));
                self.shapes.push(Shape { path, scale, origin, fill: Some(words.colour), pen: None });
            }
        });
    }
}

// Outlines of glyphs

/// The outlines of the font's characters, made by `font/outlines.py`, which explains the file.
const OUTLINES: &[u8] = include_bytes!("../font/DejaVuSans.outlines");

/// The outline of a character in units of the font, y down; an empty box for characters that the font lacks.
fn outline(character: Option<char>) -> Path {
    static GLYPHS: OnceLock<Glyphs> = OnceLock::new();
    let glyphs = GLYPHS.get_or_init(Glyphs::read);
    let place = character.and_then(|character| {
        let found = glyphs.characters.binary_search_by_key(&u32::from(character), |&(code, _)| code);
        found.ok().map(|at| glyphs.characters[at].1)
    });
    let mut path = Path::default();
    match place {
        Some(place) => glyphs.add(place, Point::default(), &mut path),
        None => path = boxed(),
    }
    path
}

/// The box for what the font lacks.
fn boxed() -> Path {
    let em = text::em();
    let frame = |inset: f64| Rectangle {
        least: Point::new(0.08 * em + inset, inset - 0.75 * em),
        most: Point::new(0.92 * em - inset, 0.1 * em - inset),
    };
    let (outer, mut inner) = (Path::rectangle(frame(0.0)), Path::rectangle(frame(0.07 * em)));
    // The other way around, so that the inside stays empty.
    inner.0[1..4].reverse();
    Path(outer.0.into_iter().chain(inner.0).collect())
}

/// Where each glyph begins in the table.
#[derive(Default)]
struct Glyphs {
    starts: Vec<usize>,
    /// The characters in their order, each with the place of its glyph.
    characters: Vec<(u32, usize)>,
}

impl Glyphs {
    fn read() -> Self {
        let (mut glyphs, mut bytes, mut code) = (Self::default(), Bytes { at: 0 }, 0);
        while bytes.at < OUTLINES.len() {
            let step = bytes.number();
            code += step;
            if step > 0 {
                glyphs.characters.push((code, glyphs.starts.len()));
            }
            glyphs.starts.push(bytes.at);
            bytes.glyph(|_| {}, |_, _| {});
        }
        glyphs
    }

    /// Adds the glyph at `place`, moved by `shift`, to `path`. Parts of parts are no more than a few.
    fn add(&self, place: usize, shift: Point, path: &mut Path) {
        let mut parts = Vec::new();
        let add = |points: &mut [(Point, bool)]| {
            points.iter_mut().for_each(|(at, _)| *at = *at + shift);
            add_contour(points, path);
        };
        Bytes { at: self.starts[place] }.glyph(add, |part, moved| parts.push((part, shift + moved)));
        parts.into_iter().for_each(|(part, shift)| self.add(part, shift, path));
    }
}

/// The table from some byte on.
struct Bytes {
    at: usize,
}

impl Bytes {
    fn number(&mut self) -> u32 {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = OUTLINES[self.at];
            self.at += 1;
            number |= u32::from(byte & 0x7F) << shift;
            shift += 7;
            if byte < 0x80 {
                return number;
            }
        }
    }

    /// One glyph: its contours as points, each with whether it lies on the curve, or its parts with where they are moved to.
    fn glyph(&mut self, mut contour: impl FnMut(&mut [(Point, bool)]), mut part: impl FnMut(usize, Point)) {
        let kind = self.number();
        let mut at = Point::default();
        for _ in 0..kind / 2 {
            if kind % 2 == 1 {
                let place = self.number() as usize;
                let [x, y] = [self.number(), self.number()].map(signed);
                part(place, Point::new(x, -y));
                continue;
            }
            let points = (0..self.number()).map(|_| {
                let [across, up] = [self.number(), self.number()];
                at = at + Point::new(signed(across / 2), -signed(up));
                (at, across % 2 == 1)
            });
            contour(&mut points.collect::<Vec<_>>());
        }
    }
}

fn signed(number: u32) -> f64 {
    let half = f64::from(number.div_ceil(2));
    if number.is_multiple_of(2) { half } else { -half }
}

/// Adds a closed contour of quadratic curves as cubic ones. Between two points off the curve lies one on it. Handles are rounded to
/// whole units, which is invisible and keeps them short.
fn add_contour(points: &[(Point, bool)], path: &mut Path) {
    let between = |one: Point, other: Point| (one + other) * 0.5;
    // It begins on the curve: a point off it that stands first in the table comes last.
    let (start, rest, last) = match *points {
        [(first, true), ref rest @ ..] => (first, rest, None),
        [first, (second, true), ref rest @ ..] => (second, rest, Some(first)),
        [first, ref rest @ ..] if !rest.is_empty() => (between(first.0, rest[0].0), rest, Some(first)),
        _ => return,
    };
    path.0.push(Step::Move(start));
    let mut from = start;
    let mut draw = |handle: Option<Point>, to: Point| {
        path.0.push(match handle {
            None => Step::Line(to),
            Some(handle) => {
                let third = |end: Point| {
                    let at = end * (1.0 / 3.0) + handle * (2.0 / 3.0);
                    Point::new(at.x.round(), at.y.round())
                };
                Step::Curve(third(from), third(to), to)
            }
        });
        from = to;
    };
    let mut handle = None;
    for (at, on_curve) in rest.iter().copied().chain(last) {
        match handle {
            _ if on_curve => draw(handle, at),
            Some(before) => draw(handle, between(before, at)),
            None => {}
        }
        handle = (!on_curve).then_some(at);
    }
    draw(handle, start);
    path.0.push(Step::Close);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum was taken of what ttf-parser 0.25 makes of the font itself.
    #[test]
    fn every_outline_is_that_of_the_font() {
        use std::fmt::Write;
        let codes: Vec<char> = (' '..char::MAX).filter(|&code| crate::text::drawn(code)).collect();
        let mut all = String::new();
        for &code in &codes {
            write!(all, "{}:", u32::from(code)).unwrap();
            for step in outline(Some(code)).0 {
                // Never minus zero.
                let at = |at: Point| format!("{} {}", at.x + 0.0, at.y + 0.0);
                match step {
                    Step::Move(to) => write!(all, "M{};", at(to)),
                    Step::Line(to) => write!(all, "L{};", at(to)),
                    Step::Curve(one, other, to) => write!(all, "C{} {} {};", at(one), at(other), at(to)),
                    Step::Close => write!(all, "Z"),
                }
                .unwrap();
            }
            all.push('\n');
        }
        assert_eq!((codes.len(), crc32fast::hash(all.as_bytes())), (1_801, 0xA9BD_AA87));
    }

    #[test]
    fn what_the_font_lacks_is_a_box() {
        assert_eq!(outline(None), boxed());
        assert!(outline(Some(' ')).0.is_empty());
        // A ring: eight corners, of which the inner four go the other way around.
        assert_eq!(boxed().0.len(), 10);
    }
}
