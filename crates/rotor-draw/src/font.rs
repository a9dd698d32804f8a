//! The font that comes with the crate, and how wide words are in it.

use std::sync::OnceLock;
use ttf_parser::Face;

/// The bytes of the font: DejaVu Sans, cut down to the scripts of the file `font/README.md`.
pub(crate) const BYTES: &[u8] = include_bytes!("../font/DejaVuSans-subset.ttf");

/// Its name.
#[cfg(any(feature = "png", feature = "pdf"))]
pub(crate) const FAMILY: &str = "DejaVu Sans";

/// The families that words are set in: first the one that was measured, then some that are no wider.
pub(crate) const FAMILIES: &str = "DejaVu Sans, Verdana, sans-serif";

fn face() -> &'static Face<'static> {
    static FACE: OnceLock<Face<'static>> = OnceLock::new();
    FACE.get_or_init(|| Face::parse(BYTES, 0).expect("the font in the crate is one"))
}

/// How wide `words` are at font size `size`; characters that the font lacks count as one em, as in most fonts that
/// have them. Time linear in the length.
pub(crate) fn width(words: &str, size: f64) -> f64 {
    let face = face();
    let em = f64::from(face.units_per_em());
    let advance = |character: char| match face.glyph_index(character) {
        Some(glyph) => f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)),
        None if is_drawn_over_another(character) => 0.0,
        None => em,
    };
    words.chars().map(advance).sum::<f64>() * size / em
}

/// Whether `character` is of the blocks that only hold marks to combine, selectors and joiners.
fn is_drawn_over_another(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36F}' | '\u{200B}'..='\u{200F}' | '\u{FE00}'..='\u{FE0F}')
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
}
