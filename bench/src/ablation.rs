//! Ablation: what each technique of the general solver buys, each switched off by itself.
//!
//! A cell is a question on an instance without one technique. It may cost eight times the operations of the unmodified solver,
//! at least ten million, and the time of a contest; what is written is how many times as much it took, or that it was not
//! solved. Operations do not depend on the machine, so neither does the table, but for what runs out of time.

use crate::contest::Mode;
use crate::ordinary;
use crate::record::{Part, Place};
use clap::Args;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rotor_generate::{Dice, draw};
use rotor_graph::{Instance, Stop, StoppingGraph, Tick, VertexMap};
use rotor_solve::general::{Technique, forest_by_flows, switch_off, switching_flow};
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// How many times the operations of the unmodified solver a cell may cost, and at least how many.
const TIMES: u64 = 8;
const AT_LEAST: u64 = 10_000_000;

/// Families with their parameters, the last ones only in a full record: those that are published as hard, and ordinary ones, flat
/// and with a drift.
const FAMILIES: &[(&str, &[&str])] = &[
    ("chain", &["n=200", "n=1000", "n=4000"]),
    ("back", &["n=150", "n=600", "n=1500"]),
    ("two", &["n=160 ahead=0", "n=640 ahead=0", "n=1600 ahead=0"]),
    ("nested", &["n=60", "n=200", "n=600"]),
    ("layers", &["n=80", "n=300", "n=1000"]),
    ("series", &["copies=6 size=50 ahead=0", "copies=8 size=160 ahead=0", "copies=8 size=640 ahead=0"]),
    ("ladder", &["n=200 parallel=3", "n=1000 parallel=3", "n=5000 parallel=3"]),
    ("wells", &["wells=6 depth=20", "wells=15 depth=30", "wells=30 depth=40"]),
    ("grid", &["w=30 h=30", "w=100 h=100", "w=300 h=300"]),
    ("torus", &["n=30 h=30", "n=100 h=100"]),
    ("random-out", &["n=1000 k=2", "n=1000 k=3", "n=1000 k=8", "n=10000 k=2"]),
    ("de-bruijn", &["n=1000", "n=10000"]),
    ("small-world", &["n=1000", "n=10000"]),
    ("preferential", &["n=1000", "n=10000"]),
    ("planar", &["w=30 h=30", "w=100 h=100"]),
    ("road", &["w=30 h=30", "w=100 h=100"]),
    ("cactus", &["n=1000 size=6", "n=10000 size=6"]),
    ("blocks", &["n=1000 size=6", "n=10000 size=6"]),
    ("rare-sink-2", &["n=1000", "n=10000"]),
    ("rare-sink-3", &["n=1000", "n=10000"]),
    ("plain-ladder", &["n=1000", "n=10000"]),
    ("plain-ladder-drift", &["n=1000", "n=10000"]),
    ("two-tree", &["n=1000", "n=10000"]),
    ("three-tree", &["n=1000", "n=10000"]),
    ("series-parallel", &["n=1000", "n=10000"]),
    ("four-cycles", &["n=1000", "n=10000"]),
    ("four-cycles-drift", &["n=1000", "n=10000"]),
];

/// Measures what each technique buys.
#[derive(Args, Debug)]
pub(crate) struct Order {
    /// Gives each cell more time, and larger instances.
    #[arg(long)]
    full: bool,
    /// Where the record is written.
    #[arg(long, default_value = "bench/results/ablation.json")]
    out: PathBuf,
    /// The families that are measured; all, if none is named.
    family: Vec<String>,
}

/// What is asked of each instance: the run of a particle from the start without a walk beside it, and all exits.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Question {
    Run,
    AllStarts,
}

#[derive(Serialize)]
struct Row {
    family: &'static str,
    parameters: &'static str,
    question: Question,
    /// What the unmodified solver paid for; nothing if it did not answer in time.
    operations: Option<u64>,
    /// How many times as much it took without each technique; those that change less than 2 % are left out, and what was not
    /// solved is nothing.
    without: Vec<(&'static str, Option<f64>)>,
}

#[derive(Serialize)]
struct Record<'r> {
    #[serde(flatten)]
    part: Part<'r>,
    techniques: Vec<&'static str>,
    rows: Vec<Row>,
}

/// Counts operations up to a limit, for a limited time.
struct Limited {
    left: u64,
    until: Instant,
}

impl Tick for Limited {
    fn tick(&mut self, operations: u64) -> Result<(), Stop> {
        self.left = self.left.checked_sub(operations).ok_or(Stop::Operations)?;
        if Instant::now() < self.until { Ok(()) } else { Err(Stop::Time) }
    }
}

/// The operations of an answer, if it was found within so many.
fn operations(instance: &Instance, question: Question, most: u64, time: Duration) -> Option<u64> {
    let stopping = StoppingGraph::of(instance.graph());
    let mut tick = Limited { left: most, until: Instant::now() + time };
    let is_found = match question {
        Question::Run => {
            let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::zero());
            particles[instance.start().expect("families have a start")] = BigUint::one();
            switching_flow(&stopping, instance.rotors(), &particles, &mut tick).is_ok_and(|flow| flow.is_run)
        }
        Question::AllStarts => forest_by_flows(&stopping, instance.rotors(), &mut tick).is_ok(),
    };
    is_found.then(|| most - tick.left)
}

fn instance(family: &str, parameters: &str) -> Instance {
    let pairs: Vec<(&str, u32)> = parameters
        .split(' ')
        .map(|pair| pair.split_once('=').expect("a name and a number"))
        .map(|(name, value)| (name, value.parse().expect("a number")))
        .collect();
    ordinary::member(family, pairs[0].1, 1)
        .unwrap_or_else(|| draw(family, &pairs, &mut Dice::new(1)).expect("a family with these parameters"))
}

pub(crate) fn run(order: &Order) -> ExitCode {
    let (start, mode, mut rows) = (Instant::now(), Mode::of(order.full), Vec::new());
    let wanted = |family: &str| order.family.is_empty() || order.family.iter().any(|named| named == family);
    for &(family, sizes) in FAMILIES.iter().filter(|(family, _)| wanted(family)) {
        let largest = if order.full { sizes.len() } else { sizes.len().max(3) - 1 };
        for &parameters in &sizes[..largest] {
            let instance = instance(family, parameters);
            for question in [Question::Run, Question::AllStarts] {
                switch_off(None);
                let whole = operations(&instance, question, u64::MAX, mode.limit());
                let most = whole.map_or(u64::MAX, |whole| (TIMES * whole).max(AT_LEAST));
                let without = Technique::ALL.iter().filter_map(|&(technique, name)| {
                    let whole = whole? as f64;
                    switch_off(Some(technique));
                    let times =
                        operations(&instance, question, most, mode.limit()).map(|found| found as f64 / whole);
                    let is_same = times.is_some_and(|times| (times - 1.0).abs() < 0.02);
                    (!is_same).then_some((name, times.map(|times| (100.0 * times).round() / 100.0)))
                });
                let row = Row { family, parameters, question, operations: whole, without: without.collect() };
                println!("{}", serde_json::to_string(&row).expect("a row is plain data"));
                rows.push(row);
            }
        }
    }
    let place = Place::here();
    let techniques = Technique::ALL.map(|(_, name)| name).into();
    let record = Record { part: place.bare_part("ablation", mode, start), techniques, rows };
    let text = serde_json::to_string_pretty(&record).expect("a record is plain data") + "\n";
    match std::fs::write(&order.out, text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {}: {error}", order.out.display());
            ExitCode::FAILURE
        }
    }
}
