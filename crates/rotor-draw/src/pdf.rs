//! PDF: the scene as a page of its size, words as outlines, so that nothing has to be embedded.
//!
//! Outlines rather than a font of our own making: publishers refuse Type 3 fonts, and a subset of a TrueType font takes a
//! subsetter, which used to be a quarter of the first build.

use crate::geometry::{Path, Point, Step};
use crate::raster::{Pen, Shape, shapes};
use crate::scene::Scene;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::LineCapStyle;
use pdf_writer::{Content, Filter, Finish, Pdf, Rect, Ref, TextStr};
use rotor_graph::{Stop, Tick};
use std::io::Write;

/// How many bytes are packed between two ticks.
const PORTION: usize = 1 << 16;

/// The scene as PDF, a pixel as a point of 1/72 inch. Time and memory linear in the scene.
pub fn pdf(scene: &Scene, tick: &mut dyn Tick) -> Result<Vec<u8>, Stop> {
    let [catalog, pages, page, content, information] = [1, 2, 3, 4, 5].map(Ref::new);
    let [width, height] = [scene.size.x, scene.size.y].map(|side| side.max(1.0) as f32);
    let mut document = Pdf::new();
    document.catalog(catalog).pages(pages);
    document.pages(pages).kids([page]).count(1);
    document.document_info(information).title(TextStr(&scene.title));
    let mut sheet = document.page(page);
    sheet.media_box(Rect::new(0.0, 0.0, width, height)).parent(pages).contents(content);
    sheet.resources();
    sheet.finish();

    let mut painted = Content::new();
    // From here on y points down.
    painted.transform([1.0, 0.0, 0.0, -1.0, 0.0, height]);
    for shape in &shapes(scene) {
        tick.tick(shape.path.0.len() as u64)?;
        paint(&mut painted, shape);
    }
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    for bytes in painted.finish().as_slice().chunks(PORTION) {
        tick.tick(bytes.len() as u64)?;
        packed.write_all(bytes).expect("a vector takes every byte");
    }
    let packed = packed.finish().expect("a vector takes every byte");
    document.stream(content, &packed).filter(Filter::FlateDecode);
    Ok(document.finish())
}

fn paint(content: &mut Content, shape: &Shape) {
    content.save_state();
    // Letters are moved to their place rather than written out there: equal letters are equal bytes then, and pack well.
    if shape.scale != 1.0 || shape.origin != Point::default() {
        let [scale, x, y] =
            [rounded(shape.scale, 1e6), rounded(shape.origin.x, 1e3), rounded(shape.origin.y, 1e3)];
        content.transform([scale, 0.0, 0.0, scale, x, y]);
    }
    if let Some(fill) = shape.fill {
        let [red, green, blue] = [fill.0, fill.1, fill.2].map(share);
        content.set_fill_rgb(red, green, blue);
    }
    if let Some(Pen { colour, width, dashes, round }) = shape.pen {
        let [red, green, blue] = [colour.0, colour.1, colour.2].map(share);
        content.set_stroke_rgb(red, green, blue).set_line_width(rounded(width, 1e3));
        if let Some(dashes) = dashes {
            content.set_dash_pattern(dashes.map(|dash| dash as f32), 0.0);
        }
        if round {
            content.set_line_cap(LineCapStyle::RoundCap);
        }
    }
    write_path(content, &shape.path);
    match (shape.fill.is_some(), shape.pen.is_some()) {
        (true, true) => content.fill_nonzero_and_stroke(),
        (true, false) => content.fill_nonzero(),
        (false, true) => content.stroke(),
        (false, false) => content.end_path(),
    };
    content.restore_state();
}

fn write_path(content: &mut Content, path: &Path) {
    let at = |point: Point| (rounded(point.x, 1e3), rounded(point.y, 1e3));
    for step in &path.0 {
        match *step {
            Step::Move(to) => content.move_to(at(to).0, at(to).1),
            Step::Line(to) => content.line_to(at(to).0, at(to).1),
            Step::Curve(first, second, to) => {
                let [first, second, to] = [first, second, to].map(at);
                content.cubic_to(first.0, first.1, second.0, second.1, to.0, to.1)
            }
            Step::Close => content.close_path(),
        };
    }
}

/// A length with this many parts to the pixel, which is short in decimal.
fn rounded(length: f64, parts: f64) -> f32 {
    ((length * parts).round() / parts) as f32
}

fn share(part: u8) -> f32 {
    rounded(f64::from(part) / 255.0, 1e3)
}
