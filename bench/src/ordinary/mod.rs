//! Ordinary graphs: how large they may be until an answer takes ten seconds, against the plain walk.

mod families;

use crate::clock::{on_processor, time};
use families::{FAMILIES, Family, member};
use rotor_graph::{Instance, StoppingGraph, VertexId};
use rotor_solve::general::{exit_by_flow, forest_by_flows};
use rotor_solve::{Budget, OutOfBudget, Outcome, simulate};
use std::time::{Duration, Instant};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// How much memory it may take.
const BYTES: u64 = 2 << 30;

const SIZES: [u32; 6] = [1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000];

/// Prints a line for each family and question: seconds at each size until one is not answered.
///
/// `ARRIVAL_FAMILIES` names those that are wanted by a part of their names, and `ARRIVAL_LARGEST` the largest size.
pub(crate) fn run() {
    let wanted = std::env::var("ARRIVAL_FAMILIES").unwrap_or_default();
    let largest =
        std::env::var("ARRIVAL_LARGEST").ok().and_then(|text| text.parse().ok()).unwrap_or(u32::MAX);
    println!("seconds at {SIZES:?} vertices; a dash is no answer in {PATIENCE:?}");
    for family in FAMILIES.iter().filter(|(name, _)| name.contains(&wanted)) {
        for (question, ask) in QUESTIONS {
            println!("{:32} {question:10} {}", family.0, row(family, *ask, largest));
        }
    }
    if wanted.is_empty() {
        against_the_walk("grid 300 x 300", &member(&FAMILIES[0], 90_000, 1));
        against_the_walk("random 2-out of 1,000,000", &member(&FAMILIES[1], 1_000_000, 1));
    }
}

/// A question: whether it was answered within the budget.
type Ask = fn(&Instance, VertexId, &mut Until) -> bool;

const QUESTIONS: &[(&str, Ask)] = &[
    ("one start", |instance, start, until| {
        let stopping = StoppingGraph::of(instance.graph());
        exit_by_flow(&stopping, instance.rotors(), start, until).is_ok_and(|run| run.is_run)
    }),
    ("walk", |instance, start, until| {
        let stopping = StoppingGraph::of(instance.graph());
        simulate(&stopping, instance.rotors(), start, until).is_ok()
    }),
    ("all starts", |instance, _, until| {
        let stopping = StoppingGraph::of(instance.graph());
        forest_by_flows(&stopping, instance.rotors(), until).is_ok()
    }),
];

fn row(family: &Family, ask: Ask, largest: u32) -> String {
    let mut cells = Vec::new();
    for size in SIZES.into_iter().filter(|&size| size <= largest) {
        let instance = member(family, size, 1);
        let start = instance.start().unwrap_or(VertexId::new(0));
        let (answered, taken) = time(|| ask(&instance, start, &mut Until::new()));
        if !answered {
            cells.push("-".to_owned());
            break;
        }
        cells.push(format!("{:.3}", taken.as_secs_f64()));
    }
    cells.join(" ")
}

/// One start by default against the plain walk, and all starts.
fn against_the_walk(label: &str, instance: &Instance) {
    let start = instance.start().unwrap_or(VertexId::new(0));
    let seconds = QUESTIONS.iter().map(|(question, ask)| {
        let (answered, taken) = time(|| ask(instance, start, &mut Until::new()));
        let taken = if answered { format!("{:.2} s", taken.as_secs_f64()) } else { "no answer".to_owned() };
        format!("{question} {taken}")
    });
    println!("{label}: {}", seconds.collect::<Vec<_>>().join(", "));
}

/// A budget of so much time on the processor, and memory.
struct Until {
    wall: Instant,
    processor: Option<Duration>,
    /// Operations until the next look at the clock.
    left: u64,
}

impl Until {
    fn new() -> Self {
        Self { wall: Instant::now(), processor: on_processor(), left: 0 }
    }
}

impl Budget for Until {
    fn spend(&mut self, operations: u64) -> Outcome<()> {
        const STRIDE: u64 = 1 << 18;
        if let Some(left) = self.left.checked_sub(operations) {
            self.left = left;
            return Ok(());
        }
        self.left = STRIDE;
        self.check()
    }

    fn check(&mut self) -> Outcome<()> {
        let spent = match self.processor.zip(on_processor()) {
            Some((before, now)) => now - before,
            None => self.wall.elapsed(),
        };
        if spent > PATIENCE { Err(OutOfBudget::Time) } else { Ok(()) }
    }

    fn reserve(&mut self, bytes: u64) -> Outcome<()> {
        if bytes > BYTES { Err(OutOfBudget::Memory) } else { Ok(()) }
    }
}
