//! Every answer of the algebra against enumeration and the judge, on thousands of small nasty graphs.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

mod aggregation;
mod book;
mod brute_force;
mod chips;
mod classes;
mod clock;
#[path = "../../../rotor-certify/tests/extracted_judge/mod.rs"]
mod extracted_judge;
mod forged;
mod forged_listing;
mod forged_walk;
mod group;
mod harmonic;
mod hits;
mod listing;
mod rounds;
mod signed_route;
mod time;
mod two_judges;
