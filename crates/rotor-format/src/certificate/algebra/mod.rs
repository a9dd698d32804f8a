//! Certificates of the algebra: groups, classes, chips, probabilities, antiparticles, moments and tours.

mod read;
mod relations;
mod statement;
#[cfg(test)]
pub(super) mod tests;
mod write;

pub(super) use read::{keys, read};
pub(super) use statement::{serialize_statement, statement};
pub(super) use write::{kind, write_entries};

/// The kinds that no other module reads.
pub(super) const KINDS: &[&str] = &["group", "class", "stabilise", "identity", "harmonic", "moment", "tour"];
