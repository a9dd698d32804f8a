//! The font that comes with the crate: which characters words are set in, and how wide they are.

use crate::script::{is_invisible, is_mark, visual};
use std::sync::OnceLock;

/// The families that words are set in: first the one that was measured, then some that are no wider.
pub(crate) const FAMILIES: &str = "DejaVu Sans, Verdana, sans-serif";

/// The advances of the font's characters, taken out of it. Layouts need no more, and a browser need not load the outlines
/// before it paints pixels or a PDF. Numbers of two bytes, the lower first: the units of one em; then runs of characters,
/// each as the first of them in two numbers, how many they are, and their advances.
const ADVANCES: &[u8] = include_bytes!("../font/DejaVuSans-subset.advances");

/// The font as it was measured.
struct Metrics {
    em: u16,
    /// The first character of each run, in their order, and the advances of all its characters.
    runs: Vec<(u32, Vec<u16>)>,
}

impl Metrics {
    fn read(bytes: &[u8]) -> Option<Self> {
        let mut numbers = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        let em = numbers.next()?;
        let mut runs = Vec::new();
        while let Some(low) = numbers.next() {
            let first = u32::from(low) | u32::from(numbers.next()?) << 16;
            let length = usize::from(numbers.next()?);
            let advances: Vec<u16> = numbers.by_ref().take(length).collect();
            runs.push((first, advances));
        }
        Some(Self { em, runs })
    }

    fn advance(&self, character: char) -> Option<u16> {
        let code = u32::from(character);
        let (first, advances) = &self.runs[self.runs.partition_point(|run| run.0 <= code).checked_sub(1)?];
        advances.get((code - first) as usize).copied()
    }
}

fn metrics() -> &'static Metrics {
    static METRICS: OnceLock<Metrics> = OnceLock::new();
    METRICS.get_or_init(|| Metrics::read(ADVANCES).expect("a test compares the file with the font"))
}

/// How many units of the font make one em.
pub(crate) fn em() -> f64 {
    f64::from(metrics().em)
}

/// A character at its place in a line.
pub(crate) struct Glyph {
    /// The character; `None` if the font has no shape for it.
    #[cfg_attr(
        not(any(feature = "png", feature = "pdf")),
        expect(dead_code, reason = "only painters need shapes")
    )]
    pub(crate) character: Option<char>,
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
    let metrics = metrics();
    let mut at = 0.0;
    let mut glyphs = Vec::new();
    for character in visual(words) {
        let advance = metrics.advance(character);
        if advance.is_none() && is_mark(character) {
            continue;
        }
        glyphs.push(Glyph { character: advance.map(|_| character), at });
        at += f64::from(advance.unwrap_or(metrics.em));
    }
    (glyphs, at)
}

/// How wide `words` are at font size `size`. Time linear in the length.
pub(crate) fn width(words: &str, size: f64) -> f64 {
    set(words).1 * size / em()
}

/// Whether the font has no shape for `character`, though one is needed.
pub(crate) fn lacks(character: char) -> bool {
    metrics().advance(character).is_none() && !is_invisible(character)
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

    #[test]
    fn the_advances_are_those_of_the_font() {
        let bytes = include_bytes!("../font/DejaVuSans-subset.ttf");
        let face = ttf_parser::Face::parse(bytes, 0).unwrap();
        let advance = |code: u32| {
            let id = face.glyph_index(char::from_u32(code)?)?;
            Some(face.glyph_hor_advance(id).unwrap_or(0))
        };
        let mut runs: Vec<(u32, Vec<u16>)> = Vec::new();
        for code in 0..=u32::from(char::MAX) {
            let Some(advance) = advance(code) else { continue };
            match runs.last_mut().filter(|(first, run)| first + run.len() as u32 == code) {
                Some((_, run)) => run.push(advance),
                None => runs.push((code, vec![advance])),
            }
        }
        let numbers = std::iter::once(face.units_per_em()).chain(runs.iter().flat_map(|(first, run)| {
            [*first as u16, (first >> 16) as u16, run.len() as u16].into_iter().chain(run.iter().copied())
        }));
        let expected: Vec<u8> = numbers.flat_map(u16::to_le_bytes).collect();
        if std::env::var_os("ARRIVAL_BLESS").is_some() {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/font/DejaVuSans-subset.advances");
            std::fs::write(file, &expected).unwrap();
        } else {
            assert!(ADVANCES == expected, "run this test with ARRIVAL_BLESS=1 after a change of the font");
        }
    }
}
