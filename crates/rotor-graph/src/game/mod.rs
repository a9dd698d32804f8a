//! What a game adds to a rotor graph: owners, values, strategies.

mod decision;
mod owner;
mod pair_table;
mod strategy;
mod strategy_set;
mod value;

pub use decision::Decision;
pub use owner::{Owner, Player};
pub use pair_table::{Pair, PairEntry, PairTable};
pub use strategy::Strategy;
pub use strategy_set::StrategySet;
pub use value::{MOST_VALUE, Value, is_value};
