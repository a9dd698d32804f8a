//! Blocks: return flows of 2-connected parts, and with them the last departures of all starts.

mod block_flow;
mod one_start;
mod sweep;

pub(crate) use one_start::run_in_component;
pub use one_start::{exit_by_blocks, run_by_blocks};
pub(crate) use rotor_graph::BlockTree;
pub(crate) use sweep::BlockSweep;
pub use sweep::proved_block_flows;
pub use sweep::{BlockFlow, BlockFlows, block_flows, forest_by_blocks};
