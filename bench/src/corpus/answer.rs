//! Answers of the set: found by our solvers, proved by the judge.

use arrival::{Context, Options, Question, solve_within};
use rotor_graph::{Exit, Instance, VertexId};
use std::fmt;

/// Where the particle ends, or what the game is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// On this sink or in the trap of this vertex, after this many steps, a number of this many bits.
    Ends { word: &'static str, at: String, steps: String, bits: u64 },
    /// The most that Max can be sure of and the least that Min can hold Max to.
    Worth { max_min: i64, min_max: i64 },
}

/// What an answer may cost: more, and the instance is too hard for the set.
const MOST_OPERATIONS: u64 = 1 << 33;

/// The answer for a particle put on `start`. A game on a graph that is not a tree is played through with every pair of
/// strategies, which proves its value without a certificate; all else is certified.
pub(crate) fn answer(instance: &Instance, start: VertexId) -> Result<Answer, String> {
    let context = &mut Context::default().with_operations(MOST_OPERATIONS);
    let solution = solve_within(instance, Question::From(start), &Options::default(), context)
        .map_err(|error| error.to_string())?;
    if let Some(game) = solution.game() {
        let row = game.rows.first().ok_or("a game has a row for its start")?;
        return Ok(Answer::Worth { max_min: row.max_min, min_max: row.min_max });
    }
    if let Some(because) = solution.unchecked_because() {
        return Err(format!("not checked: {because}"));
    }
    let row = solution.exits().next().ok_or("one start has one exit")?;
    let steps = row.steps.ok_or("the steps of one start are known")?;
    let (word, at) = match row.exit {
        Exit::Sink(sink) => ("sink", sink),
        Exit::Trap(trap) => ("trap", solution.traps()[trap][0]),
    };
    Ok(Answer::Ends { word, at: instance.name(at).to_owned(), steps: steps.to_string(), bits: steps.bits() })
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ends { word, at, steps, bits } => write!(f, "{word},{at},{steps},{bits}"),
            Self::Worth { max_min, min_max } if max_min == min_max => write!(f, "value,{max_min},,"),
            Self::Worth { max_min, min_max } => write!(f, "values,{max_min} {min_max},,"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer_of(text: &str) -> String {
        let instance = rotor_graph::parse(text).unwrap();
        answer(&instance, instance.start().unwrap()).unwrap().to_string()
    }

    #[test]
    fn an_answer_is_a_sink_a_trap_a_value_or_two() {
        assert_eq!(answer_of("u: v s\nv: u^2 t\nsink s\nsink t\nstart u"), "sink,s,3,2");
        assert_eq!(answer_of("u: v s\nv: v\nsink s\nstart u"), "trap,v,1,1");
        assert_eq!(answer_of("max u: s t\nsink s\nsink t = 1\nstart u"), "value,1,,");
        let figure = include_str!("../../../corpus/paper/fig-no-equilibrium.rotor");
        assert_eq!(answer_of(figure), "values,0 1,,");
    }
}
