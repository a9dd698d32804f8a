//! Solvers for rotor walks and the ARRIVAL problem.
//!
//! Every solver is a function from nouns of [`rotor_graph`] to a claim, takes a [`Tick`](rotor_graph::Tick), and never panics or loops
//! for ever. The [`registry`] has a row for each, which answers questions about a [`View`]. Nothing here checks an answer: that
//! is the work of the checker, which shares no code with this crate.
//!
//! ```
//! use rotor_graph::Claim;
//! use rotor_solve::{Answer, Task, View, ask};
//!
//! let instance = rotor_graph::parse("u: v s\nv: u^2 t\nsink s\nsink t\nstart u")?;
//! let whole = View::of(&instance);
//! let view = whole.at(instance.start().unwrap());
//! let (solver, answer) = ask(None, &Task::Exit, &view, &mut ())?;
//! let Answer::Claim(Claim::Flow(walk), _) = answer? else { panic!("no walk") };
//! assert_eq!((solver.id, walk.stays.only()), ("tree", instance.vertex("s")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
pub mod game;
pub mod general;
pub mod particles;
pub mod path;
pub mod push;
mod race;
pub mod registry;
pub mod tree;
mod view;
mod walk;

pub use answer::{ComponentCounts, Declined, NoSolver, RunProfile, Solved, Unsolved};
pub use registry::{Answer, ProofOfAll, Solver, Task, TaskKind, ask};
pub use view::View;
pub use walk::{short_walk, simulate};
