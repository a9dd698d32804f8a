//! Missing glyphs: what PNG and PDF can only show as empty boxes.

use crate::font;
use crate::scene::Scene;
use std::collections::BTreeSet;

/// The characters of `scene` that the font of the crate lacks, each once, in the order of Unicode. PNG and PDF show a
/// box for each; SVG and HTML leave them to the fonts of the reader. Time O(n log n) in the length of all words.
pub fn missing_glyphs(scene: &Scene) -> Vec<char> {
    let mut missing = BTreeSet::new();
    for words in scene.all_words() {
        missing.extend(words.text.chars().filter(|&character| font::lacks(character)));
    }
    missing.into_iter().collect()
}
