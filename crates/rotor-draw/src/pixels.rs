//! Pictures made of pixels: one colour per cell, as PNG.

use crate::palette::Colour;
use crate::png::{NO_FILTER, packed};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use rotor_graph::Watch;
use std::io::Write;

/// A picture of that width, row by row from the top; none if it has no pixels, or not as many as its rows need, or if `watch`
/// stops it.
pub fn pixels_while(width: u32, colours: &[Colour], watch: Watch<'_>) -> Option<Vec<u8>> {
    let height = u32::try_from(colours.len()).ok()?.checked_div(width)?;
    if height == 0 || u64::from(width) * u64::from(height) != colours.len() as u64 {
        return None;
    }
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::default());
    let mut line = Vec::with_capacity(1 + 3 * width as usize);
    for row in colours.chunks_exact(width as usize) {
        if !watch(width.into()) {
            return None;
        }
        line.clear();
        line.push(NO_FILTER);
        row.iter().for_each(|&Colour(red, green, blue)| line.extend([red, green, blue]));
        rows.write_all(&line).expect("a vector takes every byte");
    }
    Some(packed(width, height, &rows.finish().expect("a vector takes every byte")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::unwatched;

    #[test]
    fn a_picture_has_all_of_its_rows_and_nothing_else() {
        assert!(
            pixels_while(2, &[Colour::INK; 6], &mut unwatched)
                .is_some_and(|png| png.starts_with(b"\x89PNG") && png[19] == 2 && png[23] == 3)
        );
        for (width, count) in [(0, 4), (4, 0), (4, 6)] {
            assert_eq!(pixels_while(width, &vec![Colour::INK; count], &mut unwatched), None);
        }
    }
}
