//! Rotor games: one or two players choose initial arcs, orders, or every step.
//!
//! On trees a game is swept like rotors: what an owner secures at a vertex is in `choice`, the sweeps are in `binary`, and
//! a game without owners is a rotor walk. `value` gets from binary games to values. `simple` is for graphs without
//! parallel arcs, `search` for all graphs, and `by_the_paper` is the reference.

mod binary;
mod by_the_paper;
mod choice;
mod layout;
mod search;
mod simple;
mod value;
mod windows;

pub use binary::{BinaryGame, Threshold, binary_game, binary_game_from_all, exit_of_play};
pub use by_the_paper::{
    VertexView, binary_game_by_the_paper, binary_game_from_all_by_the_paper, exit_of_play_by_the_paper,
    optimal_choice_by_trying,
};
pub use choice::{Choice, optimal_choice};
pub use layout::GameTree;
pub use search::{
    GameValue, OnePlayerValue, exhaustive_search, exhaustive_search_of, free_search, one_player_search,
};
pub use simple::{AccessFlows, access_flows, simple_binary_game_from_all};
pub use value::{GameAnswer, GameQuestion, PlayEnd, ValueBounds};
pub use value::{
    IntegerValue, bisect_values, integer_value, solve_game, values_of_all_starts, values_one_by_one,
};
pub(crate) use value::{
    answer_all_by_search, answer_all_on_simple, answer_all_on_tree, answer_by_search, answer_on_simple,
    answer_on_tree,
};
