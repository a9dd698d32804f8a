//! What a game adds to a rotor graph: owners, values, strategies.

mod owner;
mod strategy;
mod value;

pub use owner::{Owner, Player};
pub use strategy::Strategy;
pub use value::{MOST_VALUE, Value, is_value};
