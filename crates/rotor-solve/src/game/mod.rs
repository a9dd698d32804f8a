//! Rotor games: one or two players choose initial arcs.

mod exhaustive;

pub use exhaustive::{GameValue, exhaustive_search};
