//! PNG: the scene in pixels, and pictures that are made of pixels.
//!
//! The file is three chunks of rows that flate2 packs: too little for a crate of its own.

use crate::geometry::{Path, Rectangle, Step};
use crate::raster::{Pen, Shape, shapes};
use crate::scene::{Colour, Scene};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use rotor_graph::{Stop, Tick};
use std::io::Write;
use tiny_skia::{FillRule, LineCap, Paint, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};

/// A picture has at most this many pixels; larger ones are drawn smaller.
const MOST_PIXELS: f64 = 64e6;
/// A picture is at most so wide and so high.
const LONGEST_SIDE: f64 = 30_000.0;
/// A picture is painted in bands of at most this many pixels, so that memory does not grow with its size.
const BAND: u32 = 1 << 21;

/// The scene as PNG, each of its pixels `scale` wide and high, or less if that would be too many.
///
/// Time linear in the pixels and the shapes; memory 4 bytes for each of at most 2 million pixels, and the shapes.
pub fn png(scene: &Scene, scale: f64, tick: &mut dyn Tick) -> Result<Vec<u8>, Stop> {
    in_bands(scene, scale, BAND, tick)
}

fn in_bands(scene: &Scene, scale: f64, most_in_band: u32, tick: &mut dyn Tick) -> Result<Vec<u8>, Stop> {
    let [width, height] = [scene.size.x, scene.size.y].map(|side| side.max(1.0));
    let most = (MOST_PIXELS / (width * height)).sqrt().min(LONGEST_SIDE / width.max(height));
    let scale = scale.min(most).max(f64::MIN_POSITIVE);
    let [across, down] = [width, height].map(|side| ((side * scale).ceil() as u32).max(1));
    let band = (most_in_band / across).clamp(1, down);
    let mut pixels = Pixmap::new(across, band).expect("a band has between one and a few million pixels");
    let shapes: Vec<(Shape, Rectangle)> = shapes(scene)
        .into_iter()
        .map(|shape| {
            let frame = shape.frame();
            (shape, frame)
        })
        .collect();

    let mut rows = ZlibEncoder::new(Vec::new(), Compression::default());
    let mut line = Vec::with_capacity(1 + 3 * across as usize);
    for top in (0..down).step_by(band as usize) {
        pixels.fill(tiny_skia::Color::WHITE);
        let (from, to) = (f64::from(top) / scale, f64::from(top + band) / scale);
        let seen = shapes.iter().filter(|(_, frame)| frame.least.y <= to && frame.most.y >= from);
        for (shape, _) in seen {
            tick.tick(shape.path.0.len() as u64)?;
            paint(&mut pixels, shape, scale, f64::from(top));
        }
        for row in pixels.pixels().chunks_exact(across as usize).take((down - top) as usize) {
            tick.tick(across.into())?;
            line.clear();
            line.push(NO_FILTER);
            row.iter().for_each(|pixel| line.extend([pixel.red(), pixel.green(), pixel.blue()]));
            rows.write_all(&line).expect("a vector takes every byte");
        }
    }
    Ok(packed(across, down, &rows.finish().expect("a vector takes every byte")))
}

/// The file with these rows, which are compressed already.
fn packed(across: u32, down: u32, rows: &Vec<u8>) -> Vec<u8> {
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    // Eight bits for each of red, green and blue; the only compression and filtering there are; not interlaced.
    let header = [&across.to_be_bytes()[..], &down.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
    for (kind, data) in [(b"IHDR", &header), (b"IDAT", rows), (b"IEND", &Vec::new())] {
        write_chunk(&mut out, kind, data);
    }
    out
}

/// Rows as they are: even areas and thin lines pack better so than as differences.
const NO_FILTER: u8 = 0;

fn write_chunk(out: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    let mut check = crc32fast::Hasher::new();
    check.update(kind);
    check.update(data);
    out.extend((data.len() as u32).to_be_bytes());
    out.extend(kind);
    out.extend(data);
    out.extend(check.finalize().to_be_bytes());
}

/// Paints a shape `scale` times as large on a band that begins `top` pixels below the top of the picture.
fn paint(pixels: &mut Pixmap, shape: &Shape, scale: f64, top: f64) {
    let Some(path) = built(&shape.path) else { return };
    let [size, x, y] = [shape.scale * scale, shape.origin.x * scale, shape.origin.y * scale - top]
        .map(|length| length as f32);
    let place = Transform::from_row(size, 0.0, 0.0, size, x, y);
    if let Some(fill) = shape.fill {
        pixels.fill_path(&path, &coloured(fill), FillRule::Winding, place, None);
    }
    if let Some(Pen { colour, width, dashes, round }) = shape.pen {
        let stroke = Stroke {
            width: width as f32,
            line_cap: if round { LineCap::Round } else { LineCap::Butt },
            dash: dashes.and_then(|dashes| StrokeDash::new(dashes.map(|dash| dash as f32).to_vec(), 0.0)),
            ..Stroke::default()
        };
        pixels.stroke_path(&path, &coloured(colour), &stroke, place, None);
    }
}

fn coloured(Colour(red, green, blue): Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 0xFF);
    paint
}

