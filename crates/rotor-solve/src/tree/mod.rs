//! Tree-like graphs: return flows, the destination forest and the run profile without walking.

mod complete_destination;
mod fast;
mod flow_bits;
mod improved_revolving_routine;
mod least_heads;
mod return_flow;
mod revolving_routine;
mod run_profile;

pub use complete_destination::{CompleteDestination, complete_destination};
pub use fast::{
    Exits, Fallbacks, FastExit, FastFlows, FlowColumns, NotFast, fast_exit_within, fast_exits,
    fast_exits_within, fast_flows, fast_flows_within, fast_forest, filtered_exits, unless_handed_back,
};
pub use flow_bits::large_flow_bytes;
pub use improved_revolving_routine::{Revolution, improved_revolving_routine};
pub(crate) use least_heads::LeastHeads;
pub use return_flow::FlowTable;
pub use revolving_routine::{SlowRevolution, revolving_routine};
pub use run_profile::{exit_on_tree, run_profile};
