//! All starts of a binary game on a simple graph, by comparisons only.

use super::optimal_pair::{optimal_pair, optimal_pairs_back};
use crate::game::{GameTree, Threshold};
use rotor_graph::{Count, Instance, Pair, SimpleTreeLike, Stop, Tick, Value, VertexMap};

/// Whether Max wins the binary game of `threshold`, for every start, on a graph without parallel arcs and loops
/// [ACD22, `lem:OptimalValRetSimple`, `OptiRetroSimple`]; one player or two, who pick initial arcs.
///
/// Time O(|V|) comparisons and additions of integers of O(|V|) bits, no division; memory for one pair per arc.
pub fn simple_binary_game_from_all(
    instance: &Instance,
    tree: &SimpleTreeLike<'_, '_>,
    threshold: Threshold,
    endless_value: Value,
    tick: &mut dyn Tick,
) -> Result<VertexMap<bool>, Stop> {
    let tree = tree.tree_like();
    let (game, graph) = (GameTree::new(instance, tree, endless_value), tree.stopping().graph());
    let always_back = Pair { wins: threshold.wins(endless_value), flow: Count::Infinite };
    let mut pairs = game.leaf_pairs(threshold);
    for &v in tree.order().iter().rev() {
        tick.tick(u64::from(graph.out_degree(v)))?;
        if let Some(arc) = game.arc_from_parent(v) {
            let row = &pairs[game.simple().row(v)];
            let pair = optimal_pair(&game.vertex_view(v), instance.owner(v), row, game.back(v));
            pairs[arc] = pair.unwrap_or_else(|| always_back.clone());
        }
    }
    let halted = |v| !tree.stopping().is_active(v) && threshold.wins(game.worth(v));
    let mut wins = VertexMap::from_vec(graph.vertices().map(halted).collect());
    for &v in tree.order() {
        tick.tick(u64::from(graph.out_degree(v)))?;
        if let (Some(parent), Some(arc), None) =
            (tree.parent(v), game.arc_to_parent(v), game.arc_from_parent(v))
        {
            pairs[arc] = Pair { wins: wins[parent], flow: Count::one() };
        }
        let (at, owner) = (game.vertex_view(v), instance.owner(v));
        let row = &pairs[game.simple().row(v)];
        wins[v] = optimal_pair(&at, owner, row, None).is_some_and(|pair| pair.wins);
        for (back, &w) in optimal_pairs_back(&at, owner, row).into_iter().zip(game.simple().heads(v)) {
            if let (Some(arc), true) = (game.arc_to_parent(w), tree.parent(w) == Some(v)) {
                pairs[arc] = back.unwrap_or_else(|| always_back.clone());
            }
        }
    }
    Ok(wins)
}