fn built(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for step in &path.0 {
        match *step {
            Step::Move(to) => builder.move_to(to.x as f32, to.y as f32),
            Step::Line(to) => builder.line_to(to.x as f32, to.y as f32),
            Step::Curve(first, second, to) => {
                let [first, second, to] = [first, second, to].map(|at| (at.x as f32, at.y as f32));
                builder.cubic_to(first.0, first.1, second.0, second.1, to.0, to.1);
            }
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}

// Pictures made of pixels: one colour per cell

/// A picture of that width, row by row from the top; none if it has no pixels, or not as many as its rows need.
pub fn pixels(width: u32, colours: &[Colour], tick: &mut dyn Tick) -> Result<Option<Vec<u8>>, Stop> {
    let height = u32::try_from(colours.len()).ok().and_then(|pixels| pixels.checked_div(width)).unwrap_or(0);
    if height == 0 || u64::from(width) * u64::from(height) != colours.len() as u64 {
        return Ok(None);
    }
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::default());
    let mut line = Vec::with_capacity(1 + 3 * width as usize);
    for row in colours.chunks_exact(width as usize) {
        tick.tick(width.into())?;
        line.clear();
        line.push(NO_FILTER);
        row.iter().for_each(|&Colour(red, green, blue)| line.extend([red, green, blue]));
        rows.write_all(&line).expect("a vector takes every byte");
    }
    Ok(Some(packed(width, height, &rows.finish().expect("a vector takes every byte"))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Layout;
    use crate::picture::picture;
    use crate::scene::Overlays;
    use rotor_graph::parse;
    use std::io::Read;

    #[test]
    fn no_seam_shows_between_bands() {
        let game = parse("max u: v^3 *s u\nv: u^2 v t\nmin 車: t v\nsink s = 3\nsink t\nstart u").unwrap();
        let scene = picture(&game, &Overlays::default(), &Layout::default(), &mut ()).unwrap();
        for scale in [0.37, 1.0, 1.5] {
            let whole = rows(&in_bands(&scene, scale, u32::MAX, &mut ()).unwrap());
            for band in [20_000, 50_000] {
                let banded = rows(&in_bands(&scene, scale, band, &mut ()).unwrap());
                assert_eq!(banded.len(), whole.len());
                // Curves are cut at the border of a band and then divided elsewhere: their edges differ a little, and
                // nothing else does.
                let most = banded.iter().zip(&whole).map(|(one, other)| one.abs_diff(*other)).max();
                assert!(most < Some(80), "{scale}, {band}: {most:?}");
            }
        }
    }

    /// What the second chunk holds.
    fn rows(bytes: &[u8]) -> Vec<u8> {
        let length = u32::from_be_bytes(bytes[33..37].try_into().unwrap()) as usize;
        let mut rows = Vec::new();
        flate2::read::ZlibDecoder::new(&bytes[41..41 + length]).read_to_end(&mut rows).unwrap();
        rows
    }

    #[test]
    fn a_picture_never_has_more_pixels_than_it_may() {
        let mut scene =
            picture(&parse("u: s\nsink s").unwrap(), &Overlays::default(), &Layout::default(), &mut ())
                .unwrap();
        for (width, height) in [(1e6, 10.0), (1e5, 1e5), (10.0, 1e7)] {
            scene.size = crate::geometry::Point::new(width, height);
            let bytes = png(&scene, 20.0, &mut ()).unwrap();
            let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
            let (across, down) = (f64::from(side(16)), f64::from(side(20)));
            let fits = across.max(down) <= LONGEST_SIDE && across * down <= MOST_PIXELS + LONGEST_SIDE;
            assert!(fits, "{across} × {down}");
        }
    }

    #[test]
    fn a_picture_has_all_of_its_rows_and_nothing_else() {
        let png = pixels(2, &[Colour::INK; 6], &mut ()).unwrap().unwrap();
        assert!(png.starts_with(b"\x89PNG") && png[19] == 2 && png[23] == 3);
        for (width, count) in [(0, 4), (4, 0), (4, 6)] {
            assert_eq!(pixels(width, &vec![Colour::INK; count], &mut ()).unwrap(), None);
        }
    }
}
