//! Games on simple graphs: no parallel arcs, so no division.

mod access_flow;
mod all_starts;
mod optimal_pair;

pub use access_flow::{AccessFlows, access_flows};
pub use all_starts::simple_binary_game_from_all;
