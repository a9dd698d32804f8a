//! The tables of contests, by part.

mod algebra;
mod complexity;
mod default;
mod general;
mod hard;
mod simulation;
mod trees;

use super::contest::Contest;

/// The parts, in the order in which they are measured.
pub(crate) const NAMES: [&str; 7] =
    ["complexity", "trees", "general", "hard", "simulation", "algebra", "default"];

/// The contests of a part; none if there is no such part.
pub(crate) fn contests(part: &str) -> &'static [Contest] {
    match part {
        "complexity" => complexity::CONTESTS,
        "trees" => trees::CONTESTS,
        "general" => general::CONTESTS,
        "hard" => hard::CONTESTS,
        "simulation" => simulation::CONTESTS,
        "algebra" => algebra::CONTESTS,
        "default" => default::CONTESTS,
        _ => &[],
    }
}
