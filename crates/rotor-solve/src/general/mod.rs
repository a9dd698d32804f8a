//! Any graph: the walk itself, and flows found without walking.

mod annihilate;
mod big_float;
mod bisect;
mod expected_visits;
mod flow;
mod guess;
mod least_flow;
mod linear;
mod part;
mod strong_components;
mod walk;

pub use linear::{SwitchingFlow, switching_flow};
pub use strong_components::strong_components;
pub use walk::simulate;
