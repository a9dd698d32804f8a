//! Every exit of a tree-like graph at the speed of memory, with flows in machine words.
//!
//! **What it uses.** A vertex u with parent p keeps the particle for good towards p exactly if r(u, p) < r(p, u): with p
//! always sending it back, the routine at u visits p r(p, u) − 1 times before its last departure elsewhere. So exits need
//! only one number per arc and direction, and an exit either comes from below or is the parent's.
//!
//! **What makes it fast.** Vertices are renumbered breadth first, so that the children of a vertex stand together and
//! every arc is a small number; sinks never enter the order; only the arcs from ρ(u) up to the first that never brings
//! the particle back matter; loops, which always do, are left out. Arcs that have no arc against them end the search for
//! neighbours: what lies behind is another piece, whose exit is looked up.
//!
//! **When labels ascend** already, as those of a breadth-first search do, nothing is renumbered, and exits are found along
//! the arcs as the graph has them.
//!
//! **When flows grow.** They are kept in 32 bits, then in 64, then as intervals, whose overlaps exact integers settle. Only
//! the whole table of flows, if one is beyond 2⁶², is left to [`complete_destination`](super::complete_destination).

mod above;
mod ascending;
mod below;
mod descent;
mod exits;
mod filter;
mod flows;
mod forest;
mod halt;
mod kept;
mod layout;
mod not_fast;
mod one_start;
mod routine;
mod solve;
mod watch;

pub use exits::Exits;
pub use filter::Fallbacks;
pub use flows::FlowColumns;
pub use forest::fast_forest;
pub use not_fast::{NotFast, unless_handed_back};
pub(crate) use one_start::fast_run_profile;
pub use one_start::{FastExit, fast_exit_within};
pub use solve::{FastFlows, fast_exits, fast_exits_within, fast_flows, fast_flows_within, filtered_exits};
