//! Any graph: flows found without walking.

mod all_starts;
mod balance;
mod blocks;
mod component;
mod cores;
mod estimate;
mod expectation;
mod feedback;
mod iteration;
mod least_flow;
mod pseudo_flow;
mod regions;
mod scaled;
mod single_runs;
mod solve;
mod technique;

pub use all_starts::forest_by_flows;
pub use blocks::{
    BlockFlow, BlockFlows, block_flows, exit_by_blocks, forest_by_blocks, proved_block_flows, run_by_blocks,
};
pub use solve::{
    Effort, SwitchingFlow, exit_by_flow, route_by_flow, run_by_flow, switching_flow, switching_flow_with,
};
pub use technique::Technique;
#[cfg(feature = "ablation")]
pub use technique::switch_off;
