//! Ordinary graphs: how large they may be until an answer takes ten seconds, against the plain walk.

mod families;

use crate::clock::{on_processor, time};
use arrival::{Context, Host, Options, Progress, Question, solve_within};
use families::{FAMILIES, Family, member};
use num_bigint::BigUint;
use rotor_graph::{Instance, StoppingGraph, VertexId, VertexMap};
use rotor_solve::general::{Effort, switching_flow_with};
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

/// The run and all starts through the door, by whichever solver it chooses.
const QUESTIONS: &[(&str, Ask)] = &[
    ("exit alone", |instance, start, until| {
        let stopping = StoppingGraph::of(instance.graph());
        let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::ZERO);
        particles[start] += 1u32;
        let effort = &mut Effort::default();
        switching_flow_with(&stopping, instance.rotors(), &particles, effort, until).is_ok()
    }),
    ("one start", |instance, start, until| is_answered(instance, Question::From(start), until)),
    ("walk", |instance, start, until| {
        let stopping = StoppingGraph::of(instance.graph());
        simulate(&stopping, instance.rotors(), start, until).is_ok()
    }),
    ("all starts", |instance, _, until| is_answered(instance, Question::All, until)),
];

/// Whether the whole question is answered: with the number of steps for one start, without a start left out for all.
fn is_answered(instance: &Instance, question: Question, until: &mut Until) -> bool {
    let options = Options { check: false, ..Options::default() };
    let mut context = Context::new(until).with_memory(BYTES);
    solve_within(instance, question, &options, &mut context).is_ok_and(|found| {
        let mut rows = found.exits();
        match question {
            Question::From(_) => rows.all(|row| row.steps.is_some()),
            Question::All => found.settled().is_none(),
        }
    })
}

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

/// All questions about one instance.
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
        Budget::check(self)
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

impl Host for Until {
    fn check(&mut self, _: &Progress) -> Outcome<()> {
        Budget::check(self)
    }
}
