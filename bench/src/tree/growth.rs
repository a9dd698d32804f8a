//! Cost against size, from a thousand to ten million vertices, with the exponent of the best fit.

use super::shapes::{SHAPES, plain};
use crate::clock::race;
use rotor_generate::Dice;
use rotor_solve::tree::fast_exits;
use std::hint::black_box;

pub(crate) fn run() {
    for (name, shape) in SHAPES {
        let mut points = Vec::new();
        print!("{name:12}");
        for n in [1_000, 10_000, 100_000, 1_000_000, 10_000_000] {
            let instance = plain(shape, n).build(&mut Dice::new(1)).expect("these parameters are in range");
            let rounds = (10_000_000 / n).clamp(3, 1_000) as usize;
            let [time] =
                race(rounds, [&mut || _ = black_box(fast_exits(instance.graph(), instance.rotors()))]);
            print!(" {n}: {:.1} ns a vertex,", time.as_secs_f64() * 1e9 / f64::from(n));
            points.push((f64::from(n).ln(), time.as_secs_f64().ln()));
        }
        println!(" exponent {:.2}", slope(&points));
    }
}

/// The slope of the line of least squares.
fn slope(points: &[(f64, f64)]) -> f64 {
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let rise: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let run: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    rise / run
}
