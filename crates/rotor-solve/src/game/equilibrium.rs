//! The pure equilibrium of an integer game, from two binary games.

use super::binary::binary_game;
use super::game_tree::GameTree;
use super::integer::integer_value;
use super::threshold::Threshold;
use rotor_graph::{
    AtRoot, GameClaim, Instance, PairTable, Player, Stop, Strategy, StrategySet, Tick, TreeLike, Value,
    VertexId,
};

/// The value of the game from the root of `tree`, strategies that secure it, and the pairs that prove it.
///
/// Time: that of [`integer_value`], and two binary games.
pub fn solve_game(
    instance: &Instance,
    tree: AtRoot<'_, TreeLike<'_, '_>>,
    strategies: StrategySet,
    endless_value: Value,
    tick: &mut dyn Tick,
) -> Result<GameClaim, Stop> {
    let from = tree.root();
    let game = GameTree::new(instance, &tree, endless_value);
    let value = match tree.stopping().is_active(from) {
        true => integer_value(&game, strategies, tick)?.value,
        false => game.worth(from),
    };
    equilibrium(&game, from, strategies, value, tick)
}

/// Strategies that secure `value` from `from`, and the pairs that prove it.
///
/// Max's strategy is that of the binary game
/// "at least the value", Min's that of "more than the value"; together they are a pure equilibrium
/// [ACD22, `thm:pure_eq`]. The paper leaves open how to find one for two players and integers: erratum E10. Vertices
/// that do not matter keep what the file records.
///
/// Time O(|A|) operations on integers of O(|A|) bits; memory for two tables of pairs.
pub(crate) fn equilibrium(
    game: &GameTree<'_, '_, '_>,
    from: VertexId,
    strategies: StrategySet,
    value: Value,
    tick: &mut dyn Tick,
) -> Result<GameClaim, Stop> {
    let (instance, endless_value) = (game.instance(), game.endless_value());
    let recorded = |player| Strategy::recorded(instance, player, strategies);
    let mut claim = GameClaim {
        from,
        strategies,
        endless_value,
        value,
        max: recorded(Player::Max),
        min: recorded(Player::Min),
        at_least: PairTable::default(),
        more_than: PairTable::default(),
    };
    if !game.tree().stopping().is_active(from) {
        return Ok(claim);
    }
    let at_least = binary_game(game, strategies, Threshold::AtLeast(value), tick)?;
    let more_than = binary_game(game, strategies, Threshold::MoreThan(value), tick)?;
    for (strategy, source) in [(&mut claim.max, &at_least), (&mut claim.min, &more_than)] {
        let mut decisions = source.decisions_of(game, strategy.player).cloned().peekable();
        for entry in &mut strategy.decisions {
            if let Some(decided) = decisions.next_if(|(u, _)| *u == entry.0) {
                *entry = decided;
            }
        }
    }
    claim.at_least = at_least.table(game);
    claim.more_than = more_than.table(game);
    Ok(claim)
}
