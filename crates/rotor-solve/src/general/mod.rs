//! Any graph: flows found without walking.

mod acyclic;
mod annihilate;
mod at_most;
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
mod forest;
mod guess;
mod held_vertex;
mod iteration;
mod least_flow;
mod on_all_cycles;
mod part;
mod plan;
mod planned;
mod pseudo_flow;
mod pushing_all;
mod region;
mod regions;
mod scaled;
mod solver;
mod switching_flow;
mod tree_runs;

pub use blocks::{
    BlockFlow, BlockFlows, block_flows, exit_by_blocks, forest_by_blocks, proved_block_flows, run_by_blocks,
};
pub use forest::forest_by_flows;
pub use solver::{exit_by_flow, route_by_flow, run_by_flow};
pub use switching_flow::{Effort, SwitchingFlow, switching_flow, switching_flow_with};
