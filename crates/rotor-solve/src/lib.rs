//! Solvers for rotor walks and the ARRIVAL problem.
//!
//! Every solver is a function from nouns of [`rotor_graph`] to a claim, takes a [`Budget`], and never panics or loops
//! for ever. The [`registry`] says who takes what. Nothing here checks an answer: that is the judge's work, who shares
//! no code with this crate.
//!
//! ```
//! use rotor_graph::{Classified, StoppingGraph, parse};
//! use rotor_solve::{Task, Unlimited, choose, solve_exit};
//!
//! let instance = parse("u: v s\nv: u^2 t\nsink s\nsink t\nstart u")?;
//! let start = instance.start().unwrap();
//! let stopping = StoppingGraph::of(instance.graph()).reached_from(start);
//! let piece = Classified::rooted_at(&stopping, start);
//! let solver = choose(None, Task::Exit, piece.class()).unwrap();
//! let profile = solve_exit(solver.solver, &piece, instance.rotors(), start, &mut Unlimited).unwrap();
//! assert_eq!((solver.id, instance.name(profile.halt)), ("tree", "s"));
//! # Ok::<(), rotor_graph::Flaws>(())
//! ```

mod budget;
pub mod game;
pub mod general;
pub mod particles;
pub mod path;
pub mod push;
pub mod registry;
mod run_profile;
mod solve;
pub mod tree;

pub use budget::{Budget, Known, Operations, OutOfBudget, Outcome, Unlimited};
pub use registry::{NoSolver, Solver, SolverId, Task, choose};
pub use run_profile::RunProfile;
pub use solve::{solve_exit, solve_exit_pattern, solve_route};
