//! Games: claims built by trying everything, every number of them changed, and the judge asked about each.
//!
//! Claims come from a slow recursion over the tree that turns every rotor arc by arc for every decision; what is true
//! comes from playing the game itself, all strategies against all. A mutant that the judge accepts must still be true.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

#[path = "../extracted_judge/mod.rs"]
mod extracted_judge;
mod mutants;
mod play;
mod refutations;
mod slow_tables;
mod two_judges;
