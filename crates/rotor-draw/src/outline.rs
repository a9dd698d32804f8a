//! Outlines of the font's glyphs, for the formats that paint letters themselves.

use crate::font;
use crate::geometry::{Point, Rectangle};
use crate::path::{Path, Step};
use std::sync::OnceLock;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The bytes of the font: DejaVu Sans, cut down to the scripts of the file `font/README.md`.
const BYTES: &[u8] = include_bytes!("../font/DejaVuSans-subset.ttf");

fn face() -> &'static Face<'static> {
    static FACE: OnceLock<Face<'static>> = OnceLock::new();
    FACE.get_or_init(|| Face::parse(BYTES, 0).expect("the font in the crate is one"))
}

/// The shape of a character; none if the font has none.
pub(crate) fn glyph(character: Option<char>) -> Option<GlyphId> {
    face().glyph_index(character?)
}

/// The outline of a glyph in units of the font; an empty box for characters that the font lacks.
pub(crate) fn outline(id: Option<GlyphId>) -> Path {
    let mut path = Path::default();
    if let Some(id) = id {
        // A space has no outline.
        let _ = face().outline_glyph(id, &mut path);
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
