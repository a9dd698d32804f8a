//! PNG and PDF: well formed, of the size of the scene, and nothing in them is lost without a word.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use flate2::read::ZlibDecoder;
use rotor_draw::{Layout, Overlays, Rectangle, Scene, missing_glyphs, pdf, picture, png};
use rotor_generate::{Dice, Kinds, small_forest, small_game, small_graph};
use rotor_graph::parse;
use std::io::Read;

fn drawn(text: &str) -> Scene {
    picture(&parse(text).unwrap(), &Overlays::default(), &Layout::default())
}

fn unpacked(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    ZlibDecoder::new(packed).read_to_end(&mut bytes).unwrap();
    bytes
}

/// The pixels of a PNG as we write it, row by row.
struct Pixels {
    width: usize,
    rows: Vec<Vec<[u8; 3]>>,
}

impl Pixels {
    /// Reads the chunks one by one and checks the sum of each.
    fn of(bytes: &[u8]) -> Self {
        let mut rest = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n").unwrap();
        let mut chunks = Vec::new();
        while !rest.is_empty() {
            let (length, after) = rest.split_at(4);
            let length = u32::from_be_bytes(length.try_into().unwrap()) as usize;
            let (chunk, after) = after.split_at(4 + length);
            let (sum, after) = after.split_at(4);
            assert_eq!(crc32fast::hash(chunk).to_be_bytes(), sum);
            chunks.push(chunk.split_at(4));
            rest = after;
        }
        let kinds: Vec<&[u8]> = chunks.iter().map(|&(kind, _)| kind).collect();
        assert_eq!(kinds, [b"IHDR", b"IDAT", b"IEND"]);
        let header = chunks[0].1;
        let side = |at: usize| u32::from_be_bytes(header[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!(header[8..], [8, 2, 0, 0, 0]);
        let (width, height) = (side(0), side(4));
        let bytes = unpacked(chunks[1].1);
        assert_eq!(bytes.len(), (1 + 3 * width) * height);
        let row = |row: &[u8]| {
            assert_eq!(row[0], 0, "no filter");
            row[1..].chunks_exact(3).map(|pixel| pixel.try_into().unwrap()).collect()
        };
        Self { width, rows: bytes.chunks_exact(1 + 3 * width).map(row).collect() }
    }

    /// How many dark pixels lie within `frame`, at one pixel each.
    fn ink(&self, frame: Rectangle) -> usize {
        let (rows, columns) = (
            frame.least.y as usize..frame.most.y.ceil() as usize,
            frame.least.x as usize..frame.most.x.ceil() as usize,
        );
        let dark = |pixel: &&[u8; 3]| pixel.iter().all(|&part| part < 0x80);
        self.rows[rows].iter().map(|row| row[columns.clone()].iter().filter(dark).count()).sum()
    }
}

#[test]
fn random_pictures_are_well_formed_and_of_their_size() {
    let mut dice = Dice::new(31);
    let mut kinds = Kinds::default();
    for _ in 0..60 {
        for instance in [small_graph(&mut dice), small_forest(&mut dice), small_game(&mut dice)] {
            kinds.see(&instance);
            let scene = picture(&instance, &Overlays::default(), &Layout::default());
            let pixels = Pixels::of(&png(&scene, 0.5));
            assert_eq!(pixels.width, (scene.size.x * 0.5).ceil() as usize);
            assert_eq!(pixels.rows.len(), (scene.size.y * 0.5).ceil() as usize);
            let page = pdf(&scene);
            let text = String::from_utf8_lossy(&page);
            assert!(text.starts_with("%PDF-") && text.trim_end().ends_with("%%EOF"));
            assert!(text.contains(&format!("/MediaBox [0 0 {} {}]", scene.size.x, scene.size.y)), "{text}");
            assert!(!text.contains("/Font"), "words are outlines");
        }
    }
    assert!(kinds.missing().is_empty(), "{:?}", kinds.missing());
}

#[test]
fn a_page_strokes_every_arc_and_every_border() {
    let scene = drawn("max u: v^3 *s u\nv: u^2 v t\nmin w: t v\nsink s = 3\nsink t\nstart u");
    let page = pdf(&scene);
    let find = |from: usize, what: &[u8]| {
        page[from..].windows(what.len()).position(|part| part == what).unwrap() + from
    };
    let begin = find(0, b"stream\n") + b"stream\n".len();
    let end = find(begin, b"\nendstream");
    let content = String::from_utf8(unpacked(&page[begin..end])).unwrap();
    let count = |operator: &str| content.lines().filter(|&line| line == operator).count();
    // Each sink has a second line; the start has an arrow of its own.
    assert_eq!(count("S"), scene.arcs.len() + 2 + 1);
    assert_eq!(count("B"), scene.nodes.len());
    assert_eq!(count("q"), count("Q"));
}

/// F21: names in scripts that the font lacks were left out of PNG and PDF without a word.
#[test]
fn f21_characters_missing_in_the_font_are_reported_boxes() {
    let scene = drawn("車: s\n😀\u{FE0F}: s\n\"\u{A0}\": s\nμ: s\nsink s");
    assert_eq!(missing_glyphs(&scene), ['車', '😀']);
    let pixels = Pixels::of(&png(&scene, 1.0));
    let ink = |vertex: usize| {
        let mark = &scene.nodes[vertex];
        pixels.ink(Rectangle::around(mark.center, mark.node.half * 0.6))
    };
    assert_eq!(ink(2), 0, "a space has no ink");
    assert!(ink(3) > 5);
    assert!(ink(0) > 20 && ink(1) > 20, "{} {}", ink(0), ink(1));
    assert!(missing_glyphs(&drawn("u: s\nשלום: s\nمرحبا: s\n½²∞·…: s\nsink s")).is_empty());
}
