//! Any graph: the walk itself, and flows found without walking.

mod acyclic;
mod annihilate;
mod big_float;
mod bisect;
mod component;
mod division;
mod expected_visits;
mod feedback;
mod flow;
mod forest;
mod guess;
mod hold;
mod least_flow;
mod linear;
mod part;
mod solver;
mod undirected;
mod walk;

pub use component::ComponentCounts;
pub use forest::{TurnedToForest, forest_by_flows};
pub use linear::{Effort, SwitchingFlow, switching_flow, switching_flow_with};
pub use solver::{exit_by_flow, route_by_flow};
pub use walk::simulate;
pub(crate) use walk::simulate_briefly;
