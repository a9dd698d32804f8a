//! Reading `.rotor` text all the way to a validated instance, against splitting it into words.

use crate::clock::race;
use rotor_generate::Dice;
use rotor_graph::{parse, parse_bytes};
use std::fmt::Write;
use std::hint::black_box;

/// `vertices` names and `arcs` arcs between random vertices.
fn random_text(vertices: u32, arcs: u32) -> String {
    let mut dice = Dice::new(1);
    let mut text = String::new();
    let degree = arcs / vertices;
    let mut left = arcs - degree * vertices;
    for u in 0..vertices {
        write!(text, "u{u}:").expect("a string takes all text");
        let extra = u32::from(left > 0 && dice.chance(0.5));
        left -= extra;
        for _ in 0..degree + extra {
            write!(text, " u{}", dice.below(vertices)).expect("a string takes all text");
        }
        text.push('\n');
    }
    text
}

/// Reads a random text; with few names the table of names stays near, and what is left is the reading of words.
fn contest(vertices: u32, arcs: u32) {
    let text = random_text(vertices, arcs);
    let megabytes = text.len() as f64 / 1e6;
    // Kept, so that giving back memory is not part of reading.
    let mut read = Vec::new();
    let [words, refused, instance] = race(
        5,
        [
            &mut || {
                black_box(text.lines().map(|line| line.split(' ').count()).sum::<usize>());
            },
            // No arc fits, so arcs are read word for word and not kept.
            &mut || assert!(black_box(parse_bytes(text.as_bytes(), 0)).is_err()),
            &mut || read.push(parse(&text).expect("the text is legal")),
        ],
    );
    let [words, refused, instance] = [words, refused, instance].map(|time| megabytes / time.as_secs_f64());
    println!(
        "{vertices:7} names, {arcs} arcs, {megabytes:3.0} MB: to an instance {instance:4.0} MB/s, arcs read and not kept \
         {refused:4.0} MB/s, lines and split of std {words:4.0} MB/s"
    );
}

pub(crate) fn run() {
    contest(3_000_000, 10_000_000);
    contest(1_000, 10_000_000);
}
