//! The switching flows of a walk as an integer program, for any solver that reads `.lp` or `.mps`.
//!
//! Variables: x_u ≥ 0, how often the particle leaves the vertex u, and y_a ≥ 0, how often it uses the arc a; integers.
//! Minimise the sum of all x subject to
//!
//! - `use_u`: the arcs of u are used as often as u is left;
//! - `keep_v`: what enters v leaves it, and the start is left once more than it is entered;
//! - `turn_a`: from ρ(u) on, no arc is used less often than the one after it;
//! - `round_u`: the first arc from ρ(u) on is used at most once more than the last one;
//! - `exit`: one particle enters the sinks (none if the start is a sink).
//!
//! Its solutions are the switching flows [Dohrau et al. 2017]: the sink with an arc of y = 1 is the exit, and the optimum
//! is the run profile, its value the number of steps. A walk that falls into a trap never lets its particle out: for
//! such a start the program has no solution.
//!
//! Vertices and arcs go by their numbers (`x0`, `y0`); comments say which name is which number.

mod lp;
mod mps;
mod program;

pub use lp::write_lp;
pub use mps::write_mps;

/// There is no program without a start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an integer program needs a start; add a `start` line")]
pub struct NoStart;

impl From<NoStart> for std::io::Error {
    fn from(error: NoStart) -> Self {
        Self::new(std::io::ErrorKind::InvalidInput, error)
    }
}
