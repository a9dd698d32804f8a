//! Binary games on trees at the speed of memory, with pairs in machine words.
//!
//! **What it uses.** What a vertex is good for to its parent p is the pair that its owner makes the best of; who wins
//! from it follows from that pair and the one of p seen from it, by one comparison of flows.
//!
//! **What makes it fast.** Vertices are renumbered breadth first, so that the children of a vertex stand together and
//! every arc is a small number; sinks never enter the order, but an arc to one tells the rank of its worth, so that all
//! thresholds of a game share one layout; rotors keep only their arcs up to the first that ends. Vertices with few
//! neighbours need no memory of their own.
//!
//! **What it leaves to others.** Players who pick more than initial arcs, and flows beyond 2⁶², are handed back to the
//! exact sweeps, its slow twins; from a bare instance also graphs with traps.

mod above;
mod bare;
mod below;
mod binary_games;
mod choice;
mod code;
mod layout;
mod packed_pair;
mod play;
mod table;

pub use bare::{NotFast, fast_binary_value, fast_binary_values};
pub(crate) use binary_games::Played;
pub(crate) use layout::Layout;
