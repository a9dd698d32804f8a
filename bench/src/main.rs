//! Measurements of everyone in one run, and the benchmark set.
//!
//! `cargo xtask bench` calls `bench record`, which plays the contests of all parts, each subject in a process of its own
//! (`bench measure`); `cargo xtask corpus` calls `bench corpus`.

#[cfg(feature = "ablation")]
mod ablation;
mod algebra;
mod contest;
mod corpus;
mod measure;
mod ordinary;
mod parts;
mod record;
mod subjects;
mod yardstick;

use clap::Parser;
use std::process::ExitCode;

#[derive(Parser)]
enum Chore {
    Record(record::Order),
    #[command(hide = true)]
    Measure(measure::Wish),
    /// Measures what each technique of the general solver buys.
    #[cfg(feature = "ablation")]
    Ablation(ablation::Order),
    /// Makes the benchmark set corpus/bench anew.
    Corpus,
}

fn main() -> ExitCode {
    match Chore::parse() {
        Chore::Record(order) => record::run(&order),
        Chore::Measure(wish) => measure::child(&wish),
        #[cfg(feature = "ablation")]
        Chore::Ablation(order) => ablation::run(&order),
        Chore::Corpus => corpus::run(),
    }
}
