//! The objects that the proofs of [ACD22] are made of, one at a time: for readers who check the paper by hand.

mod access;
mod cycles;
mod routine;
mod subtree;

pub use access::{AccessError, AccessFlow, AccessTable, access};
pub use cycles::{RotorCycles, rotor_cycles};
pub use routine::{Routine, RoutineHead, routine};
pub use subtree::{Subtree, subtree};
