//! Rotor walks and the ARRIVAL problem: exact answers, each with a certificate that a judge has checked.
//!
//! ```
//! use arrival::{Question, parse, solve, verify};
//!
//! let instance = parse("u0: u2 u1\nu1: u0 u2 s1\nu2: u1 u0 s2\nsink s1\nsink s2\nstart u2")?;
//! let start = instance.start().ok_or("the file names no start")?;
//! let solution = solve(&instance, Question::From(start))?;
//! assert!(solution.to_string().starts_with("u2 exits at s2 after 7 steps"));
//! let certificate = solution.certificate().ok_or("nothing was claimed")?;
//! verify(&instance, certificate.as_bytes())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The nouns come from [`rotor_graph`], the solvers from [`rotor_solve`], the judge from [`rotor_certify`] and the file
//! formats from [`rotor_format`]; this crate leads from one to the next.

mod all_exits;
mod batch;
#[cfg(feature = "cli")]
pub mod cli;
mod draw;
mod explain;
mod game;
#[cfg(feature = "cli")]
mod hunt;
mod memory;
mod output;
mod pipeline;
mod play;
mod route;
mod rows_ahead;
#[cfg(feature = "serve")]
pub mod serve;
mod solution;
mod timings;
mod verify;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/return-flows.md")]
mod the_chapter_on_return_flows {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/library.md")]
mod the_chapter_on_the_library {}

pub use batch::{Batch, BatchError, BatchExit, NotABatch, Scratch, Steps};
pub use draw::{DrawError, DrawOptions, Drawing, Show, draw, draw_within};
pub use explain::{Explanation, explain_within};
pub use game::{BestPlay, GameFinding, GameRow, PlayEnd};
pub use memory::Bytes;
pub use output::human::called;
pub use pipeline::{Options, Question, SolveError, solve_within};
pub use play::decided;
pub use rotor_graph::{Flaws, Instance, parse};
pub use route::{Routing, route_within};
pub use solution::{ExitRow, Sizes, Solution, Unchecked, Verdict};
pub use timings::Timings;
pub use verify::{VerifyError, verify};

/// Answers `question` about `instance` with the default options and no limit on time.
pub fn solve(instance: &Instance, question: Question) -> Result<Solution<'_>, SolveError> {
    solve_within(instance, question, &Options::default(), &mut rotor_solve::Unlimited)
}
