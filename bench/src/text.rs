//! Reading `.rotor` text: words alone, and all the way to a validated instance.

use crate::clock::race;
use rotor_generate::Dice;
use rotor_graph::parse;
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

pub(crate) fn run() {
    let (vertices, arcs) = (3_000_000, 10_000_000);
    let text = random_text(vertices, arcs);
    let megabytes = text.len() as f64 / 1e6;
    // Kept, so that giving back memory is not part of reading.
    let mut read = Vec::new();
    let [lines, instance] = race(
        3,
        [
            &mut || {
                black_box(text.lines().map(|line| line.split(' ').count()).sum::<usize>());
            },
            &mut || read.push(parse(&text).expect("the text is legal")),
        ],
    );
    println!("{megabytes:.0} MB, {vertices} names, about {arcs} arcs");
    println!("std lines and split      {:5.0} MB/s", megabytes / lines.as_secs_f64());
    println!("to a validated instance  {:5.0} MB/s", megabytes / instance.as_secs_f64());
}
