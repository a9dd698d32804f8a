//! Small nasty instances for property tests: everything that is legal, on a handful of vertices.

mod blocks;
mod forest;
mod game;
mod glued;
mod graph;
mod kinds;
mod sketch;
mod walk_bound;

pub use blocks::small_blocks;
pub use forest::{MOST_SMALL_STEPS, small_forest};
pub use game::small_game;
pub use glued::small_glued_forests;
pub use graph::small_graph;
pub use kinds::Kinds;
pub use walk_bound::walk_bound;
