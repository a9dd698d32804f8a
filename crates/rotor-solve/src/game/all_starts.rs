//! All starts: the value of a game from every vertex at once.

use super::game_tree::GameTree;
use super::integer::integer_value;
use super::threshold::Threshold;
use rotor_graph::{
    Count, Instance, NotTreeLike, Pair, Stop, StoppingGraph, StrategySet, Tick, TreeLike, Value, VertexMap,
};

/// Whether Max wins the binary game of `threshold`, for every start.
///
/// Pairs in both directions: from the leaves to the roots as for one start, then from the roots to the leaves, where a
/// vertex finds its pairs towards all neighbours at once. [ACD22, `OptiRetroSimple`] does this on simple graphs only.
/// Strategies differ from start to start [ACD22, `simpleStrategy`].
///
/// Time O(|A|) machine operations if players pick initial arcs and all flows are below 2⁶²; else that of its slow twin,
/// [`binary_game_from_all_exactly`].
pub fn binary_game_from_all(
    game: &GameTree<'_, '_, '_>,
    set: StrategySet,
    threshold: Threshold,
    tick: &mut dyn Tick,
) -> Result<VertexMap<bool>, Stop> {
    if let (StrategySet::Start, Some(layout)) = (set, game.layout()) {
        tick.tick(2 * layout.cost_from_all())?;
        if let Ok(wins) = layout.wins_from_all(threshold) {
            return Ok(wins);
        }
    }
    binary_game_from_all_exactly(game, set, threshold, tick)
}

/// The slow twin of [`binary_game_from_all`], for any set of strategies and flows of any size.
///
/// Time O(|A|) operations on integers of O(|A|) bits; memory for one pair per arc of Ĝ.
pub fn binary_game_from_all_exactly(
    game: &GameTree<'_, '_, '_>,
    set: StrategySet,
    threshold: Threshold,
    tick: &mut dyn Tick,
) -> Result<VertexMap<bool>, Stop> {
    let (tree, graph) = (game.tree(), game.tree().stopping().graph());
    let rules = game.rules(set, threshold);
    let mut pairs = game.leaf_pairs(threshold);
    for &v in tree.order().iter().rev() {
        tick.tick(u64::from(graph.out_degree(v)))?;
        if let Some(arc) = game.arc_from_parent(v) {
            let row = &pairs[game.simple().row(v)];
            pairs[arc] = rules.best(&game.vertex_view(v), game.instance().owner(v), row, game.back(v)).0;
        }
    }
    let halted = |v| !tree.stopping().is_active(v) && threshold.wins(game.worth(v));
    let mut wins = VertexMap::from_vec(graph.vertices().map(halted).collect());
    for &v in tree.order() {
        tick.tick(u64::from(graph.out_degree(v)))?;
        if let (Some(parent), Some(arc), None) =
            (tree.parent(v), game.arc_to_parent(v), game.arc_from_parent(v))
        {
            // The parent never sends the particle back, so it is as good as a sink.
            pairs[arc] = Pair { wins: wins[parent], flow: Count::one() };
        }
        let (at, owner) = (game.vertex_view(v), game.instance().owner(v));
        let row = &pairs[game.simple().row(v)];
        wins[v] = rules.best(&at, owner, row, None).0.wins;
        let asked = |&w: &_| game.tree().parent(w) == Some(v) && game.arc_to_parent(w).is_some();
        if !game.simple().heads(v).iter().any(asked) {
            continue;
        }
        for (back, &w) in rules.pairs_back(&at, owner, row).into_iter().zip(game.simple().heads(v)) {
            if let (Some(arc), true) = (game.arc_to_parent(w), asked(&w)) {
                pairs[arc] = back;
            }
        }
    }
    Ok(wins)
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
    split_starts(&game, set, |threshold| binary_game_from_all(&game, set, threshold, tick))
}

/// The value from every vertex, given who wins each binary game from where.
pub(super) fn split_starts(
    game: &GameTree<'_, '_, '_>,
    set: StrategySet,
    mut wins_from_all: impl FnMut(Threshold) -> Result<VertexMap<bool>, Stop>,
) -> Result<VertexMap<Value>, Stop> {
    let (tree, values) = (game.tree(), game.values_from_all(set));
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
        let wins = wins_from_all(Threshold::AtLeast(values[middle]))?;
        starts[group.clone()].sort_by_key(|&v| wins[v]);
        let lost = group.start + starts[group.clone()].partition_point(|&v| !wins[v]);
        groups.push((group.start..lost, interval.start..middle));
        groups.push((lost..group.end, middle..interval.end));
    }
    Ok(value_of)
}

/// The slow twin of [`values_of_all_starts`]: one start at a time. Time O(|V| · |A| log k) operations.
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
