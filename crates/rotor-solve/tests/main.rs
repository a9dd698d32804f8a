//! Solvers against the definitions, against each other, against the paper, and what they cost.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

mod cost;
mod differential;
mod errata;
#[path = "../../rotor-certify/tests/extracted_judge/mod.rs"]
mod extracted_judge;
mod least;
mod limits;
mod paper;
mod races;
mod reference;
mod streams;
mod subjects;
mod twins;
