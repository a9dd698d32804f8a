//! Tree-like graphs: return flows, the destination forest and the run profile without walking.
//!
//! **What it uses.** A vertex u with parent p keeps the particle for good towards p exactly if r(u, p) < r(p, u). So exits
//! need only one number per arc and direction; `sweep` finds them from the leaves and from the roots, in any `number`.
//!
//! **What makes it fast.** Vertices are renumbered breadth first (`layout`), so that the children of a vertex stand
//! together and every arc is a small number; sinks never enter the order; only the arcs from ρ(u) up to the first that
//! never brings the particle back matter; loops, which always do, are left out. Arcs that have no arc against them end
//! the search for neighbours: what lies behind is another piece, whose exit is looked up.
//!
//! **When labels ascend** already, as those of a breadth-first search do, nothing is renumbered, and exits are found along
//! the arcs as the graph has them (`ascending`).
//!
//! **When flows grow.** They are kept in 32 bits, then in 64; then exits alone are found by intervals, whose overlaps exact
//! integers settle (`filter`), and everything else by the same sweeps in integers of any size. `by_the_paper` stands
//! apart: it is what all of this is compared with.

mod answers;
mod ascending;
mod by_the_paper;
mod filter;
mod interval;
pub(crate) mod layout;
pub(crate) mod number;
mod one_start;
mod routine;
mod sweep;

pub use answers::{
    Declined, Exits, Flows, exits, filtered_exits, flows, forest, large_flows, unless_declined,
};
pub use by_the_paper::{CompleteDestination, complete_destination, run_by_the_paper};
pub use filter::Fallbacks;
pub use number::large_flow_bytes;
pub use one_start::{OneStart, exit_on_tree, one_start, run_profile};
pub(crate) use routine::LeastHeads;
pub use routine::{Revolution, SlowRevolution, improved_revolving_routine, revolving_routine};
pub(crate) use sweep::{Pass, Unswept, climb};
