//! Integer games: the value from one start, by bisection over the values of the sinks.

use super::binary::binary_value;
use super::game_tree::GameTree;
use super::threshold::Threshold;
use rotor_graph::{Stop, StrategySet, Tick, Value};

/// The value of a game, and what it took to find it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntegerValue {
    /// v*.
    pub value: Value,
    /// How many binary games were played.
    pub binary_games: u32,
    /// How many distinct values a play can have.
    pub distinct_values: usize,
}

/// The greatest of `values`, in ascending order, that Max can secure; the least one always is. `can_secure` is asked about
/// one of those that are still open, given by its place among them. None if there are no values.
pub fn bisect_values(
    values: &[Value],
    mut can_secure: impl FnMut(&[Value], usize) -> Result<bool, Stop>,
) -> Result<Option<Value>, Stop> {
    let mut open = values;
    while open.len() > 1 {
        let middle = open.len() / 2;
        open = if can_secure(open, middle)? { &open[middle..] } else { &open[..middle] };
    }
    Ok(open.first().copied())
}

/// The value from the first root of the tree [ACD22, `subsec:oneP-integ`], for one player and for two.
///
/// A play ends on a sink that the root reaches, in a trap, or (if the players may pick every step) never; the least of
/// these values is safe, so k distinct ones take ⌈log₂ k⌉ binary games. [ACD22, `thm:pure_eq`] leaves that factor out:
/// erratum E13.
///
/// Time O(|A| log k) operations on integers of O(|A|) bits.
pub fn integer_value(
    game: &GameTree<'_, '_, '_>,
    set: StrategySet,
    tick: &mut dyn Tick,
) -> Result<IntegerValue, Stop> {
    let values = game.values_from_first(set);
    let mut binary_games = 0;
    let value = bisect_values(&values, |open, middle| {
        binary_games += 1;
        binary_value(game, set, Threshold::AtLeast(open[middle]), tick)
    })?;
    // Without a root nothing is played, which is worth what endless play is.
    let value = value.unwrap_or(game.endless_value());
    Ok(IntegerValue { value, binary_games, distinct_values: values.len() })
}
