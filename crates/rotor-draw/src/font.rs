//! The font that comes with the crate: which glyphs words are set in, and how wide they are.

use crate::script::{is_invisible, is_mark, visual};
use std::sync::OnceLock;
use ttf_parser::{Face, GlyphId};

/// The bytes of the font: DejaVu Sans, cut down to the scripts of the file `font/README.md`.
const BYTES: &[u8] = include_bytes!("../font/DejaVuSans-subset.ttf");

/// The families that words are set in: first the one that was measured, then some that are no wider.
pub(crate) const FAMILIES: &str = "DejaVu Sans, Verdana, sans-serif";

pub(crate) fn face() -> &'static Face<'static> {
    static FACE: OnceLock<Face<'static>> = OnceLock::new();
    FACE.get_or_init(|| Face::parse(BYTES, 0).expect("the font in the crate is one"))
}

/// How many units of the font make one em.
pub(crate) fn em() -> f64 {
    f64::from(face().units_per_em())
}

/// A character at its place in a line.
pub(crate) struct Glyph {
    /// Its shape; `None` if the font has none.
    #[cfg_attr(
        not(any(feature = "png", feature = "pdf")),
        expect(dead_code, reason = "only painters need shapes")
    )]
    pub(crate) id: Option<GlyphId>,
    /// Where it begins, in units of the font from the beginning of the line.
    #[cfg_attr(
        not(any(feature = "png", feature = "pdf")),
        expect(dead_code, reason = "only painters need places")
    )]
    pub(crate) at: f64,
}

/// `words` as glyphs from left to right, and the width of all in units of the font. Characters that the font lacks count
/// as one em, as in most fonts that have them. Time linear in the length.
pub(crate) fn set(words: &str) -> (Vec<Glyph>, f64) {
    let face = face();
    let mut at = 0.0;
    let mut glyphs = Vec::new();
    for character in visual(words) {
        let id = face.glyph_index(character);
        if id.is_none() && is_mark(character) {
            continue;
        }
        glyphs.push(Glyph { id, at });
        at += id.map_or(em(), |id| f64::from(face.glyph_hor_advance(id).unwrap_or(0)));
    }
    (glyphs, at)
}

/// How wide `words` are at font size `size`. Time linear in the length.
pub(crate) fn width(words: &str, size: f64) -> f64 {
    set(words).1 * size / em()
}

/// Whether the font has no shape for `character`, though one is needed.
pub(crate) fn lacks(character: char) -> bool {
    face().glyph_index(character).is_none() && !is_invisible(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_are_wider_and_marks_take_no_room() {
        assert!(width("mmm", 14.0) > 2.0 * width("iii", 14.0));
        assert_eq!(width("e\u{301}", 14.0), width("e", 14.0));
        assert_eq!(width("", 14.0), 0.0);
        // Not in the font: as wide as high.
        assert_eq!(width("車", 14.0), 14.0);
        assert!(width("שלום", 14.0) < 4.0 * 14.0);
    }

    #[test]
    fn joiners_and_selectors_are_not_missing() {
        assert!(lacks('車') && lacks('😀'));
        assert!(!lacks('u') && !lacks('\u{FE0F}') && !lacks('\u{200D}') && !lacks('ش'));
    }
}
