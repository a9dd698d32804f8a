//! Solvers for rotor walks and the ARRIVAL problem.
//!
//! Every solver is a function from nouns of [`rotor_graph`] to a claim, takes a [`Tick`](rotor_graph::Tick), and never panics or loops
//! for ever. The [`registry`] has a row for each, and calls it. Nothing here checks an answer: that is the work of the
//! judge, which shares no code with this crate.
//!
//! ```
//! use rotor_graph::{Rooted, StoppingGraph, parse};
//! use rotor_solve::{Task, choose};
//!
//! let instance = parse("u: v s\nv: u^2 t\nsink s\nsink t\nstart u")?;
//! let start = instance.start().unwrap();
//! let stopping = StoppingGraph::of(instance.graph()).reached_from(start);
//! let piece = Rooted::at(&stopping, start);
//! let solver = choose(None, Task::Exit, piece.class()).unwrap();
//! let profile = solver.solve_exit(&piece, instance.rotors(), &mut ()).unwrap();
//! assert_eq!((solver.id, instance.name(profile.halt)), ("tree", "s"));
//! # Ok::<(), rotor_graph::Flaws>(())
//! ```

mod component_counts;
mod full_turns;
pub mod game;
pub mod general;
mod layout;
pub mod particles;
pub mod path;
pub mod push;
mod race;
pub mod registry;
mod run_profile;
pub mod tree;
mod turn_to_forest;
mod unsolved;
mod walk;

pub use component_counts::ComponentCounts;
pub use registry::{Solver, Sweeps, Task, choose, sweeper};
pub use run_profile::RunProfile;
pub use turn_to_forest::turn_to_forest;
pub use unsolved::{NoSolver, Solved, Unsolved};
pub use walk::simulate;
