//! Any graph: walks too long to make.

use num_bigint::BigUint;
use rotor_generate::generate;
use rotor_graph::{Instance, StoppingGraph, VertexMap};
use rotor_solve::general::switching_flow;
use rotor_solve::{Budget, OutOfBudget};
use std::time::{Duration, Instant};

struct Clock(Instant, Duration, u64);
impl Budget for Clock {
    fn spend(&mut self, operations: u64) -> Result<(), OutOfBudget> {
        self.2 += operations;
        if self.0.elapsed() > self.1 { Err(OutOfBudget::Time) } else { Ok(()) }
    }
}

fn instance(family: &str, given: &[(&str, &str)], seed: u64) -> Instance {
    let given = given.iter().map(|&(n, t)| (n.to_owned(), t.to_owned())).collect();
    generate(family, &given, seed).expect("these parameters are in range")
}

fn contest(family: &str, given: &[(&str, &str)], seed: u64) {
    let instance = instance(family, given, seed);
    let start = instance.start().or(instance.vertex("0")).expect("start");
    let stopping = StoppingGraph::of(instance.graph());
    let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::default());
    particles[start] += 1u32;
    let mut clock = Clock(Instant::now(), Duration::from_secs(20), 0);
    let found = switching_flow(&stopping, instance.rotors(), &particles, &mut clock);
    let time = clock.0.elapsed();
    let what = match found {
        Ok(x) => format!("{} {} bits", x.is_run, x.departures.as_slice().iter().sum::<BigUint>().bits()),
        Err(why) => why.to_string(),
    };
    println!("{family} {given:?} seed {seed}: {time:?} {what} {} operations", clock.2);
}

pub(crate) fn run() {
    if let Ok(text) = std::env::var("ONE") {
        let words: Vec<&str> = text.split(' ').collect();
        let given: Vec<_> = words[2..].chunks(2).map(|pair| (pair[0], pair[1])).collect();
        return contest(words[0], &given, words[1].parse().expect("seed"));
    }
    for seed in 1..=2 {
        contest("chain", &[("n", "2000")], seed);
        contest("back", &[("n", "1000")], seed);
        contest("two", &[("n", "1280"), ("ahead", "0")], seed);
        contest("layers", &[("n", "320")], seed);
        contest("nested", &[("n", "300")], seed);
        contest("ladder", &[("n", "5000")], seed);
        contest("grid", &[("w", "100"), ("h", "100"), ("parallel", "3")], seed);
    }
    for seed in 1..=20 {
        contest("series", &[("copies", "8"), ("size", "80"), ("ahead", "0")], seed);
    }
}
