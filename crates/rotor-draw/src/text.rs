//! Text: names as they are drawn, how wide they are in the font of the crate, and which of its glyphs are missing.
//!
//! Names are cut to a legible length, and nothing in them is obeyed by a format. Words are set from left to right, character by
//! character. Hebrew and Arabic would need an order and forms of their own: SVG, HTML and TikZ leave both to the viewer, and
//! PNG and PDF show boxes, as for every script that the font lacks.

use crate::scene::Scene;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// How many characters of a name are drawn at most.
const LONGEST: usize = 28;

/// `name` as it is drawn: what is not to be seen is shown as `�`, what is too long is cut.
pub(crate) fn shown(name: &str) -> String {
    cut(name, LONGEST)
}

/// How many characters of a name are drawn at most where there is little room.
const SHORT: usize = 6;

/// `name` as it is drawn where there is little room.
pub(crate) fn shortened(name: &str) -> String {
    cut(name, SHORT)
}

fn cut(name: &str, longest: usize) -> String {
    let visible = |character: char| {
        let upsetting =
            character.is_control() || matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
        if upsetting { '\u{FFFD}' } else { character }
    };
    let mut words: String = name.chars().take(longest).map(visible).collect();
    if name.chars().nth(longest).is_some() {
        words.push('…');
    }
    words
}

/// `words` between the tags of XML or HTML, or between double quotes.
pub(crate) fn escaped(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for character in words.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no way to write these.
            '\u{FFFE}' | '\u{FFFF}' => escaped.push('\u{FFFD}'),
            character if character.is_control() => escaped.push('\u{FFFD}'),
            character => escaped.push(character),
        }
    }
    escaped
}

/// A length with at most two decimals, never minus zero.
pub(crate) fn number(length: f64) -> String {
    let hundredths = (length * 100.0).round() as i64;
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    match rest {
        0 => format!("{sign}{whole}"),
        rest if rest % 10 == 0 => format!("{sign}{whole}.{}", rest / 10),
        rest => format!("{sign}{whole}.{rest:02}"),
    }
}

/// The digits of a natural number in groups of three; other words as they are.
pub(crate) fn grouped(words: &str) -> String {
    if words.len() > 30 || !words.bytes().all(|digit| digit.is_ascii_digit()) {
        return short_count(words);
    }
    let mut grouped = String::new();
    for (at, digit) in words.chars().enumerate() {
        if at > 0 && (words.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A natural number that may have many digits, short enough for a label: `3.21·10⁶⁰`.
pub(crate) fn short_count(digits: &str) -> String {
    if digits.len() <= 7 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return digits.to_owned();
    }
    let superscript = |digit: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit.to_digit(10).unwrap_or(0) as usize);
    let exponent: String = (digits.len() - 1).to_string().chars().filter_map(superscript).collect();
    format!("{}.{}·10{exponent}", &digits[..1], &digits[1..3])
}

// The font

/// The families that words are set in: first the one that was measured, then some that are no wider.
pub(crate) const FAMILIES: &str = "DejaVu Sans, Verdana, sans-serif";

/// The advances of the font's characters, made by `font/outlines.py`, which explains the file. Layouts need no more, and a browser
/// need not load the outlines before it paints pixels or a PDF.
const ADVANCES: &[u8] = include_bytes!("../font/DejaVuSans.advances");

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
    METRICS.get_or_init(|| {
        Metrics::read(ADVANCES).expect("the table is whole, as every test shows that measures a word")
    })
}

/// How many units of the font make one em.
pub(crate) fn em() -> f64 {
    f64::from(metrics().em)
}

/// Calls `glyph` with the characters of `words` from left to right, none for one that is shown as a box, and with where each begins
/// in units of the font; returns the width of all. Characters that the font lacks count as one em, as in most fonts that have
/// them. Time linear in the length.
pub(crate) fn set(words: &str, mut glyph: impl FnMut(Option<char>, f64)) -> f64 {
    let metrics = metrics();
    let mut at = 0.0;
    for character in words.chars() {
        // A mark over a letter that cannot be drawn is left out; the letter is a box already.
        let drawn = drawn(character);
        if !drawn && is_mark(character) {
            continue;
        }
        glyph(drawn.then_some(character), at);
        at += f64::from(metrics.advance(character).unwrap_or(metrics.em));
    }
    at
}

