//! Why an instance could not be generated, and what to do about it.

use rotor_graph::Multigraph;

/// A request that no family can fulfil.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GenerateError {
    /// No family has this id.
    #[error("there is no family {id:?}; choose one of {}", known.join(", "))]
    UnknownFamily {
        /// The id that was asked for.
        id: String,
        /// All ids.
        known: Vec<&'static str>,
    },
    /// The family has no such parameter.
    #[error("family {family} has no parameter {name:?}; it takes {}", known.join(", "))]
    UnknownParameter {
        /// The family.
        family: &'static str,
        /// The name that was given.
        name: String,
        /// All its parameters.
        known: Vec<&'static str>,
    },
    /// The text given for a parameter is not a number of its kind.
    #[error("parameter {name} is {text:?}, which is not a {}; write {name} as a number from {least} to {most}",
        if *.whole { "whole number" } else { "number" })]
    NotANumber {
        /// The parameter.
        name: &'static str,
        /// What was given.
        text: String,
        /// Whether it must be whole.
        whole: bool,
        /// Its least value.
        least: f64,
        /// Its greatest value.
        most: f64,
    },
    /// The number given for a parameter is too small or too large.
    #[error("parameter {name} is {value}, out of range; give it a value from {least} to {most}")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// What was given.
        value: f64,
        /// Its least value.
        least: f64,
        /// Its greatest value.
        most: f64,
    },
    /// Two parameters contradict each other.
    #[error("{rule}; {remedy}")]
    Conflict {
        /// The rule that is broken.
        rule: &'static str,
        /// How to keep it.
        remedy: &'static str,
    },
    /// The instance would have too many vertices or arcs.
    #[error(
        "{vertices} vertices and {arcs} arcs may be more than the limit of {}; choose smaller parameters",
        Multigraph::MOST_ARCS
    )]
    TooLarge {
        /// How many vertices it would have.
        vertices: u64,
        /// How many arcs it could have.
        arcs: u64,
    },
    /// The watch of the generation returned false.
    #[error("the generation was stopped; choose smaller parameters or allow more time and memory")]
    Stopped,
}

/// Refuses a value below `least`.
pub(crate) fn at_least(name: &'static str, value: u32, least: u32) -> Result<(), GenerateError> {
    if value >= least {
        return Ok(());
    }
    let [value, least, most] = [value, least, u32::MAX].map(f64::from);
    Err(GenerateError::OutOfRange { name, value, least, most })
}

/// Refuses what is not a probability.
pub(crate) fn probability(name: &'static str, value: f64) -> Result<(), GenerateError> {
    if (0.0..=1.0).contains(&value) {
        return Ok(());
    }
    Err(GenerateError::OutOfRange { name, value, least: 0.0, most: 1.0 })
}
