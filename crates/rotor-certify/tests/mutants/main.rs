//! Mutants: every number of thousands of true certificates is changed, and the judge must see it.
//!
//! Certificates come from plain simulation, and so does the verdict that each mutant deserves: the judge has to agree with
//! it both ways. Some mutants still prove what they claim (a switching flow may hold more than the walk), so each kind is
//! tallied, and a kind of which none was refuted fails the test.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

mod exits;
#[path = "../extracted_judge/mod.rs"]
mod extracted_judge;
mod flows;
mod forest;
mod numbers;
mod route;
mod simulation;
mod tally;
mod trap;
mod two_judges;
mod walk;
