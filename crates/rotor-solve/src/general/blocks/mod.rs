//! Blocks: return flows of 2-connected parts, and with them the last departures of all starts.

mod block_flow;
mod deadline;
mod forest;
mod kept;
mod one_start;
mod proof;
mod sweep;

pub(crate) use forest::BlockSweep;
pub use forest::{BlockFlow, BlockFlows, block_flows, forest_by_blocks};
pub(crate) use one_start::run_in_component;
pub use one_start::{exit_by_blocks, run_by_blocks};
pub use proof::proved_block_flows;
pub(crate) use rotor_graph::BlockTree;
