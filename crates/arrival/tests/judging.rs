//! Judging within a budget: the judge asks it, pays for nothing, and is heard if it is told to stop.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use arrival::{Options, Question, SolveError, parse, route_within, solve_within};
use num_bigint::BigUint;
use rotor_graph::{Instance, VertexId, VertexMap};
use rotor_solve::{Budget, OutOfBudget};
use std::fmt::Write;

/// A budget that expires at the check after `left` of them.
struct Questions {
    left: u64,
    asked: u64,
    paid: u64,
}

impl Budget for Questions {
    fn spend(&mut self, operations: u64) -> Result<(), OutOfBudget> {
        self.paid += operations;
        Ok(())
    }

    fn check(&mut self) -> Result<(), OutOfBudget> {
        self.asked += 1;
        if self.asked > self.left { Err(OutOfBudget::Time) } else { Ok(()) }
    }
}

type Answer<'a> = dyn Fn(&mut dyn Budget) -> Result<(), SolveError> + 'a;

fn up_to(left: u64) -> Questions {
    Questions { left, asked: 0, paid: 0 }
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
        &|budget| solve_within(&rotors, Question::All, &options, budget).map(drop),
        &|budget| solve_within(&rotors, from, &options, budget).map(drop),
        &|budget| route_within(&rotors, &particles, &options, budget).map(drop),
        &|budget| solve_within(&game, from, &options, budget).map(drop),
    ];
    for (number, answer) in answers.iter().enumerate() {
        let mut patient = up_to(u64::MAX);
        answer(&mut patient).unwrap();
        assert!(patient.asked > 2 && patient.paid > 0, "answer {number} asks {} times", patient.asked);
        for questions in [1, 2, patient.asked - 1] {
            let mut hasty = up_to(questions);
            let stopped = answer(&mut hasty);
            assert!(
                matches!(stopped, Err(SolveError::OutOfBudget(OutOfBudget::Time))),
                "{number}: {stopped:?}"
            );
            assert_eq!(hasty.paid, patient.paid, "answer {number} was found");
        }
        // What was found with the last of a budget is proved all the same.
        answer(&mut up_to(0)).unwrap();
    }
}
