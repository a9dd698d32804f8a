//! The value of a game, from one start and from all, by binary games; and the pure equilibrium from two of them.

use super::binary::{Threshold, binary_game, binary_game_from_all, binary_value};
use super::game_tree::GameTree;
use rotor_graph::{
    AtRoot, GameClaim, Instance, NotTreeLike, PairTable, Player, Stop, StoppingGraph, Strategy, StrategySet,
    Tick, TreeLike, Value, VertexId, VertexMap,
};

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
    let values = game.values_from_first(set, tick)?;
    let mut binary_games = 0;
    let value = bisect_values(&values, |open, middle| {
        binary_games += 1;
        binary_value(game, set, Threshold::AtLeast(open[middle]), tick)
    })?;
    // Without a root nothing is played, which is worth what endless play is.
    let value = value.unwrap_or(game.endless_value());
    Ok(IntegerValue { value, binary_games, distinct_values: values.len() })
}

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
        let mut decisions = source.decisions_of(instance, strategy.player).cloned().peekable();
        for entry in &mut strategy.decisions {
            if let Some(decided) = decisions.next_if(|(u, _)| *u == entry.0) {
                *entry = decided;
            }
        }
    }
    claim.at_least = at_least.pairs;
    claim.more_than = more_than.pairs;
    Ok(claim)
}

/// The value of the game from every vertex; those on which a particle halts have their own.
///
/// A binary game splits the starts whose values lie in some interval; so the games are at most one fewer than there are
/// distinct values of sinks, and at most m ⌈log₂ k⌉ if these are k and the starts have m. Time O(|A|) operations each.
pub fn values_of_all_starts(
    instance: &Instance,
    tree: &TreeLike<'_, '_>,
    set: StrategySet,
    endless_value: Value,
    tick: &mut dyn Tick,
) -> Result<VertexMap<Value>, Stop> {
    let game = GameTree::new(instance, tree, endless_value);
    split_starts(&game, set, tick, |threshold, tick| binary_game_from_all(&game, set, threshold, tick))
}

/// The value from every vertex, given who wins each binary game from where.
pub(super) fn split_starts(
    game: &GameTree<'_, '_, '_>,
    set: StrategySet,
    tick: &mut dyn Tick,
    mut wins_from_all: impl FnMut(Threshold, &mut dyn Tick) -> Result<VertexMap<bool>, Stop>,
) -> Result<VertexMap<Value>, Stop> {
    let (tree, values) = (game.tree(), game.values_from_all(set, tick)?);
    let mut value_of =
        VertexMap::from_vec(tree.stopping().graph().vertices().map(|v| game.worth(v)).collect());
    let mut starts = tree.order().to_vec();
    // Each group of starts with the values they can still have.
    let mut groups = vec![(0..starts.len(), 0..values.len())];
    while let Some((group, interval)) = groups.pop() {
        if group.is_empty() || interval.is_empty() {
            continue;
        }
        if interval.len() == 1 {
            starts[group].iter().for_each(|&v| value_of[v] = values[interval.start]);
            continue;
        }
        let middle = interval.start + interval.len() / 2;
        let wins = wins_from_all(Threshold::AtLeast(values[middle]), tick)?;
        starts[group.clone()].sort_by_key(|&v| wins[v]);
        let lost = group.start + starts[group.clone()].partition_point(|&v| !wins[v]);
        groups.push((group.start..lost, interval.start..middle));
        groups.push((lost..group.end, middle..interval.end));
    }
    Ok(value_of)
}

/// The reference implementation of [`values_of_all_starts`]: one start at a time. Time O(|V| · |A| log k) operations.
pub fn values_one_by_one(
    instance: &Instance,
    stopping: &StoppingGraph<'_>,
    set: StrategySet,
    endless_value: Value,
    tick: &mut dyn Tick,
) -> Result<Result<VertexMap<Value>, Stop>, NotTreeLike> {
    let mut values = Vec::new();
    for from in stopping.graph().vertices() {
        let reached = stopping.reached_from(from);
        let tree = TreeLike::rooted_at(&reached, from)?;
        let game = GameTree::new(instance, &tree, endless_value);
        if !stopping.is_active(from) {
            values.push(game.worth(from));
            continue;
        }
        match integer_value(&game, set, tick) {
            Ok(found) => values.push(found.value),
            Err(stopped) => return Ok(Err(stopped)),
        }
    }
    Ok(Ok(VertexMap::from_vec(values)))
}
