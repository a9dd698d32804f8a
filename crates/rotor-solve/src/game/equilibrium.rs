//! The pure equilibrium of an integer game, from two binary games.

use super::binary::binary_game;
use super::game_tree::GameTree;
use super::integer::integer_value;
use super::threshold::Threshold;
use crate::budget::{Budget, Outcome};
use rotor_graph::{
    Exit, GameClaim, Instance, PairTable, Player, Strategy, StrategySet, TreeLike, Value, VertexId,
};

/// The value of the game from `from`, strategies that secure it, and the pairs that prove it.
///
/// `from` is the first root of `tree`, or a vertex on which a particle halts. Max's strategy is that of the binary game
/// "at least the value", Min's that of "more than the value"; together they are a pure equilibrium
/// [ACD22, `thm:pure_eq`]. The paper leaves open how to find one for two players and integers: erratum E10. Vertices
/// that do not matter keep what the file records.
///
/// Time O(|A| log k) operations on integers of O(|A|) bits, for k distinct values; memory for two tables of pairs.
pub fn solve_game(
    instance: &Instance,
    tree: &TreeLike<'_, '_>,
    from: VertexId,
    strategies: StrategySet,
    endless_value: Value,
    budget: &mut dyn Budget,
) -> Outcome<GameClaim> {
    let recorded = |player| Strategy::recorded(instance, player, strategies);
    let mut claim = GameClaim {
        from,
        strategies,
        endless_value,
        value: endless_value,
        max: recorded(Player::Max),
        min: recorded(Player::Min),
        at_least: PairTable::default(),
        more_than: PairTable::default(),
    };
    if let Some(exit) = tree.stopping().exit_at(from) {
        if let Exit::Sink(sink) = exit {
            claim.value = instance.value(sink);
        }
        return Ok(claim);
    }
    let game = GameTree::new(instance, tree, endless_value);
    claim.value = integer_value(&game, strategies, budget)?.value;
    let at_least = binary_game(&game, strategies, Threshold::AtLeast(claim.value), budget)?;
    let more_than = binary_game(&game, strategies, Threshold::MoreThan(claim.value), budget)?;
    for (strategy, source) in [(&mut claim.max, &at_least), (&mut claim.min, &more_than)] {
        let mut decisions = source.decisions_of(&game, strategy.player).cloned().peekable();
        for entry in &mut strategy.decisions {
            if let Some(decided) = decisions.next_if(|(u, _)| *u == entry.0) {
                *entry = decided;
            }
        }
    }
    claim.at_least = at_least.table(&game);
    claim.more_than = more_than.table(&game);
    Ok(claim)
}