/// How wide `words` are at font size `size`. Time linear in the length.
pub(crate) fn width(words: &str, size: f64) -> f64 {
    set(words, |_, _| ()) * size / em()
}

/// Whether PNG and PDF draw `character` as the font does.
pub(crate) fn drawn(character: char) -> bool {
    metrics().advance(character).is_some() && !is_right_to_left(character)
}

/// Whether `character` is Hebrew or Arabic.
fn is_right_to_left(character: char) -> bool {
    matches!(character, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
}

/// Whether `character` is drawn over the one before it.
fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}'..='\u{5C5}' | '\u{5C7}')
        || matches!(character, '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{65F}' | '\u{670}')
        || is_invisible(character)
}

/// Whether `character` is a joiner, a direction mark or a selector, which have no shape of their own.
fn is_invisible(character: char) -> bool {
    matches!(character, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}

// What PNG and PDF can only show as empty boxes

/// The characters of `scene` that the font of the crate lacks, each once, in the order of Unicode. PNG and PDF show a
/// box for each; SVG and HTML leave them to the fonts of the reader. Time O(n log n) in the length of all words.
pub fn missing_glyphs(scene: &Scene) -> Vec<char> {
    let mut missing = BTreeSet::new();
    for words in scene.all_words() {
        missing.extend(words.text.chars().filter(|&character| !drawn(character) && !is_invisible(character)));
    }
    missing.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_two_decimals_at_most() {
        let cases =
            [(0.0, "0"), (-0.001, "0"), (1.5, "1.5"), (-2.25, "-2.25"), (10.004, "10"), (0.05, "0.05")];
        for (length, words) in cases {
            assert_eq!(number(length), words);
        }
    }

    #[test]
    fn nothing_in_a_name_is_obeyed() {
        assert_eq!(escaped("<a href=\"&\">\u{0}"), "&lt;a href=&quot;&amp;&quot;&gt;\u{FFFD}");
        assert_eq!(shown("a\nb\u{202E}c"), "a\u{FFFD}b\u{FFFD}c");
        assert_eq!(shown(&"x".repeat(40)).chars().count(), LONGEST + 1);
    }

    #[test]
    fn long_counts_are_shortened() {
        assert_eq!(short_count("1234567"), "1234567");
        assert_eq!(short_count("32138760885179"), "3.21·10¹³");
        assert_eq!(short_count("inf"), "inf");
        assert_eq!(["7", "1234567", "≥ 1: yes"].map(grouped), ["7", "1,234,567", "≥ 1: yes"]);
    }

    #[test]
    fn wide_letters_are_wider_and_marks_take_no_room() {
        assert!(width("mmm", 14.0) > 2.0 * width("iii", 14.0));
        assert_eq!(width("e\u{301}", 14.0), width("e", 14.0));
        assert_eq!(width("", 14.0), 0.0);
        // Not in the font: as wide as high.
        assert_eq!(width("車", 14.0), 14.0);
        assert!(width("שלום", 14.0) < 4.0 * 14.0, "measured, though not drawn");
    }

    #[test]
    fn what_is_drawn_is_measured_and_joiners_are_not_missing() {
        let missing = |name: &str| {
            let instance = rotor_graph::parse(&format!("\"{name}\": s\nsink s")).unwrap();
            let layout = crate::Layout::default();
            missing_glyphs(&crate::picture(&instance, &crate::Overlays::default(), &layout, &mut ()).unwrap())
        };
        assert_eq!(missing("u\u{FE0F}\u{200D}e\u{301}Привет"), []);
        assert_eq!(missing("車😀"), ['車', '😀']);
        assert_eq!(missing("של"), ['ל', 'ש']);
        let boxes = |words: &str| {
            let mut boxes = 0;
            set(words, |character, _| boxes += u32::from(character.is_none()));
            boxes
        };
        // The mark over a letter that is a box is not another one.
        assert_eq!((boxes("ש\u{5C1}"), boxes("a"), boxes("車")), (1, 0, 1));
    }

    /// The sum was taken of the widths that the font itself has.
    #[test]
    fn widths_are_those_of_the_font() {
        let advances = (0..=u32::from(char::MAX)).filter_map(|code| metrics().advance(char::from_u32(code)?));
        let (count, sum) = advances.fold((0, 0), |(count, sum), width| (count + 1, sum + u32::from(width)));
        assert_eq!((em(), count, sum), (2048.0, 2_011, 2_599_411));
    }
}
