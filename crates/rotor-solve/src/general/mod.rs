//! Any graph: flows found without walking.

mod acyclic;
mod all_starts;
mod annihilate;
mod balance;
mod below;
mod bisect;
mod block_runs;
mod blocks;
mod component;
mod core_vertex;
mod cores;
mod cycles;
mod division;
mod expectation;
mod feedback;
mod guess;
mod held_vertex;
mod iteration;
mod least_flow;
mod on_all_cycles;
mod part;
mod pseudo_flow;
mod region;
mod regions;
mod scaled;
mod solve;
mod technique;
mod tree_runs;

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
