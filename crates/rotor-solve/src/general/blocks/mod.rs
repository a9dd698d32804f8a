//! Blocks: return flows of 2-connected parts, and with them the last departures of all starts.

mod block_flow;
mod block_tree;
mod deadline;
mod forest;

pub(crate) use block_tree::BlockTree;
pub use forest::{BlockFlow, BlockFlows, block_flows};
