//! Judging within limits: the judge checks them, pays for nothing, and ends when it is told to stop.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use arrival::{
    Context, Host, Options, Progress, Question, SolveError, Stage, parse, route_within, solve_within,
};
use num_bigint::BigUint;
use rotor_graph::{Instance, VertexId, VertexMap};
use rotor_solve::OutOfBudget;
use std::fmt::Write;

/// A host that stops the judge at the check after `left` of them.
struct Checks {
    left: u64,
    asked: u64,
    paid: u64,
}

impl Host for Checks {
    fn check(&mut self, progress: &Progress) -> Result<(), OutOfBudget> {
        self.paid = progress.operations;
        self.asked += u64::from(progress.stage == Stage::Check);
        if self.asked > self.left { Err(OutOfBudget::Time) } else { Ok(()) }
    }
}

type Answer<'a> = dyn Fn(&mut Context<'_>) -> Result<(), SolveError> + 'a;

fn up_to(left: u64) -> Checks {
    Checks { left, asked: 0, paid: 0 }
}

fn path(last: &str) -> Instance {
    let mut text = String::new();
    (0..40_000).for_each(|i| writeln!(text, "{i}: {}", i + 1).unwrap());
    writeln!(text, "{last}").unwrap();
    parse(&text).unwrap()
}

#[test]
fn a_judge_that_is_told_to_stop_leaves_no_answer() {
    let (rotors, game) = (path("sink 40000"), path("max 40000: s\nsink s = 1"));
    let from = Question::From(VertexId::new(0));
    let mut particles = VertexMap::filled(40_001, BigUint::ZERO);
    particles[VertexId::new(0)] = 3u32.into();
    let options = Options::default();
    let answers: [&Answer<'_>; 4] = [
        &|context| solve_within(&rotors, Question::All, &options, context).map(drop),
        &|context| solve_within(&rotors, from, &options, context).map(drop),
        &|context| route_within(&rotors, &particles, &options, context).map(drop),
        &|context| solve_within(&game, from, &options, context).map(drop),
    ];
    for (number, answer) in answers.iter().enumerate() {
        let mut patient = up_to(u64::MAX);
        answer(&mut Context::new(&mut patient)).unwrap();
        assert!(patient.asked > 2 && patient.paid > 0, "answer {number} asks {} times", patient.asked);
        // A game is judged, and then the walk that shows how its play ends: without that its value still stands.
        let is_game = number == 3;
        for questions in [1, 2, if is_game { 2 } else { patient.asked - 1 }] {
            let mut hasty = up_to(questions);
            let stopped = answer(&mut Context::new(&mut hasty));
            assert!(
                matches!(stopped, Err(SolveError::OutOfBudget(OutOfBudget::Time))),
                "{number}: {stopped:?}"
            );
            assert!(hasty.paid == patient.paid || is_game && hasty.paid > 0, "answer {number} was found");
        }
        // What was found with the last of a budget is proved all the same.
        answer(&mut Context::new(&mut up_to(0))).unwrap();
    }
}
