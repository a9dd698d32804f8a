//! Rotor games: one or two players choose initial arcs, orders, or every step.

mod all_starts;
mod answer;
mod binary;
mod equilibrium;
mod fast;
mod game_tree;
mod integer;
mod off_trees;
mod optimal_choice;
mod pairs_back;
mod play;
mod preference;
mod simple;
mod strategy_sets;
mod sweep;
mod threshold;
mod vertex_view;
mod windows;

pub use all_starts::{
    binary_game_from_all, binary_game_from_all_exactly, values_of_all_starts, values_one_by_one,
};
pub use answer::{GameAnswer, GameQuestion, PlayEnd, ValueBounds};
pub(crate) use answer::{
    answer_all_by_search, answer_all_on_simple, answer_all_on_tree, answer_by_search, answer_on_simple,
    answer_on_tree,
};
pub use binary::{BinaryGame, binary_game, binary_game_exactly};
pub use equilibrium::solve_game;
pub use fast::{NotFast, fast_binary_value, fast_binary_values};
pub use game_tree::GameTree;
pub use integer::{IntegerValue, bisect_values, integer_value};
pub use off_trees::{
    GameValue, OnePlayerValue, exhaustive_search, exhaustive_search_of, free_search, one_player_search,
};
pub use optimal_choice::{Choice, optimal_choice, optimal_choice_by_trying};
pub use play::{exit_of_play, exit_of_play_exactly};
pub use simple::{AccessFlows, access_flows, simple_binary_game_from_all};
pub use threshold::Threshold;
pub use vertex_view::VertexView;
