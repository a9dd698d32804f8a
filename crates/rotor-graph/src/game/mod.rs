//! What a game adds to a rotor graph: owners and values.

mod owner;
mod value;

pub use owner::{Owner, Player};
pub use value::{MOST_VALUE, Pair, PairEntry, PairTable, Value, is_value};
