//! What a game adds to a rotor graph: owners, values, strategies.

mod owner;
mod strategy;
mod value;

pub use owner::{Owner, Player};
pub use strategy::{Decision, Strategy, StrategySet};
pub use value::{MOST_VALUE, Pair, PairEntry, PairTable, Value, is_value};
